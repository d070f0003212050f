import type { Path } from '../../../helpers/paths';
import { ApiError, type ApiErrorDetails } from '../../../transport/apiError';

/**
 * The kinds of issues. The node shows `reason` to users, and sends it to the model in follow-up requests.
 * Ask Again requests a field again if `asksAgain` is true, or if an empty value fails the item.
 */
export const ISSUES = {
	missing: { reason: 'The response lacks it', asksAgain: true },
	empty: { reason: 'It has no value', asksAgain: false },
	notAllowed: { reason: "It isn't one of the allowed values", asksAgain: true },
	notConverted: { reason: "It doesn't have the type of the field", asksAgain: true },
	ambiguous: { reason: 'It could mean two things', asksAgain: false },
	notInText: { reason: "It doesn't appear in the text", asksAgain: false },
	notChecked: { reason: "It may be in a part of the input that isn't text", asksAgain: false },
};

export type IssueKind = keyof typeof ISSUES;

/** Something questionable about an extracted value. */
export interface Issue {
	/** Where the value is in the response's `output`. */
	path: Path;
	kind: IssueKind;
	/** The value before any conversion; null if it is missing. */
	value: unknown;
}

/** Whether an issue can fail the item or cause a hint. `notChecked` can't: the value may be correct. */
export function needsAttention({ kind }: Issue): boolean {
	return kind !== 'notChecked';
}

/** The converted value, or why the value stays unchanged. */
export type Converted = { value: unknown } | { issue: 'notAllowed' | 'notConverted' | 'ambiguous' };

export const NOT_CONVERTED: Converted = { issue: 'notConverted' };

/** Where a value appears in the content that was sent. */
export interface Evidence {
	path: Path;
	/** Index of the content item in the request's `input`. */
	content: number;
	/** `from` (inclusive) and `to` (exclusive) are positions in the text as sent. */
	from: number;
	to: number;
	/** The text from `from` to `to`, with some text before and after it. */
	words: string;
}

/** What comes first in a date of three numbers. `certain` means not specified: `03/04/26` is ambiguous. */
export type DateOrder = 'certain' | 'dayFirst' | 'monthFirst' | 'yearFirst';

/** What separates decimals in numbers. `certain` means not specified: `1.234` is ambiguous. */
export type NumberFormat = 'certain' | 'comma' | 'point';

/** The parameters of the option Checks. */
export interface CheckOptions {
	/** Name of the field that lists the issues. */
	field?: string;
	failsItem: boolean;
	/** Name of the field that shows where each value is in the text. */
	evidenceField?: string;
	/** Names of fields, at any depth, whose values the model infers. They aren't looked up in the text. */
	inferredFields: ReadonlySet<unknown>;
	/** Maximum number of follow-up requests. */
	askAgain: number;
}

export interface ConvertOptions {
	/** Whether converted values replace the original ones. Issues are found either way. */
	convertTypes: boolean;
	dateOrder: DateOrder;
	numberFormat: NumberFormat;
	ifMissing: 'failIfEmpty' | 'failIfMissing' | 'null' | 'leaveOut';
	checks?: CheckOptions;
}

export type VerifyOptions = Pick<ConvertOptions, 'dateOrder' | 'numberFormat'> &
	Pick<CheckOptions, 'inferredFields'>;

/** Joins the first `most` words with commas, and adds an ellipsis if there are more. */
export function listWords(words: string[], most = 10): string {
	return words.slice(0, most).join(', ') + (words.length > most ? ', …' : '');
}

/** Creates the error for an item whose extraction succeeded, but whose result can't be used. */
export function createIssuesError(
	message: string,
	advice: string,
	details: ApiErrorDetails,
): ApiError {
	return new ApiError(
		message,
		`The extraction succeeded, and its response is in the details. ${advice}`,
		{ ...details, kind: 'issues' },
	);
}

import { ApiError, type ApiErrorDetails } from '../../../transport/failures';

/** The way to a value: names of fields, positions in lists. */
export type Path = Array<string | number>;

/** What can be wrong with a value, each with its words for the user and for the model. */
export const REASONS = {
	missing: 'The response lacks it',
	empty: 'It has no value',
	notAllowed: "It isn't one of the allowed values",
	notConverted: "It doesn't have the type of the field",
	ambiguous: 'It could mean two things',
	notInText: "It doesn't appear in the text",
	notChecked: "The node couldn't find it, and not all of the input is text",
};

export type IssueKind = keyof typeof REASONS;

/** Every kind, in the order in which they are found. */
export const ISSUE_KINDS = Object.keys(REASONS) as IssueKind[];

/** Something questionable about an extracted value. */
export interface Issue {
	/** Where the value is in the response's `output`. */
	path: Path;
	kind: IssueKind;
	/** The value as the model gave it, before any conversion; null when it is missing. */
	value: unknown;
}

/** Where a value is in what was sent. */
export interface Evidence {
	path: Path;
	/** The content item, counted from 0. */
	content: number;
	/** The first character of the value and the one after its last, in the text as sent. */
	from: number;
	to: number;
	/** The value and the words around it. */
	words: string;
}

/** What comes first in a date of three numbers. */
export type DateOrder = 'certain' | 'dayFirst' | 'monthFirst' | 'yearFirst';

/** The decimal separator to assume for an ambiguous number. */
export type NumberFormat = 'certain' | 'comma' | 'point';

/** How values are converted. */
export interface ConvertOptions {
	/** Whether converted values come out; issues are the same either way. */
	convertTypes: boolean;
	dateOrder: DateOrder;
	numberFormat: NumberFormat;
	/** What becomes of requested fields that the response lacks. */
	ifMissing: 'failIfEmpty' | 'failIfMissing' | 'null' | 'leaveOut';
}

/** How values are looked up in the text. */
export interface VerifyOptions {
	dateOrder: DateOrder;
	numberFormat: NumberFormat;
	/** Names of fields, at any depth, whose values the model concludes. */
	inferredFields: ReadonlySet<unknown>;
}

/** Whether a path is another one, or leads to a value inside it. */
export function isWithin(path: Path, outer: Path): boolean {
	return outer.every((step, index) => path[index] === step);
}

/** `lines[0].price` */
export function formatPath(path: Path): string {
	return path.reduce<string>(
		(words, step) =>
			typeof step === 'number' ? `${words}[${step}]` : words === '' ? step : `${words}.${step}`,
		'',
	);
}

export function quotePath({ path }: Issue): string {
	return `"${formatPath(path)}"`;
}

const MOST_LISTED = 10;

/** Words separated by commas; of many, the first ten. */
export function listWords(words: string[]): string {
	return words.slice(0, MOST_LISTED).join(', ') + (words.length > MOST_LISTED ? ', …' : '');
}

/** The failure of an item by its issues; every such failure is made here. */
export function issuesFailure(message: string, advice: string, details: ApiErrorDetails): ApiError {
	return new ApiError(
		message,
		`The extraction succeeded, and its response is in the details. ${advice}`,
		{ ...details, kind: 'issues' },
	);
}

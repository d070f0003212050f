import type { Path } from '../../../helpers/paths';

/** The kinds of issues, each with its reason as shown to users. */
export const ISSUES = {
	missing: 'The response lacks it',
	empty: 'It has no value',
	notAllowed: "It isn't one of the allowed values",
	notConverted: "It doesn't have the type of the field",
	ambiguous: 'It could mean two things',
	notInText: "It doesn't appear in the text",
	notChecked: "It may be in a part of the input that isn't text",
};

export type IssueKind = keyof typeof ISSUES;

/** Something questionable about an extracted value. */
export interface Issue {
	/** Where the value is in the response's `output`. */
	path: Path;
	kind: IssueKind;
	/** The value before any conversion; null if it is missing. */
	value: unknown;
	reason: string;
}

/** The converted value, or why the value stays unchanged. */
export type Converted = { value: unknown } | { issue: 'notAllowed' | 'notConverted' | 'ambiguous' };

export const NOT_CONVERTED: Converted = { issue: 'notConverted' };

/** What comes first in a date of three numbers. `notSpecified`: `03/04/26` is ambiguous. */
export type DateOrder = 'notSpecified' | 'dayFirst' | 'monthFirst' | 'yearFirst';

/** What separates decimals in numbers. `notSpecified`: `1.234` is ambiguous. */
export type NumberFormat = 'notSpecified' | 'comma' | 'point';

export interface ConvertOptions {
	/** Whether converted values replace the original ones. Issues are found either way. */
	convertTypes: boolean;
	dateOrder: DateOrder;
	numberFormat: NumberFormat;
	ifMissing: 'failIfEmpty' | 'failIfMissing' | 'null' | 'leaveOut';
}

export interface LookUpOptions extends Pick<ConvertOptions, 'dateOrder' | 'numberFormat'> {
	/** Names of fields and columns, at any depth, whose values aren't looked up in the text. */
	dontLookUp: ReadonlySet<string>;
}

import type { Path } from '../../../helpers/paths';

/** What can be questionable about an extracted value, and the reason that users see. */
export const REASONS = {
	missing: 'The response lacks it',
	empty: 'It has no value',
	notAllowed: "It isn't one of the allowed values",
	notConverted: "It doesn't have the type of the field",
	ambiguous: 'It could mean two things',
	notInText: "It doesn't appear in the text",
	notChecked: "It may be in a part of the input that isn't text",
};

/** A more exact reason for `ambiguous`, if the value is clear but the text isn't. */
export const AMBIGUOUS_TEXT = 'The text could mean two things';

type IssueKind = keyof typeof REASONS;

/** Something questionable about an extracted value. */
export interface Issue {
	/** Where the value is in the `output`. If it's in the list that becomes items, its position is that of its row. */
	path: Path;
	kind: IssueKind;
	/** The value before any conversion, or null if it's missing. */
	value: unknown;
	reason: string;
}

export function createIssue(
	path: Path,
	kind: IssueKind,
	value: unknown,
	reason = REASONS[kind],
): Issue {
	return { path, kind, value, reason };
}

/** The converted value, or why the value stays unchanged. */
export interface Converted {
	value?: unknown;
	issue?: IssueKind;
	reason?: string;
}

export const NOT_CONVERTED: Converted = { issue: 'notConverted' };
export const AMBIGUOUS: Converted = { issue: 'ambiguous' };
export const WRONG_WEEKDAY: Converted = { ...NOT_CONVERTED, reason: 'Its weekday is wrong' };

import type { IDataObject } from 'n8n-workflow';
import type { ConvertedFields, Leaf, Misfit, Path } from '../convert';
import { isBlank } from '../convert';
import type { Passage, SentTexts } from './sentTexts';

/** What can be doubtful about a value. */
export type Problem = 'missing' | 'empty' | Misfit | 'notInText';

/** Something doubtful. */
export interface Finding {
	/** Empty for what concerns no single field. */
	path: Path;
	problem: Problem;
	value: unknown;
	reason: string;
	/** Whether it says only that not everything that was sent is text. */
	couldNotLook?: true;
	/** The fields that it is about, where there are several. */
	fields?: string[];
}

/** Where a value stands in what was sent. */
export interface Evidence extends Passage {
	path: Path;
}

const REASONS: Record<Problem, string> = {
	missing: 'The answer lacks it',
	empty: 'It came without a value',
	notAllowed: 'It is none of the allowed values',
	notConverted: 'It is not of the kind that the field asks for',
	ambiguous: 'It could mean two things',
	notInText: 'It does not stand in the text that was sent',
};

/** In the order in which they are looked for. */
export const PROBLEMS = Object.keys(REASONS) as Problem[];

/** What is doubtful about the fields themselves, before anybody looks into the text. */
export function fieldFindings({ lacking, leaves, left }: ConvertedFields): Finding[] {
	return [
		...lacking.map((path) => finding(path, 'missing', null)),
		...leaves.filter(isEmpty).map(({ path, value }) => finding(path, 'empty', value)),
		...left
			.filter(({ value }) => !isBlank(value))
			.map(({ path, problem, value }) => finding(path, problem, value)),
	];
}

/**
 * Which of the values stand in what was sent, and which do not.
 * @param notFromText names of fields that are not looked for
 */
export function textFindings(
	leaves: Leaf[],
	texts: SentTexts,
	notFromText?: ReadonlySet<unknown>,
): { findings: Finding[]; evidence: Evidence[] } {
	const findings: Finding[] = [];
	const evidence: Evidence[] = [];
	for (const { path, value } of leaves.filter(isLookedFor)) {
		if (path.some((step) => notFromText?.has(step))) continue;
		const passage = texts.find(value as string | number);
		if (passage) evidence.push({ path, ...passage });
		else findings.push(finding(path, 'notInText', value));
	}
	if (texts.isAllText || findings.length === 0) return { findings, evidence };
	const couldNotLook: Finding = {
		...finding([], 'notInText', null),
		reason: 'Could not look for all values: not everything that was sent is text',
		couldNotLook: true,
		fields: findings.map(({ path }) => pathInWords(path)),
	};
	return { findings: [couldNotLook], evidence };
}

function finding(path: Path, problem: Problem, value: unknown): Finding {
	return { path, problem, value, reason: REASONS[problem] };
}

/** A null that the schema allows is a value. */
export function isEmpty({ value, shape }: Leaf): boolean {
	const isNull = value === null || value === undefined;
	return isNull ? shape.nullable !== true : isBlank(value);
}

function isLookedFor({ value, shape, isFromText }: Leaf): boolean {
	const isWritten = typeof value === 'string' ? !isBlank(value) : typeof value === 'number';
	return isFromText && isWritten && shape.type !== 'boolean';
}

/** What was found, as it comes out in an item: `pathIn` gives the place there, or nothing for what is not in it. */
export function asItemField<Entry extends { path: Path }>(
	entries: Entry[],
	pathIn: (path: Path) => Path | undefined,
): IDataObject[] {
	return entries.flatMap(({ path, ...entry }) => {
		const place = pathIn(path);
		return place ? [{ field: pathInWords(place), ...entry }] : [];
	});
}

const MOST_NAMED = 10;

/** What a message lists, separated by commas; of many the first ten. */
export function listed(words: string[]): string {
	const isCut = words.length > MOST_NAMED;
	return (isCut ? [...words.slice(0, MOST_NAMED), '…'] : words).join(', ');
}

/** `lines[0].price` */
export function pathInWords(path: Path): string {
	return path.reduce<string>(
		(words, step) =>
			typeof step === 'number' ? `${words}[${step}]` : words === '' ? step : `${words}.${step}`,
		'',
	);
}

import type { Access } from './access.ts';
import type { CheckResult, Unchecked } from './check.ts';
import { CONTRACT_FILE } from './contract.ts';
import type { Difference } from './differences.ts';
import { bodyInWords, mediaTypeInWords } from './differences.ts';
import type { Revelation } from './revelations.ts';

/** What can be attached to an issue: no token, no address, no data of the instance. */
export interface Report {
	contract: string;
	instance: string;
	verdict: keyof typeof VERDICTS;
	differences: Array<Omit<Difference, 'probe'> & { seenIn: string[] }>;
	learnt: Revelation[];
	unchecked: Unchecked[];
	/** What was sent, and what came. */
	probes: Array<{
		name: string;
		operation: string;
		expects: string;
		status: number;
		mediaType: string;
		body: string;
	}>;
}

/** What a run's end means, and how to go on. */
export const VERDICTS = {
	same: {
		exitCode: 0,
		words:
			'No differences. What was learnt about your instance is worth an issue: attach the report file.',
	},
	different: {
		exitCode: 1,
		words:
			'The instance differs from the contract. Open an issue "The platform answers differently" and attach the report file.',
	},
	unchecked: {
		exitCode: 2,
		words: 'No differences so far, but not everything could be checked. Try again later.',
	},
};

const WIDEST_COLUMN = 64;

/** The findings without the token and the address, should a member's name have held them. */
export function reportOf(result: CheckResult, { baseUrl, token }: Access): Report {
	const { exchanges, differences, learnt, unchecked } = result;
	const open = unchecked.length > 0 ? 'unchecked' : 'same';
	const { protocol, host, hostname } = new URL(baseUrl);
	const report: Report = {
		contract: CONTRACT_FILE,
		instance: `${protocol}//[host]`,
		verdict: differences.length > 0 ? 'different' : open,
		differences: gathered(differences),
		learnt,
		unchecked,
		probes: exchanges.map(({ probe: { name, operation, expects }, answer }) => ({
			name,
			operation,
			expects,
			status: answer.status,
			mediaType: mediaTypeInWords(answer),
			body: bodyInWords(answer),
		})),
	};
	const masks = { [token]: '[token]', [host]: '[host]', [hostname]: '[host]' };
	const masked = (text: string) =>
		Object.entries(masks).reduce(
			(rest, [secret, mask]) => rest.replaceAll(inAnyCase(secret), mask),
			text,
		);
	return JSON.parse(JSON.stringify(report), (_name, value) =>
		typeof value === 'string' ? masked(value) : value,
	);
}

/** A header's name comes in small letters, whatever it held when it was sent. */
const inAnyCase = (text: string) => new RegExp(text.replace(/\W/g, '\\$&'), 'gi');

/** The same difference of several probes once, with the names of the probes. */
function gathered(differences: Difference[]): Report['differences'] {
	const same = Map.groupBy(differences, ({ probe: _, ...rest }) => JSON.stringify(rest));
	return [...same.values()].map((group) => {
		const [{ probe: _, ...difference }] = group;
		return { ...difference, seenIn: [...new Set(group.map(({ probe }) => probe))] };
	});
}

/** The report for a terminal. */
export function reportText(report: Report, file: string): string {
	const { differences, learnt, unchecked, probes, verdict } = report;
	return [
		`Contract check of ${report.instance}: ${probes.length} answers compared with ${report.contract}`,
		section(
			'Differences',
			['Operation', 'Place', 'Contract', 'Instance', 'Seen in'],
			differences.map(({ operation, place, contract, instance, seenIn }) => [
				operation,
				place,
				contract,
				instance,
				seenIn.length > 1 ? `${seenIn[0]} and ${seenIn.length - 1} more` : seenIn[0],
			]),
		),
		section(
			'Learnt about your instance',
			['Operation', 'Not shown in the spec', 'Instance'],
			learnt.map(({ operation, notShown, instance }) => [operation, notShown, instance]),
		),
		section(
			'Not checked',
			['Probe', 'Reason'],
			unchecked.map(({ probe, reason }) => [probe, reason]),
		),
		`${VERDICTS[verdict].words}\nReport file: ${file}`,
	].join('\n\n');
}

function section(title: string, head: string[], rows: string[][]): string {
	if (rows.length === 0) return `${title}: none`;
	return `${title}: ${rows.length}\n\n${table([head, ...rows])}`;
}

function table([head, ...rows]: string[][]): string {
	const wrapped = [head, ...rows].map((row) => row.map(linesOf));
	const widths = head.map((_, column) =>
		Math.max(...wrapped.flatMap((row) => row[column].map((line) => line.length))),
	);
	const lines = wrapped.map((row) => {
		const height = Math.max(...row.map((cell) => cell.length));
		return Array.from({ length: height }, (_, index) =>
			row
				.map((cell, column) => (cell[index] ?? '').padEnd(widths[column]))
				.join('  ')
				.trimEnd(),
		).join('\n');
	});
	const rule = widths.map((width) => '─'.repeat(width)).join('  ');
	return [lines[0], rule, ...lines.slice(1)].join('\n');
}

/** A cell's text in lines of at most a column's width, broken between words where it can be. */
function linesOf(text: string): string[] {
	const line = new RegExp(`.{1,${WIDEST_COLUMN}}(?:\\s|$)|.{${WIDEST_COLUMN}}`, 'g');
	return (text.match(line) ?? ['']).map((part) => part.trimEnd());
}

import { markdownTable } from 'markdown-table';
import type { Access } from '../../nodes/DataPlatform/transport/credentials.ts';
import { CONTRACT_FILE } from '../../simulator/contract.ts';
import type { Difference } from './differences.ts';
import type { Revelation } from './revelations.ts';

/** What can be attached to an issue: no token, no address, no data of the instance. */
export interface ContractReport {
	contract: string;
	instance: string;
	verdict: keyof typeof VERDICTS;
	/** How many answers were compared with the contract. */
	answers: number;
	differences: Difference[];
	/** What the spec leaves open and the instance shows. */
	learned: Revelation[];
	/** The probes to which no answer came that could be judged. */
	unchecked: Array<{ probe: string; reason: string }>;
}

type Findings = Omit<ContractReport, 'contract' | 'instance' | 'verdict'>;

/** What a run's end means, and how to go on. */
export const VERDICTS = {
	same: {
		exitCode: 0,
		words:
			'No differences. What was learned about your instance is worth an issue: attach the report file.',
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

/** The findings without the token and the address, should a member's name have held them. */
export function reportOf(findings: Findings, { baseUrl, token }: Access): ContractReport {
	const { differences, unchecked } = findings;
	const { protocol, host, hostname } = new URL(baseUrl);
	const report: ContractReport = {
		contract: CONTRACT_FILE,
		instance: `${protocol}//[host]`,
		verdict: differences.length > 0 ? 'different' : unchecked.length > 0 ? 'unchecked' : 'same',
		...findings,
		differences: gathered(differences),
	};
	const masks = Object.entries({ [token]: '[token]', [host]: '[host]', [hostname]: '[host]' });
	const masked = (text: string) =>
		masks.reduce((rest, [secret, mask]) => rest.replaceAll(inAnyCase(secret), mask), text);
	return JSON.parse(JSON.stringify(report), (_name, value) =>
		typeof value === 'string' ? masked(value) : value,
	);
}

/** A header's name comes in small letters, whatever it held when it was sent. */
const inAnyCase = (text: string) => new RegExp(text.replace(/\W/g, '\\$&'), 'gi');

/** The same difference of several probes once, with the names of all. */
function gathered(differences: Difference[]): Difference[] {
	const same = Map.groupBy(differences, ({ seenIn: _, ...rest }) => JSON.stringify(rest));
	return [...same].map(([difference, group]) => ({
		...JSON.parse(difference),
		seenIn: [...new Set(group.flatMap(({ seenIn }) => seenIn))],
	}));
}

/** The report for a terminal, and for an issue: its tables are Markdown. */
export function reportText(report: ContractReport, file: string): string {
	const { differences, learned, unchecked, answers, verdict } = report;
	const inShort = ([first, ...others]: string[]) =>
		others.length > 0 ? `${first} and ${others.length} more` : first;
	return [
		`Contract check of ${report.instance}: ${answers} answers compared with ${report.contract}`,
		section(
			'Differences',
			differences.map((each) => ({ ...each, seenIn: inShort(each.seenIn) })),
		),
		section('Learned about your instance', learned),
		section('Not checked', unchecked),
		`${VERDICTS[verdict].words}\nReport file: ${file}`,
	].join('\n\n');
}

/** @param rows the names of their members head the columns: `seenIn` as `seen in` */
function section(title: string, rows: object[]): string {
	if (rows.length === 0) return `${title}: none`;
	const head = Object.keys(rows[0]).map((name) => name.replace(/[A-Z]/, ' $&').toLowerCase());
	const cells = [head, ...rows.map((row) => Object.values(row).map(String))];
	return `${title}: ${rows.length}\n\n${markdownTable(cells, { alignDelimiters: false })}`;
}

import { markdownTable } from 'markdown-table';
import type { ValidCredential } from '../../nodes/DataPlatform/transport/credentials.ts';
import { CONTRACT_FILE } from '../../simulator/contract.ts';
import type { Difference } from './differences.ts';
import type { Observation } from './observations.ts';

/** The report file. It contains no token, address, or data, so that it can be attached to an issue. */
export interface ContractReport {
	contract: string;
	instance: string;
	verdict: keyof typeof VERDICTS;
	/** The number of responses that were compared with the contract. */
	responses: number;
	differences: Difference[];
	/** How the instance behaves where the spec is silent. */
	learned: Observation[];
	/** Probes without a response that could be checked. */
	unchecked: Array<{ probe: string; reason: string }>;
}

type Findings = Omit<ContractReport, 'contract' | 'instance' | 'verdict'>;

/** The results of a run, and what to do. */
export const VERDICTS = {
	same: {
		exitCode: 0,
		words:
			'No differences. Open an issue with the report file, to share what it learned about your instance.',
	},
	different: {
		exitCode: 1,
		words:
			'The instance differs from the contract. Open an issue "The platform responds differently" and attach the report file.',
	},
	unchecked: {
		exitCode: 2,
		words: 'No differences so far, but not everything could be checked. Try again later.',
	},
};

/** Creates the report, without the token and the address, which might appear in names. */
export function reportOf(findings: Findings, { baseUrl, token }: ValidCredential): ContractReport {
	const { differences, unchecked } = findings;
	const { protocol, host, hostname } = new URL(baseUrl);
	const report: ContractReport = {
		contract: CONTRACT_FILE,
		instance: `${protocol}//[host]`,
		verdict: differences.length > 0 ? 'different' : unchecked.length > 0 ? 'unchecked' : 'same',
		...findings,
		differences: mergeDifferences(differences),
	};
	const masks = Object.entries({ [token]: '[token]', [host]: '[host]', [hostname]: '[host]' });
	const maskSecrets = (text: string) =>
		masks.reduce((rest, [secret, mask]) => rest.replaceAll(inAnyCase(secret), mask), text);
	return JSON.parse(JSON.stringify(report), (_name, value) =>
		typeof value === 'string' ? maskSecrets(value) : value,
	);
}

/** Header names arrive in lower case. */
const inAnyCase = (text: string) => new RegExp(text.replace(/\W/g, '\\$&'), 'gi');

/** Merges the same difference of several probes. */
function mergeDifferences(differences: Difference[]): Difference[] {
	const same = Map.groupBy(differences, ({ seenIn: _, ...rest }) => JSON.stringify(rest));
	return [...same].map(([difference, group]) => ({
		...JSON.parse(difference),
		seenIn: [...new Set(group.flatMap(({ seenIn }) => seenIn))],
	}));
}

/** The report as text, with Markdown tables. */
export function reportText(report: ContractReport, file: string): string {
	const { differences, learned, unchecked, responses, verdict } = report;
	const shorten = ([first, ...others]: string[]) =>
		others.length > 0 ? `${first} and ${others.length} more` : first;
	return [
		`Contract check of ${report.instance}: ${responses} responses compared with ${report.contract}`,
		section(
			'Differences',
			differences.map((each) => ({ ...each, seenIn: shorten(each.seenIn) })),
		),
		section('Learned about your instance', learned),
		section('Not checked', unchecked),
		`${VERDICTS[verdict].words}\nReport file: ${file}`,
	].join('\n\n');
}

/** @param rows their member names become the headings: `seenIn` becomes `seen in` */
function section(title: string, rows: object[]): string {
	if (rows.length === 0) return `${title}: none`;
	const head = Object.keys(rows[0]).map((name) => name.replace(/[A-Z]/, ' $&').toLowerCase());
	const cells = [head, ...rows.map((row) => Object.values(row).map(String))];
	return `${title}: ${rows.length}\n\n${markdownTable(cells, { alignDelimiters: false })}`;
}

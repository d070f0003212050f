import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Violation } from './invariants.ts';
import { isFailure, isPreview, pairOf } from './invariants.ts';
import type { Scenario } from './scenario.ts';
import type { Ending, Sent, Trace } from './run.ts';

/** An ambiguous date, and its value in each Date Order. */
export const DAYS = {
	certain: '03/04/26',
	dayFirst: '2026-04-03',
	monthFirst: '2026-03-04',
	yearFirst: '2003-04-26',
};

/** The amounts in the texts of items. The second one isn't a number. */
const AMOUNTS = ['5.00 EUR', 'about five'];

/** The text of an item, as an expression. Its lines "simulate:" set the response of the simulator. */
export const TEXT = `'Order number: ' + $json.id
	+ '\\nsimulate: value day "${DAYS.certain}"\\nsimulate: value amount "'
	+ ${JSON.stringify(AMOUNTS)}[$json.id % 2] + '"'`;

const NAMES = ['orderNumber', 'day', 'amount'];

/** Faults that change the fields. */
const CHANGING_FIELDS = ['null-fields', 'missing-fields', 'output-not-object', 'wrong-shape'];

/** Fields, checks, evidence, and follow-up requests match the text and the options. */
export function checkExtractions(trace: Trace, ending: Ending): Violation[] {
	const { scenario } = trace;
	if (scenario.operation !== 'Extract' || !ending.outputs) return [];
	const outputs = ending.outputs.flat();
	const isThrottled = trace.sent.some(({ status }) => status === 429 || status === 503);
	return ending.items.flatMap(({ json: { id } }, item) => {
		const own = outputs.filter((each) => pairOf(each) === item);
		if (isPreview(ending, item)) return [];
		const sent = trace.sent.filter((each) => each.id === id);
		return own
			.flatMap((each) => (isFailure(each) ? checkFailed(each) : checkSuccessful(each, String(id))))
			.map((words) => `turn ${ending.turn}: the extraction of ${String(id)} ${words}`);

		function checkFailed({ json: { error } }: INodeExecutionData): string[] {
			const isFailed = /Checks found issues/.test(String(error));
			return isFailed &&
				!hasChangedFields(sent) &&
				expectedIssues(scenario, String(id)).length === 0
				? [`failed without issues: ${String(error)}`]
				: [];
		}

		function checkSuccessful({ json }: INodeExecutionData, itemId: string): string[] {
			if (scenario.isRaw) return checkFollowUps(sent, 0, isThrottled);
			const wrong = hasChangedFields(sent) ? [] : checkFields(scenario, json, itemId);
			return [
				...wrong,
				...checkMissing(scenario, json),
				...checkFollowUps(sent, expectedFollowUps(scenario, itemId), isThrottled),
			];
		}
	});
}

function hasChangedFields(sent: Sent[]): boolean {
	return sent.some(({ faults }) => faults.some((fault) => CHANGING_FIELDS.includes(fault)));
}

/** Whether the amount isn't a number. */
function hasWrongAmount(id: string): boolean {
	return Number(id) % 2 === 1;
}

function expectedIssues(scenario: Scenario, id: string): string[] {
	return [
		...(scenario.dateOrder === 'certain' ? ['day ambiguous'] : []),
		...(hasWrongAmount(id) ? ['amount notConverted'] : []),
	];
}

function expectedFollowUps(scenario: Scenario, id: string): number {
	return hasWrongAmount(id) ? (scenario.checks?.askAgain ?? 0) : 0;
}

/** Differences from the text and the options. */
function checkFields(scenario: Scenario, json: IDataObject, id: string): string[] {
	const amount = AMOUNTS[Number(id) % 2];
	const expected: IDataObject = {
		orderNumber: id,
		day: DAYS[scenario.convertTypes ? scenario.dateOrder : 'certain'],
		amount: scenario.convertTypes && amount === AMOUNTS[0] ? 5 : amount,
	};
	const { checks, evidence } = json as Record<string, IDataObject[] | undefined>;
	const problems = checks?.map(({ field, problem }) => `${String(field)} ${String(problem)}`);
	const places = evidence?.map(({ field }) => field);
	const wrong = {
		...Object.fromEntries(NAMES.map((name) => [name, [json[name], expected[name]]])),
		problems: [problems?.toSorted(), scenario.checks && expectedIssues(scenario, id).toSorted()],
		evidence: [places?.toSorted(), scenario.checks?.addEvidence ? NAMES.toSorted() : undefined],
	};
	return Object.entries(wrong)
		.filter(([, [is, should]]) => JSON.stringify(is) !== JSON.stringify(should))
		.map(
			([name, [is, should]]) => `has ${name} ${JSON.stringify(is)}, not ${JSON.stringify(should)}`,
		);
}

/** Missing values are treated according to If Fields Are Missing, and are among the issues. */
function checkMissing({ ifMissing, checks }: Scenario, json: IDataObject): string[] {
	const listed = (json.checks ?? []) as IDataObject[];
	return [
		...NAMES.flatMap((name) => {
			const isThere = Object.hasOwn(json, name);
			const isEmpty = !isThere || json[name] === null;
			const mayBe = isThere ? ifMissing !== 'failIfEmpty' : ifMissing === 'leaveOut';
			const isListed = listed.some(({ field }) => field === name);
			return [
				...(isEmpty && !mayBe ? [`lacks ${name} despite ${ifMissing}`] : []),
				...(isEmpty && checks && !isListed ? [`lacks ${name}, but the checks don't say so`] : []),
			];
		}),
		...(checks?.ifFound === 'fail' && listed.length > 0 ? ['succeeded despite its issues'] : []),
	];
}

/**
 * Without faults, there are as many follow-up requests as Ask Again allows; otherwise at most as many. Items wait
 * together when the platform throttles, perhaps longer than they may.
 */
function checkFollowUps(sent: Sent[], times: number, isThrottled: boolean): string[] {
	const asked = sent.map(({ body }) => /Look again \((\d)\)/.exec(JSON.stringify(body) ?? '')?.[1]);
	const most = Math.max(0, ...asked.map(Number).filter(Number.isFinite));
	const isExact = !isThrottled && sent.every(({ faults }) => faults.length === 0);
	const isRight = isExact ? most === times : most <= times || hasChangedFields(sent);
	return isRight ? [] : [`has ${most} follow-up requests instead of ${times}`];
}

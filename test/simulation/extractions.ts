import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Violation } from './invariants.ts';
import { isFailure, isShown, pairOf } from './invariants.ts';
import type { Night } from './night.ts';
import type { Ending, Sent, Story } from './run.ts';

/** A day that could be several, and what each Date Order makes of it. */
export const DAYS = {
	certain: '03/04/26',
	dayFirst: '2026-04-03',
	monthFirst: '2026-03-04',
	yearFirst: '2003-04-26',
};

/** What stands as the amount in the text of an item. */
const AMOUNTS = ['5.00 EUR', 'about five'];

/** An item's text as JavaScript, of which the simulator is told what to read; every second amount is none. */
export const TEXT = `'Order number: ' + $json.id
	+ '\\nsimulate: value day "${DAYS.certain}"\\nsimulate: value amount "'
	+ ${JSON.stringify(AMOUNTS)}[$json.id % 2] + '"'`;

const NAMES = ['orderNumber', 'day', 'amount'];

/** Faults after which the fields are no longer what the text says. */
const FORGING = ['null-fields', 'missing-fields', 'output-not-object', 'wrong-shape'];

/** The fields, checks and evidence of an extraction are what its options and the text say, and fields are asked for again as often. */
export function checkExtractions(story: Story, ending: Ending): Violation[] {
	const { night } = story;
	if (night.operation !== 'Extract' || !ending.outputs) return [];
	const outputs = ending.outputs.flat();
	return ending.items.flatMap(({ json: { id } }, item) => {
		const own = outputs.filter((each) => pairOf(each) === item);
		if (isShown(ending, item)) return [];
		const sent = story.sent.filter((each) => each.id === id);
		return own
			.flatMap((each) => (isFailure(each) ? failed(each) : passed(each, String(id))))
			.map((words) => `turn ${ending.turn}: the extraction of ${String(id)} ${words}`);

		function failed({ json: { error } }: INodeExecutionData): string[] {
			const isFailed = /Checks found issues/.test(String(error));
			return isFailed && !isForged(sent) && problemsExpected(night, String(id)).length === 0
				? [`failed for checks that find nothing: ${String(error)}`]
				: [];
		}

		function passed({ json }: INodeExecutionData, itemId: string): string[] {
			if (night.isRaw) return askedAgain(sent, 0);
			const wrong = isForged(sent) ? [] : notAsSaid(night, json, itemId);
			return [...wrong, ...lacking(night, json), ...askedAgain(sent, timesToAsk(night, itemId))];
		}
	});
}

function isForged(sent: Sent[]): boolean {
	return sent.some(({ faults }) => faults.some((fault) => FORGING.includes(fault)));
}

/** Whether or not types are converted. */
function isNoAmount(id: string): boolean {
	return Number(id) % 2 === 1;
}

function problemsExpected(night: Night, id: string): string[] {
	return [
		...(night.dateOrder === 'certain' ? ['day ambiguous'] : []),
		...(isNoAmount(id) ? ['amount notConverted'] : []),
	];
}

function timesToAsk(night: Night, id: string): number {
	return isNoAmount(id) ? (night.checks?.askAgain ?? 0) : 0;
}

/** What is otherwise than the text and the options say. */
function notAsSaid(night: Night, json: IDataObject, id: string): string[] {
	const amount = AMOUNTS[Number(id) % 2];
	const expected: IDataObject = {
		orderNumber: id,
		day: DAYS[night.convertTypes ? night.dateOrder : 'certain'],
		amount: night.convertTypes && amount === AMOUNTS[0] ? 5 : amount,
	};
	const { checks, evidence } = json as Record<string, IDataObject[] | undefined>;
	const problems = checks?.map(({ field, problem }) => `${String(field)} ${String(problem)}`);
	const places = evidence?.map(({ field }) => field);
	const wrong = {
		...Object.fromEntries(NAMES.map((name) => [name, [json[name], expected[name]]])),
		problems: [problems?.toSorted(), night.checks && problemsExpected(night, id).toSorted()],
		evidence: [places?.toSorted(), night.checks?.addEvidence ? NAMES.toSorted() : undefined],
	};
	return Object.entries(wrong)
		.filter(([, [is, should]]) => JSON.stringify(is) !== JSON.stringify(should))
		.map(
			([name, [is, should]]) => `has ${name} ${JSON.stringify(is)}, not ${JSON.stringify(should)}`,
		);
}

/** Whatever came: a missing value is treated as the panel says, and is among the checks. */
function lacking({ ifMissing, checks }: Night, json: IDataObject): string[] {
	const listed = (json.checks ?? []) as IDataObject[];
	return [
		...NAMES.flatMap((name) => {
			const isThere = Object.hasOwn(json, name);
			const isEmpty = !isThere || json[name] === null;
			const mayBe = isThere ? ifMissing !== 'failIfEmpty' : ifMissing === 'leaveOut';
			const isListed = listed.some(({ field }) => field === name);
			return [
				...(isEmpty && !mayBe ? [`lacks ${name} in spite of ${ifMissing}`] : []),
				...(isEmpty && checks && !isListed ? [`lacks ${name}, and checks do not say so`] : []),
			];
		}),
		...(checks?.ifFound === 'fail' && listed.length > 0 ? ['passed in spite of its checks'] : []),
	];
}

/** Where the platform was well, as often as the panel says; never more often. */
function askedAgain(sent: Sent[], times: number): string[] {
	const asked = sent.map(({ body }) => /Look again \((\d)\)/.exec(JSON.stringify(body) ?? '')?.[1]);
	const most = Math.max(0, ...asked.map(Number).filter(Number.isFinite));
	const isWell = sent.every(({ faults }) => faults.length === 0);
	const isRight = isWell ? most === times : most <= times || isForged(sent);
	return isRight ? [] : [`was asked for again ${most} times, not ${times}`];
}

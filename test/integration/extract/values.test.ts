import type { IDataObject } from 'n8n-workflow';
import { hintsOf, outputOf } from '../../support/engine/engine.ts';
import { extractor } from './harness.ts';
import type { ValueCase, ValueResult, Verdict } from './values.ts';
import { judge, parametersOf, readValueCases, schemaOf } from './values.ts';

/** Another file of the same format: VALUES_FILE=... */
const cases = readValueCases(process.env.VALUES_FILE ?? 'test/integration/extract/values.jsonl');
const { platform, extract } = extractor();

/** Cases with parameters of their own, or about hints or several requests, need an execution of their own. */
const isAlone = ({ parameters, expect: { sent, hint } }: ValueCase) =>
	[parameters, sent, hint].some((each) => each !== undefined);

/** The other cases share one execution for each combination of settings. */
const groups = new Map<string, ValueCase[]>();
for (const each of cases) {
	const key = isAlone(each) ? each.id : JSON.stringify(each.settings ?? {});
	groups.set(key, [...(groups.get(key) ?? []), each]);
}

/** Right but doubted: elements that have the name of another field. */
const DOUBTED = ['names-of-header-and-column-10'];

test.each([...groups])('%s', async (_, group) => {
	const answers = group.map((each) => each.answer ?? {});
	platform.faults(
		answers.map((output, index) => ({
			fault: 'wrong-shape',
			body: { output },
			when: { request: index + 1 },
		})),
	);
	const ended = await extract({
		parameters: parametersOf(group[0]),
		input: group.map((each) => ({ text: each.text, schema: schemaOf(each) })),
		settings: { onError: 'continueRegularOutput' },
	});
	const items = outputOf(ended);
	const bodies = platform.bodies() as IDataObject[];
	const verdicts: Record<string, Verdict> = {};
	for (const [index, each] of group.entries()) {
		const result: ValueResult = {
			items: items
				.filter(({ pairedItem }) => (pairedItem as { item: number }).item === index)
				.map(({ json }) => json),
			hints: hintsOf(ended),
			requests: bodies.length,
			structure: bodies[index]?.outputStructure as IDataObject | undefined,
		};
		const verdict = judge(each, result);
		if (verdict === 'right') continue;
		verdicts[each.id] = verdict;
		if (process.env.SHOW_VALUES) {
			process.stdout.write(
				`${verdict} ${JSON.stringify({ ...each, text: each.text.slice(0, 200), schema: undefined, result: { ...result, structure: undefined } })}\n`,
			);
		}
	}
	const expected = group.filter(({ id }) => DOUBTED.includes(id)).map(({ id }) => [id, 'doubted']);
	expect(verdicts).toEqual(Object.fromEntries(expected));
});

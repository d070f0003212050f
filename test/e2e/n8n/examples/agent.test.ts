import { connect, SEARCH_REQUEST } from '../../connect.ts';
import { useScriptedModel } from '../scripted-model.ts';
import { importExampleFile, outputOf, sentIn } from './rehearsal.ts';
import { CHAT_MODEL } from '../../../../local/examples.ts';

const { api, searchDirectly } = connect();
const model = useScriptedModel();

const MONDAY = 1;

test('ask-about-broken-links.json', async () => {
	const chatModel = await api.createCredential('Model of the example', ...model.credential());
	const others = { [CHAT_MODEL]: chatModel };
	const example = await importExampleFile('ask-about-broken-links.json', { others });
	await api.publish(example.id);
	const ask = async (changedAfter: string) => {
		model.setCalls({ tool: 'Find_broken_links', arguments: { changedAfter } });
		const run = await example.run();
		expect(outputOf(run, 'Answer question')).toEqual([{ output: 'Done' }]);
		return { run, answer: JSON.parse(model.told()[0]) };
	};
	const { run, answer } = await ask('2024-01-15');

	const [{ messages, tools }] = model.requests;
	const monday = /Monday of this week was (\d{4}-\d\d-\d\d)\./.exec(messages[0].content!)![1];
	expect(new Date(monday).getUTCDay()).toBe(MONDAY);
	expect(messages[1].content).toBe('Which functions with broken links changed since Monday?');
	const parameters = {
		properties: { changedAfter: { type: 'string' } },
		required: ['changedAfter'],
	};
	expect(tools).toMatchObject([{ function: { name: 'Find_broken_links', parameters } }]);

	const sort = { field: 'lastModified', ascending: false };
	const body = { filters: [], sort, limit: 5000 };
	expect(sentIn(run)).toEqual([{ ...SEARCH_REQUEST, body, status: 200 }]);
	const newest = await searchDirectly({ sort, limit: 5000 });
	const wanted = newest.filter(
		({ links, lastModified }) =>
			lastModified > Date.UTC(2024, 0, 15, 12) && links.some(({ valid }) => valid !== 'VALID'),
	);
	expect(wanted.length).toBeGreaterThan(0);
	const functions = wanted.slice(0, 50).map(({ id, name, lastModified }) => ({
		id,
		name,
		brokenLinks: expect.stringMatching(/: ILLEGAL_REFERENCE$/),
		lastModified: new Date(lastModified).toISOString(),
	}));
	expect(answer).toEqual([{ found: wanted.length, functions, incomplete: false }]);

	const none = await ask('2999-01-01');
	expect(none.answer).toEqual([{ found: 0, functions: [], incomplete: false }]);
	await api.unpublish(example.id);
});

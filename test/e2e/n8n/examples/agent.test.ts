import { connect, SEARCH_REQUEST } from '../../connect.ts';
import { useScriptedModel } from '../scripted-model.ts';
import { importExampleFile } from './example.ts';
import { CHAT_MODEL } from '../../../../local/examples.ts';

const { api, searchDirectly } = connect();
const model = useScriptedModel();

test('ask-about-broken-links.json', async () => {
	const chatModel = await api.createCredential('Model of the example', ...model.credential());
	const others = { [CHAT_MODEL]: chatModel };
	const example = await importExampleFile('ask-about-broken-links.json', { others });
	await api.publish(example.id);
	const ask = async (changedAfter: string) => {
		model.setCalls({ tool: 'Find_broken_links', arguments: { changedAfter } });
		const run = await example.run();
		expect(run.output('Answer question')).toEqual([{ output: 'Done' }]);
		return { run, found: JSON.parse(model.told()[0]) };
	};
	const { run, found } = await ask('2024-01-15');

	const [{ messages, tools }] = model.requests;
	const monday = /Monday of this week was (\d{4}-\d\d-\d\d)\./.exec(messages[0].content!)![1];
	expect(new Date(monday).getUTCDay()).toBe(1);
	expect(messages[1].content).toBe('Which functions with broken links changed since Monday?');
	expect(tools).toMatchObject([
		{ function: { name: 'Find_broken_links', parameters: { required: ['changedAfter'] } } },
	]);

	const body = { filters: [], sort: { field: 'lastModified', ascending: false }, limit: 5000 };
	expect(run.sent).toEqual([{ ...SEARCH_REQUEST, body, status: 200 }]);
	const functions = (await searchDirectly(body))
		.filter(({ lastModified }) => lastModified > Date.UTC(2024, 0, 15, 12))
		.filter(({ links }) => links.some(({ valid }) => valid !== 'VALID'))
		.map(({ id, name, lastModified }) => ({
			id,
			name,
			lastModified: new Date(lastModified).toISOString(),
			brokenLinks: expect.stringMatching(/: ILLEGAL_REFERENCE$/),
		}));
	expect(functions.length).toBeGreaterThan(0);
	expect(found).toEqual([{ found: functions.length, functions, incomplete: false }]);

	expect((await ask('2999-01-01')).found).toEqual([{ found: 0, functions: [], incomplete: false }]);
	await api.unpublish(example.id);
});

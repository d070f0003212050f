import { connect, SEARCH_REQUEST } from '../../connect.ts';
import { startScriptedModel } from '../scripted-model.ts';
import { importExampleFile, outputOf, sentIn } from './rehearsal.ts';
import { CHAT_MODEL } from '../../../../local/examples.ts';

const { api, searchDirectly } = connect();

const MONDAY = 1;

test('ask-about-broken-links.json', async () => {
	const model = await startScriptedModel();
	try {
		const chatModel = await api.createCredential('Model of the example', 'openAiApi', {
			apiKey: 'not-needed',
			url: model.url,
		});
		const example = await importExampleFile('ask-about-broken-links.json', {
			others: { [CHAT_MODEL]: chatModel },
		});
		await api.publish(example.id);
		model.setCalls({ tool: 'Find_broken_links', arguments: { changedAfter: '2024-01-15' } });
		const run = await example.run();

		const [first, last] = model.requests;
		const [{ content: instructions }, { content: question }] = first.messages;
		expect(question).toBe('Which functions with broken links changed since Monday?');
		const monday = /Monday of this week was (\d{4}-\d\d-\d\d)\./.exec(instructions!)![1];
		expect(new Date(monday).getUTCDay()).toBe(MONDAY);
		expect(first.tools).toEqual([
			expect.objectContaining({
				function: expect.objectContaining({
					name: 'Find_broken_links',
					parameters: expect.objectContaining({
						properties: { changedAfter: expect.objectContaining({ type: 'string' }) },
						required: ['changedAfter'],
					}),
				}),
			}),
		]);

		const sort = { field: 'lastModified', ascending: false };
		const body = { filters: [], sort, limit: 5000 };
		expect(sentIn(run)).toEqual([{ ...SEARCH_REQUEST, body, status: 200 }]);
		const told = last.messages.find(({ role }) => role === 'tool');
		const newest = await searchDirectly({ sort, limit: 5000 });
		const wanted = newest.filter(
			({ links, lastModified }) =>
				lastModified > Date.UTC(2024, 0, 15, 12) && links.some(({ valid }) => valid !== 'VALID'),
		);
		expect(wanted.length).toBeGreaterThan(0);
		expect(JSON.parse(told!.content!)).toEqual([
			{
				found: wanted.length,
				functions: wanted.slice(0, 50).map(({ id, name, lastModified }) => ({
					id,
					name,
					brokenLinks: expect.stringMatching(/: ILLEGAL_REFERENCE$/),
					lastModified: new Date(lastModified).toISOString(),
				})),
				incomplete: false,
			},
		]);

		model.setCalls({ tool: 'Find_broken_links', arguments: { changedAfter: '2999-01-01' } });
		await example.run();
		const none = model.requests.at(-1)!.messages.find(({ role }) => role === 'tool');
		expect(JSON.parse(none!.content!)).toEqual([{ found: 0, functions: [], incomplete: false }]);
		expect(outputOf(run, 'Answer question')).toEqual([{ output: 'Done' }]);
		await api.unpublish(example.id);
	} finally {
		await model.close();
	}
});

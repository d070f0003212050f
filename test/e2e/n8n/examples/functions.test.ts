import type { FaultRule } from '../../../../simulator/faults/rules.ts';
import { connect, SEARCH_REQUEST } from '../../connect.ts';
import { importExampleFile, jsonOf, outputOf, rehearse, sentIn } from './rehearsal.ts';

const { searchDirectly, withFaults } = connect();

rehearse('broken-links-to-tickets.json', async (run) => {
	const sort = { field: 'name', ascending: true };
	const functions = await searchDirectly({ sort, limit: 5000 });
	const expected = functions
		.map((each) => ({ ...each, broken: each.links.filter(({ valid }) => valid !== 'VALID') }))
		.filter(({ broken }) => broken.length > 0)
		.sort((left, right) => left.owner - right.owner)
		.map(({ id, name, owner, broken }) => ({
			title: `Check the links of "${name}"`,
			body: `Function ${id} has broken links: ${broken.map(({ resource, valid }) => `${resource.type} ${resource.id}: ${valid}`).join(', ')}`,
			owner,
		}));
	expect(expected.length).toBeGreaterThan(0);
	expect(expected.length).toBeLessThan(functions.length);

	expect(sentIn(run)).toEqual([
		{ ...SEARCH_REQUEST, body: expect.objectContaining({ filters: [], sort }), status: 200 },
	]);
	expect(jsonOf(run.items)).toEqual(expected);

	const remembering = await importExampleFile('broken-links-to-tickets.json', {
		nodes: { 'Skip known tickets': { disabled: false } },
	});
	expect(outputOf(await remembering.run(), 'Skip known tickets')).toEqual(expected);
	expect(outputOf(await remembering.run(), 'Skip known tickets')).toEqual([]);
});

rehearse('broken-links-by-email.json', async (run, example) => {
	const functions = await searchDirectly({ sort: { field: 'name', ascending: true }, limit: 5000 });
	const wanted = functions.filter(({ links }) => links.some(({ valid }) => valid !== 'VALID'));
	const [{ name, id, owner }] = wanted;
	const [{ subject, text }] = jsonOf(run.items);
	expect(subject).toBe(`${wanted.length} functions have broken links`);
	expect(text).toContain(`${name} (id ${id}, owner ${owner}): `);
	expect(text).toContain(
		`\n\nThe platform reports ${functions.length} functions in total. No function seems to be missing.`,
	);
	expect(run.requests).toHaveLength(1);

	const search = example.nodes.find(({ name }) => name === 'Search functions')!;
	const parameters = { ...search.parameters, name: 'no such function' };
	const without = await importExampleFile('broken-links-by-email.json', {
		nodes: { 'Search functions': { parameters } },
	});
	const none = 'The platform reports 0 functions in total.';
	expect(jsonOf((await without.run()).items)).toEqual([
		{ subject: 'No functions have broken links', text: expect.stringContaining(none) },
	]);

	const nightlyWith = async (fault: FaultRule, reason: RegExp) => {
		const nightly = await withFaults([fault], () => example.runFrom('Start every night'));
		const subject = 'The list of functions is missing or incomplete';
		const text = expect.stringMatching(reason);
		expect(outputOf(nightly, 'Send email')).toEqual([{ subject, text }]);
		return nightly.requests;
	};
	const found =
		/^The list of functions may be incomplete[^]*\n\d+ functions were found\. There may be more\.$/;
	expect(await nightlyWith({ fault: 'degraded' }, found)).toHaveLength(3);
	await nightlyWith({ fault: 'status', status: 403 }, /^The platform returned 403/);
});

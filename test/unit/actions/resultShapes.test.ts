import type { IDataObject } from 'n8n-workflow';
import {
	connectorRun,
	executionShape,
} from '../../../nodes/DataPlatform/actions/connector/run.operation.ts';
import { functionShape } from '../../../nodes/DataPlatform/actions/function/search/functionResult.ts';
import { functionSearch } from '../../../nodes/DataPlatform/actions/function/search.operation.ts';
import { formatResult } from '../../../nodes/DataPlatform/actions/resultFormat.ts';
import { readParameters, runOperation } from '../../support/run-operation.ts';

const link = { resource: { type: 'CARD', id: '7' }, valid: 'ILLEGAL_REFERENCE' };

test('Simplified has dates in ISO 8601, Raw is the response, and neither changes it', () => {
	const started = { executionId: 1, startedAt: 1_731_000_000, endedAt: 1_731_000_001 };
	const response = { id: 1, created: 1_731_000_000_250, lastModified: 1_731_000_000_000 };

	expect(formatResult(started, 'simplified', executionShape)).toStrictEqual({
		executionId: 1,
		startedAt: '2024-11-07T17:20:00.000Z',
		endedAt: '2024-11-07T17:20:01.000Z',
	});
	expect(formatResult(response, 'simplified', functionShape)).toStrictEqual({
		id: 1,
		created: '2024-11-07T17:20:00.250Z',
		lastModified: '2024-11-07T17:20:00.000Z',
	});
	expect(formatResult(response, 'raw', functionShape)).toBe(response);
	expect(response.created).toBe(1_731_000_000_250);
});

test('a selected field that is made from others comes as in Simplified, the others as they were sent', () => {
	const response = { id: 1, name: 'a', created: 1_731_000_000_250, links: [link] };
	const fields = ['id', 'created', 'brokenLinks', 'status'];

	expect(formatResult(response, fields, functionShape)).toEqual({
		id: 1,
		created: 1_731_000_000_250,
		brokenLinks: 'CARD 7: ILLEGAL_REFERENCE',
	});
	expect(formatResult({ id: 1 }, fields, functionShape)).toStrictEqual({ id: 1 });
});

test('fields that only Simplified has can be the only selected fields', async () => {
	const selection = { returnAll: true, resultFormat: 'selected', selectedFields: ['brokenLinks'] };
	const response = { results: [{ id: 1, name: 'a', links: [link] }], hasMore: false };
	const { items } = await runOperation(functionSearch, selection, response);

	expect(items).toEqual([{ id: 1, brokenLinks: 'CARD 7: ILLEGAL_REFERENCE' }]);
});

test.each([
	['simplified', ['ownr'], []],
	['selected', ['name', 'brokenLinks', 'id'], []],
	['selected', ['name', 'ownr'], ['"ownr"']],
	['selected', 'Name, owner, name', ['"Name"']],
	['selected', ['ownr', 'name', 'x', 'ownr'], ['"ownr", "x"']],
])(
	'%s with Fields %j has a hint about unknown fields: %j',
	(resultFormat, selectedFields, fields) => {
		const values = { returnAll: true, resultFormat, selectedFields };
		const hints = fields.map((names) =>
			expect.stringContaining(`'Fields' contains ${names}, which`),
		);
		expect(readParameters(functionSearch, values).hints).toEqual(hints);
	},
);

test('Connector: Run has a hint about unknown fields', () => {
	const selectedFields = ['toe', 'currentSate'];
	const values = { streamId: 1, resultFormat: 'selected', selectedFields };
	const { hints } = readParameters(connectorRun, values);
	expect(hints).toEqual([expect.stringContaining('contains "currentSate", which')]);
});

test('Simplified describes broken links, and no others', () => {
	const links = [
		link,
		{ resource: { type: 'CARD', id: '8' }, valid: 'VALID' },
		{ resource: { type: null, id: '9' }, valid: 'BROKEN' },
		{ valid: 'BROKEN' },
		{ resource: { id: '10' } },
	];
	const simplified = (result: IDataObject) =>
		formatResult({ id: 1, ...result }, 'simplified', functionShape);

	expect(simplified({ links })).toEqual({
		id: 1,
		linkCount: 5,
		brokenLinkCount: 3,
		brokenLinks: 'CARD 7: ILLEGAL_REFERENCE, 9: BROKEN, : BROKEN',
	});
	expect(simplified({ links: 'unexpected' })).toEqual({ id: 1 });
	expect(simplified({ links: [] })).toMatchObject({ linkCount: 0, brokenLinks: '' });
});

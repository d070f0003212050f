import type { IDataObject } from 'n8n-workflow';
import { executionShape } from '../../../nodes/DataPlatform/actions/connector/run.operation.ts';
import { functionShape } from '../../../nodes/DataPlatform/actions/function/search/functionResult.ts';
import { createOutputProperties } from '../../../nodes/DataPlatform/actions/common.descriptions.ts';
import { formatResult, type ResultShape } from '../../../nodes/DataPlatform/actions/output.ts';
import { membersOf } from '../../support/contract.ts';

const shapes: Array<[string, ResultShape<IDataObject>]> = [
	['Function', functionShape],
	['ConnectorExecution', executionShape],
];

const DATES = ['created', 'lastModified', 'startedAt', 'endedAt'];

describe.each(shapes)('%s', (schemaName, shape) => {
	test('its members are those of the contract', () => {
		expect([...shape.members].sort()).toEqual(membersOf(schemaName).sort());
	});

	const found = Object.fromEntries(
		shape.members.map((member, index) => [member, 1_731_000_000_000 + index]),
	);
	const simplified = shape.simplify(found);
	const names = Object.keys(simplified);

	test('Simplified has ten members at most, the id first', () => {
		expect(names.length).toBeLessThanOrEqual(10);
		expect(names[0]).toBe(shape.id);
	});

	test('Simplified has dates as ISO 8601, and everything else unchanged', () => {
		const dates = names
			.filter((name) => DATES.includes(name))
			.map((name) => [name, new Date(found[name]).toISOString()]);
		const others = names.map((name) => [name, found[name]]);
		expect(simplified).toEqual(Object.fromEntries([...others, ...dates]));
	});

	test('Selected Fields offers every member, and what Simplified makes of them', () => {
		const [, choice] = createOutputProperties(shape, {});
		const offered = (choice.options ?? []).map((option) => 'value' in option && option.value);

		expect(offered.sort()).toEqual([...shape.members, ...(shape.derived ?? [])].sort());
	});
});

test('a raw result is the same object, another form leaves it alone', () => {
	const created = 1_731_000_000_250;
	const result = { id: 1, created };

	expect(formatResult(result, 'raw', functionShape)).toBe(result);
	expect(formatResult(result, 'simplified', functionShape)).toStrictEqual({
		id: 1,
		created: '2024-11-07T17:20:00.250Z',
	});
	expect(formatResult(result, ['created', 'name'], functionShape)).toEqual({ created });
	expect(result).toEqual({ id: 1, created });
});

test('a selected field that is made from others comes as in Simplified, the others as they were sent', () => {
	const link = { resource: { type: 'CARD', id: '7' }, valid: 'ILLEGAL_REFERENCE' };
	const result = { id: 1, name: 'a', created: 1_731_000_000_250, links: [link] };
	const fields = ['id', 'name', 'created', 'brokenLinks'];

	expect(formatResult(result, fields, functionShape)).toEqual({
		...{ id: 1, name: 'a', created: 1_731_000_000_250 },
		brokenLinks: 'CARD 7: ILLEGAL_REFERENCE',
	});
	expect(formatResult({ id: 1 }, fields, functionShape)).toEqual({ id: 1 });
});

test('Simplified describes broken links, and no others', () => {
	const links = [
		{ resource: { type: 'CARD', id: '7' }, valid: 'ILLEGAL_REFERENCE' },
		{ resource: { type: 'CARD', id: '8' }, valid: 'VALID' },
		{ resource: { id: '9' }, valid: 'BROKEN' },
		{ valid: 'BROKEN' },
	];
	const simplified = (result: IDataObject) =>
		formatResult({ id: 1, ...result }, 'simplified', functionShape);

	expect(simplified({ links })).toEqual({
		id: 1,
		linkCount: 4,
		brokenLinkCount: 3,
		brokenLinks: 'CARD 7: ILLEGAL_REFERENCE, 9: BROKEN, : BROKEN',
	});
	expect(simplified({ links: [] })).toMatchObject({ linkCount: 0, brokenLinks: '' });
	expect(simplified({})).toEqual({ id: 1 });
});

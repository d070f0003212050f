import type { IDataObject } from 'n8n-workflow';
import { convertFields } from '../../nodes/DataPlatform/actions/ai/extract/convert.ts';

export const STAYS = Symbol('stays as it is and is named');
export const AMBIGUOUS = Symbol('stays, since it could mean two things');
export const PROBLEM_OF = new Map<unknown, string>([
	[STAYS, 'notConverted'],
	[AMBIGUOUS, 'ambiguous'],
]);

/** Without a Date Order. */
export const CERTAIN = { convertTypes: true };

/** Values, and what conversion makes of each. */
export type Table = Array<[value: unknown, converted: unknown]>;

/** Converts each value of a table as a field of the type. */
export function testTable(type: string, table: Table): void {
	test.each(table)(`${type}: %j`, (value, converted) => {
		const problem = PROBLEM_OF.get(converted);
		const expected = problem
			? { fields: { field: value }, left: [{ path: ['field'], problem, value }] }
			: { fields: { field: converted }, left: [] };
		const shapes = new Map([['field', { type }]]);
		expect(convertFields({ field: value } as IDataObject, shapes, CERTAIN)).toMatchObject(expected);
	});
}

import { formatPath, getValueAt } from '../../../nodes/DataPlatform/helpers/paths.ts';

test.each([
	[['a', 'b', 0], 5],
	[['a', 'b'], [5]],
	[['a', 'text', 'length'], undefined],
	[['a', 'b', 'length', 'x'], undefined],
	[['toString'], undefined],
	[['none', 'b'], undefined],
	[['a', 'none', 'b'], undefined],
])('the value at %j is %j', (path, found) => {
	expect(getValueAt({ a: { b: [5], text: 'word', none: null } }, path)).toEqual(found);
});

test.each([
	[['lines', 0, 'price'], 'lines[0].price'],
	[[0, 'a b'], '[0].a b'],
	[[], ''],
])('the path %j is shown as %s', (path, shown) => {
	expect(formatPath(path)).toBe(shown);
});

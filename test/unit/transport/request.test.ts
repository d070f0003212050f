import { path } from '../../../nodes/DataPlatform/transport/request.ts';

test.each([
	['a', '/v1/a/end'],
	['a/b', '/v1/a%2Fb/end'],
	['a b?c#d', '/v1/a%20b%3Fc%23d/end'],
	['%2F', '/v1/%252F/end'],
	['ä', '/v1/%C3%A4/end'],
	['\\', '/v1/%5C/end'],
])('%p becomes one segment', (segment, expected) => {
	expect(path`/v1/${segment}/end`).toBe(expected);
});

test('several segments stay in order', () => {
	expect(path`/a/${'1'}/b/${'2'}`).toBe('/a/1/b/2');
});

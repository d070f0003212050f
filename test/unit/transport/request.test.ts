import fc from 'fast-check';
import { requestOf } from './platform.ts';
import { path, serialize } from '../../../nodes/DataPlatform/transport/request.ts';

const serialized = (body: object) => serialize({ ...requestOf(), body }).text;

test('a request is valid Unicode: halves of surrogate pairs are replaced', () => {
	const body = { 'a\ud83d': ['\udc00b', '😀', '\\ud800', '\\\ud800'] };
	expect(JSON.parse(serialized(body))).toEqual({
		'a\ufffd': ['\ufffdb', '😀', '\\ud800', '\\\ufffd'],
	});
	expect(path`/a/${'\ud83d'}/b`).toBe('/a/%EF%BF%BD/b');
});

test('a request is unchanged otherwise', () => {
	fc.assert(
		fc.property(fc.json(), (json) => {
			const body = JSON.parse(json) as object;
			expect(JSON.parse(serialized(body))).toEqual(
				JSON.parse(json.replace(/\\ud[89a-f]../gi, '\\ufffd')),
			);
		}),
	);
});

test('a GET has its query in the path, and no body', () => {
	const query = { a: 'x y&z', b: undefined, 'c/d': 0, e: false, f: '\ud83d' };
	const path = '/x?a=x%20y%26z&c%2Fd=0&e=false&f=%EF%BF%BD';
	const get = { ...requestOf(), method: 'GET' as const, path: '/x', query };
	expect(serialize(get)).toMatchObject({ method: 'GET', path, text: '' });
	expect(serialize({ ...requestOf(), query: {} }).path).toBe('/x');
});

import {
	executionAnswer,
	extractAnswer,
	jobUpdateAnswer,
	searchPageAnswer,
} from '../../../nodes/DataPlatform/api/answers.ts';
import { ApiFailure } from '../../../nodes/DataPlatform/api/failures.ts';

const failureOf = (read: () => unknown): ApiFailure => {
	try {
		read();
	} catch (error) {
		if (error instanceof ApiFailure) return error;
	}
	throw new Error('The answer was accepted');
};

test.each([[null], [undefined], ['text'], [5], [true], [[]]])('%p is no object', (answer) => {
	const failure = failureOf(() => executionAnswer(answer));

	expect(failure.message).toBe('The answer is not a JSON object');
	expect(failure.howToGoOn).toContain('Base URL');
});

test.each([[{ executionId: 0 }], [{ executionId: 'a', further: 1 }]])('%p started', (answer) => {
	expect(executionAnswer(answer)).toBe(answer);
});

test.each([[{}], [{ executionId: null }], [{ errors: ['no'] }], [Object.create({ a: 1 })]])(
	'%p started nothing',
	(answer) => {
		expect(failureOf(() => executionAnswer(answer)).message).toBe(
			'The answer has no "executionId"',
		);
	},
);

test.each([[{ status: 'OK' }], [{ code: 200 }]])('%p says that the job is updated', (answer) => {
	expect(jobUpdateAnswer(answer)).toBe(answer);
});

test.each([[{}], [{ message: 'Unauthorized' }], [{ code: '200' }]])(
	'%p does not say that the job is updated',
	(answer) => {
		expect(failureOf(() => jobUpdateAnswer(answer)).message).toBe('The answer has no "status"');
	},
);

test('a page is taken as it is, what is not documented is left out', () => {
	const page = { results: [{ id: 1 }], totalHits: 1, hasMore: false, degraded: true };

	expect(searchPageAnswer({ ...page, further: 1 })).toEqual(page);
});

test.each([
	[{ totalHits: '5', hasMore: 1, degraded: 'false' }],
	[{ totalHits: null, hasMore: null, degraded: null }],
	[{ totalHits: NaN }],
	[{}],
])('%p beside the results does not count', (members) => {
	expect(searchPageAnswer({ ...members, results: [] })).toEqual({ results: [] });
});

test.each([[undefined], [null], [{}], ['[]'], [[1]], [[null]], [[[]]]])(
	'results of %p are no functions',
	(results) => {
		expect(failureOf(() => searchPageAnswer({ results })).message).toBe(
			'The answer has no list "results"',
		);
	},
);

test('an extraction keeps everything beside its output', () => {
	const answer = { output: {}, model: 'm', further: [1] };

	expect(extractAnswer(answer)).toEqual(answer);
});

test.each([[undefined], [null], [[]], ['{}'], [5]])('an output of %p is none', (output) => {
	expect(failureOf(() => extractAnswer({ output })).message).toBe(
		'The answer has no object "output"',
	);
});

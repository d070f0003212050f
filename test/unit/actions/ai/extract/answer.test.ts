import { failureOf } from '../../../../../harness/unit/failure.ts';
import { extractAnswer } from '../../../../../nodes/DataPlatform/actions/ai/extract/answer.ts';

test('an extraction keeps everything beside its output', () => {
	const answer = { output: {}, model: 'm', further: [1] };

	expect(extractAnswer(answer)).toEqual(answer);
});

test.each([[undefined], [null], [[]], ['{}'], [5]])('an output of %p is none', (output) => {
	expect(failureOf(() => extractAnswer({ output })).message).toBe(
		'The response has no object "output"',
	);
});

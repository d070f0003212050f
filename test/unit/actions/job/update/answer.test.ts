import { failureOf } from '../../../../support/failure.ts';
import { jobUpdateAnswer } from '../../../../../nodes/DataPlatform/actions/job/update/answer.ts';

test.each([[{ status: 'OK' }], [{ code: 200 }]])('%p says that the job is updated', (answer) => {
	expect(jobUpdateAnswer(answer)).toBe(answer);
});

test.each([[{}], [{ message: 'Unauthorized' }], [{ code: '200' }]])(
	'%p does not say that the job is updated',
	(answer) => {
		expect(failureOf(() => jobUpdateAnswer(answer)).message).toBe('The response has no "status"');
	},
);

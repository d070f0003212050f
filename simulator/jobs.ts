import type { Job, JobUpdateResult } from '../contract/types.ts';

/** The updated jobs with their last definitions. An update replaces everything (`api-spec.md` part 1). */
export function createJobs() {
	const jobs = new Map<
		string,
		{ applicationId: string; jobId: string; updates: number; definition: Job }
	>();

	return {
		update(applicationId: string, jobId: string, definition: Job): JobUpdateResult {
			const key = JSON.stringify([applicationId, jobId]);
			const updates = (jobs.get(key)?.updates ?? 0) + 1;
			jobs.set(key, { applicationId, jobId, updates, definition });
			return {
				status: 'OK',
				code: 200,
				message: `Job ${jobId} of application ${applicationId} is updated`,
			};
		},

		list: () => [...jobs.values()],
	};
}

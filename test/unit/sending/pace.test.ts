import { Pace } from '../../../nodes/DataPlatform/sending/pace.ts';
import { RunController } from '../../../nodes/DataPlatform/sending/runController.ts';

test('after a refusal as many are allowed as were under way when the refused one went out', async () => {
	const pace = new Pace({ maxConcurrency: 8, maxRequestsPerSecond: 0 });
	const controller = new RunController(undefined);
	const permit = async () => await pace.acquire(controller, undefined, 1000);
	await permit();
	const refused = await permit();
	await permit();
	await permit();

	pace.slowDown(refused, 1000);

	expect(pace.atATime).toBe(1);
});

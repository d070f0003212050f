import { ExecutionController } from '../../../nodes/DataPlatform/helpers/executionController.ts';
import {
	breakerOf,
	NOT_SENT,
	platform,
	sendInTurn,
	sender,
	settle,
	usePlatform,
} from './breakerPlatform.ts';

describe('the circuit breaker for runs', () => {
	usePlatform();

	let isUp: boolean;
	let probes: number;
	beforeEach(() => {
		isUp = false;
		probes = 0;
	});
	const withProbe = () =>
		sender(breakerOf(), async () => {
			probes++;
			return isUp;
		});

	test('two failures open it, and no run is sent as a probe', async () => {
		const send = withProbe();
		const ends = [];
		for (let item = 0; item < 6; item++) ends.push(await settle(send(`0:${item}`)));

		expect(ends).toEqual(['Down', 'Down', NOT_SENT, NOT_SENT, NOT_SENT, NOT_SENT]);
		expect(platform.sent).toHaveLength(2);
		expect(probes).toBe(16);
	});

	test('after a successful probe one run is sent, and when it succeeds all others', async () => {
		const send = withProbe();
		await sendInTurn(send, 2);
		isUp = true;
		platform.failure = undefined;
		for (let item = 2; item < 6; item++) expect(await settle(send(`0:${item}`))).toBe('done');
		expect(probes).toBe(1);
	});

	test('when the run after a successful search has an unknown outcome, no other run is sent', async () => {
		const send = withProbe();
		await sendInTurn(send, 2);
		isUp = true;
		const [first, ...others] = await settle(
			Promise.all([2, 3, 4].map(async (item) => await send(`0:${item}`))),
		);
		expect([first, ...others].sort()).toEqual(['Down', NOT_SENT, NOT_SENT]);
		await platform.clock.tickAsync(120_000);
		expect(await settle(send('0:5'))).toBe(NOT_SENT);
		expect(platform.sent).toHaveLength(3);
	});

	/** Sends runs one after another, whose outcomes and searches succeed (1) or fail (0) as listed. */
	async function sendRuns(runs: string, searches: string): Promise<string[]> {
		const [ofRuns, ofSearches] = [[...runs], [...searches]];
		const send = sender(breakerOf(), async () => (ofSearches.shift() ?? '1') === '1');
		const ends = [];
		for (let item = 0; ofRuns.length > 0 && ends.at(-1) !== NOT_SENT; item++) {
			platform.failure = ofRuns[0] === '1' ? undefined : { httpCode: 500 };
			const before = platform.sent.length;
			ends.push(await settle(send(`0:${item}`)));
			if (platform.sent.length > before) ofRuns.shift();
		}
		return ends.map((end) => (end === NOT_SENT ? 'x' : end === 'done' ? '1' : '0'));
	}

	const MANY = '0'.repeat(14);
	test.each([
		['only runs fail: three are unknown', '0001', '', '000x'],
		['the platform is down: two are unknown', '0001', '0000000000000000', '00x'],
		['a search fails too, so failures are random', '0001', '101', '0001'],
		['isolated failures are not random', '01010101010001', '', '0101010101000x'],
		['after a recovery one more run may fail', '100100001', '', '10010000x'],
		['after each recovery one more', '100100100001', '', '100100100001'],
		[
			'at random, failed searches before and after a run do not add up',
			'0010001',
			`1${MANY}1${MANY}1`,
			'0010001',
		],
	])('%s', async (_, runs, searches, expected) => {
		expect((await sendRuns(runs, searches)).join('')).toBe(expected);
	});

	test("when the run after a successful probe wasn't sent, probing continues", async () => {
		platform.failure = { networkCode: 'ECONNREFUSED', sent: false };
		const send = withProbe();
		await sendInTurn(send, 2);
		isUp = true;
		expect(await settle(send('0:2'))).toBe('Down');
		platform.failure = undefined;
		expect(await settle(send('0:3'))).toBe('done');
	});

	test("an item whose search failed earlier doesn't affect the probe of another item", async () => {
		const responds = [false];
		const send = sender(breakerOf(), () => Promise.resolve(responds.shift() ?? true));
		await sendInTurn(send, 2);
		platform.takes = 50_000;
		const givesUp = send('0:2', { deadline: performance.now() + 20_000 });
		// It is the next to probe.
		await platform.clock.tickAsync(1485);
		const run = send('0:3');
		await platform.clock.tickAsync(20_000);
		expect(await givesUp).toBe(NOT_SENT);
		const waits = send('0:4');
		await platform.clock.tickAsync(5000);
		expect(platform.sent.map(({ item }) => item)).toEqual(['0:0', '0:1', '0:3']);
		await settle(Promise.all([run, waits]));
	});

	test("after Stop during the probe, the run isn't sent and the next one can probe", async () => {
		const controller = new ExecutionController(undefined);
		const send = sender(breakerOf(), async () => {
			await Promise.resolve(controller.abort());
			return true;
		});
		await sendInTurn(send, 2);
		platform.failure = undefined;
		expect(await settle(send('0:2', { controller }))).toMatch(/No longer needed/);
		expect(platform.sent).toHaveLength(2);
		expect(await settle(send('0:3'))).toBe('done');
	});

	test('after a probe throws an error, the next one can probe', async () => {
		let isBroken = true;
		const send = sender(breakerOf(), async () => {
			if (isBroken) throw new Error('Stopped');
			return true;
		});
		await sendInTurn(send, 2);
		expect(await settle(send('0:2'))).toBe('Stopped');
		isBroken = false;
		platform.failure = undefined;
		expect(await settle(send('0:3'))).toBe('done');
	});
});

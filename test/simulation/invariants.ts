import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { checkEnding } from './endings.ts';
import { fateOf, mayBeHandled } from './fates.ts';
import { runScenario, type Sent, type Trace } from './run.ts';
import { hasTokens, mixesTurns, ODD, type Scenario, TOKEN } from './scenario.ts';

const HEADER = 'x-service-developer-token';
/** The default of each operation. */
const MAX_CONCURRENCY = { Run: 1, Update: 100, Extract: 100, Search: 100 };

/** Checks a simulated execution. The error has the violation, the requests that arrived, and the output. */
export async function checkScenario(scenario: Scenario): Promise<void> {
	const { sent, endings, ...trace } = await runScenario(scenario);
	try {
		checkInvariants({ sent, endings, ...trace });
	} catch (violation) {
		const { message } = violation as Error;
		throw new Error(inspect({ message, sent, endings }, { depth: 7, breakLength: 120 }));
	}
}

/** Checks everything that must hold for every simulated execution. */
export function checkInvariants(trace: Trace): void {
	const { operation, shared } = trace.scenario;
	// Runs of one stream don't show their item.
	if (operation !== 'Run' || shared === undefined) {
		checkSentAgain(trace);
		for (const ending of trace.endings) checkEnding(trace, ending);
	}
	checkOrder(trace);
	checkJobs(trace);
	checkConcurrency(trace);
	checkToken(trace);
	assert(!trace.saved.includes('"internal"'), 'an error in our own code');
}

/** No run that may have been handled is sent again, and no response that came is requested again. */
function checkSentAgain({ scenario: { operation }, sent }: Trace): void {
	if (operation === 'Search') return;
	for (const [index, earlier] of sent.entries()) {
		const hasResponse = fateOf(earlier) === 'responded';
		const again = sent.slice(index + 1).find(({ id, turn }) => {
			if (id !== earlier.id) return false;
			return hasResponse ? turn === earlier.turn : operation === 'Run' && mayBeHandled(earlier);
		});
		assert(!again, `request ${again?.number} repeats request ${earlier.number}`);
	}
}

/** The token is only in its header. */
function checkToken({ scenario, sent, saved }: Trace): void {
	// Runs of one stream don't show their item.
	const showsItem = scenario.operation !== 'Run' || scenario.shared === undefined;
	for (const { number, headersSeen, path, body, id } of sent) {
		const { [HEADER]: own, ...others } = headersSeen;
		const isOdd = hasTokens(scenario) && Number(id) % 2 === 1;
		if (showsItem) assert.equal(own, `[token]${isOdd ? ODD : ''}`, `token of request ${number}`);
		const isElsewhere = JSON.stringify([others, path, body]).includes('token]');
		assert(!isElsewhere, `request ${number}: the token is elsewhere than in its header`);
	}
	// Saved data is JSON, and so may be the texts in it.
	assert(!saved.replace(/\\+(["/])/g, '$1').includes(TOKEN), 'the token is saved');
}

/** Whether a request was in progress when another one arrived. The simulator notices canceled ones late. */
function isInProgress(earlier: Sent, { number }: Sent): boolean {
	return number <= (earlier.overAt ?? Infinity) && !earlier.connectionClosedByClient;
}

/** Updates of one job, and runs of one stream, go one after another in the order of the items. Each try starts again. */
function checkOrder({ scenario, sent }: Trace): void {
	const { operation, retries, settings } = scenario;
	if (operation !== 'Update' && operation !== 'Run') return;
	const isOneTry = !settings.retryOnFail && retries === 0;
	for (const requests of Map.groupBy(sent, ({ turn, path }) => `${turn} ${path}`).values()) {
		for (const [index, later] of requests.slice(1).entries()) {
			const before = requests[index];
			const mayOverlap = operation === 'Update' && before.id === later.id;
			const isConcurrent = isInProgress(before, later) && !mayOverlap;
			const isEarlier = isOneTry && Number(later.id) < Number(before.id);
			const ids = `${later.number} (${later.id}) and ${before.number} (${before.id})`;
			assert(!isConcurrent && !isEarlier, `the requests ${ids} aren't in order`);
		}
	}
}

/**
 * No update is sent after a later item's has succeeded. So each job ends with the definition of the last of its items
 * that succeeded, or of a later one that says that it may have run.
 */
function checkJobs({ scenario, sent }: Trace): void {
	if (scenario.operation !== 'Update' || mixesTurns(scenario)) return;
	for (const requests of Map.groupBy(sent, ({ turn, path }) => `${turn} ${path}`).values()) {
		let last: Sent | undefined;
		for (const request of requests) {
			const isLate = last && Number(request.id) < Number(last.id);
			assert(!isLate, `request ${request.number} comes after the later item of ${last?.number}`);
			if (fateOf(request) === 'responded' && request.overAt !== undefined) last = request;
		}
	}
}

/** There are never more requests in parallel than Max Concurrency. */
function checkConcurrency({ scenario: { operation, requestOptions }, sent }: Trace): void {
	const { maxConcurrency = MAX_CONCURRENCY[operation] } = requestOptions;
	for (const [index, later] of sent.entries()) {
		const others = sent.slice(0, index).filter((earlier) => isInProgress(earlier, later)).length;
		const what = `request ${later.number} is in parallel with ${others}`;
		assert(others < maxConcurrency, `${what}, with a Max Concurrency of ${maxConcurrency}`);
	}
}

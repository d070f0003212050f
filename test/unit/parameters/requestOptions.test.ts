import { operations } from '../../../nodes/DataPlatform/actions/operations.ts';
import { ParameterReader } from '../../../nodes/DataPlatform/parameters/reader.ts';
import {
	readRequestOptions,
	createRequestOptionsProperty,
} from '../../../nodes/DataPlatform/parameters/requestOptions.ts';

const cases = operations.map((operation) => [String(operation.option.value), operation] as const);

describe.each(cases)('%s', (_, operation) => {
	const { requestDefaults } = operation;
	const field = createRequestOptionsProperty(operation);
	const optionsOf = (requestOptions: object) => {
		const read = new ParameterReader(() => requestOptions, [field]);
		return readRequestOptions(read, requestDefaults);
	};

	test('a request that ran into its Timeout is sent again by default', () => {
		const { retryBudget, timeout, maxRetries } = optionsOf({});
		expect(maxRetries).toBeGreaterThan(0);
		// The longest pause before the second try is a second.
		expect(retryBudget).toBeGreaterThan(timeout + 1);
		expect(optionsOf({ timeout: 4000 }).retryBudget).toBeGreaterThan(4001);
	});

	test('a short Timeout does not shorten the Retry Budget', () => {
		expect(optionsOf({ timeout: 1 }).retryBudget).toBe(optionsOf({}).retryBudget);
	});

	test('what is set is taken', () => {
		const set = {
			...{ maxConcurrency: 3, maxRequestsPerSecond: 0.5, maxRetries: 1 },
			...{ retryBudget: 7, showRequest: true, timeout: 4000 },
		};
		expect(optionsOf(set)).toMatchObject(set);
		const none = { maxRetries: 0, retryBudget: 0, showRequest: false };
		expect(optionsOf({ maxRequestsPerSecond: 0, ...none })).toMatchObject({
			maxRequestsPerSecond: Infinity,
			...none,
		});
	});

	test('the default in the editor applies if the option is not set', () => {
		const shown = (field.options ?? []).map((option) => [
			option.name,
			'default' in option && option.default,
		]);
		const { trustsThrottling, ...held } = optionsOf({});
		const { after429Or503 = 'sendAgain', ...others } = Object.fromEntries(shown);
		expect({ ...others, maxRequestsPerSecond: Infinity }).toEqual(held);
		expect(after429Or503 === 'sendAgain').toBe(trustsThrottling);
	});
});

describe('After 429 or 503', () => {
	const optionsOf = (operation: (typeof operations)[number], after429Or503?: string) => {
		const read = new ParameterReader(
			() => ({ ...(after429Or503 && { after429Or503 }) }),
			[createRequestOptionsProperty(operation)],
		);
		const { requestDefaults } = operation;
		return readRequestOptions(read, requestDefaults);
	};
	const run = operations.find(({ idempotency }) => idempotency === 'nonIdempotent')!;

	test.each([
		['unknownOutcome', false],
		['sendAgain', true],
		[undefined, true],
	])('%p: they are trusted: %p', (value, trusted) => {
		expect(optionsOf(run, value).trustsThrottling).toBe(trusted);
	});

	test('only Run has it, and no other value', () => {
		expect(() => optionsOf(run, 'nonsense')).toThrow('must be one of sendAgain, unknownOutcome');
		for (const operation of operations.filter((each) => each !== run)) {
			expect(() => optionsOf(operation, 'sendAgain')).toThrow('can\'t contain "after429Or503"');
		}
	});
});

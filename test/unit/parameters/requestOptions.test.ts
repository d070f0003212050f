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

	test('what is set is taken', () => {
		const set = {
			...{ maxConcurrency: 3, maxRequestsPerSecond: 0.5, maxRetries: 1 },
			...{ showRequest: true, timeout: 4000 },
		};
		expect(optionsOf(set)).toMatchObject(set);
		const none = { maxRetries: 0, showRequest: false };
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
		const unset = { maxRequestsPerSecond: Infinity, maxRetries: undefined };
		expect({ ...Object.fromEntries(shown), ...unset }).toEqual(optionsOf({}));
	});
});

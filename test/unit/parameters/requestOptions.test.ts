import type { INodeProperties } from 'n8n-workflow';
import { createRequestOptionsProperty } from '../../../nodes/DataPlatform/actions/common.descriptions.ts';
import { operations } from '../../../nodes/DataPlatform/actions/operations.ts';
import { ParameterReader } from '../../../nodes/DataPlatform/parameters/reader.ts';
import { readRequestOptions } from '../../../nodes/DataPlatform/parameters/requestOptions.ts';

describe.each(operations)('$option.action', (operation) => {
	const property = createRequestOptionsProperty(operation);
	const readOptions = (requestOptions: object) =>
		readRequestOptions(
			new ParameterReader(() => requestOptions, [property]),
			operation.requestDefaults,
		);

	test('options that are set apply', () => {
		const set = {
			...{ maxConcurrency: 3, maxRequestsPerSecond: 0.5, maxRetries: 0 },
			...{ showRequest: true, timeout: 4000 },
		};

		expect(readOptions(set)).toEqual(set);
	});

	test('without options, the defaults that the editor shows apply', () => {
		const shown = (property.options as INodeProperties[]).map((option) => [
			option.name,
			option.default,
		]);

		expect(readOptions({})).toEqual({
			...Object.fromEntries(shown),
			maxRequestsPerSecond: Infinity,
			maxRetries: undefined,
		});
	});
});

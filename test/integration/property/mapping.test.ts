import fc from 'fast-check';
import { parameterValues } from './parameterValues.ts';
import type { Operation } from '../../../nodes/DataPlatform/actions/operation.ts';
import { operations } from '../../../nodes/DataPlatform/actions/operations.ts';
import {
	parseJsonWithBigInts,
	stringifyJson,
} from '../../../nodes/DataPlatform/helpers/exactJson.ts';
import type { InputItem } from '../../../nodes/DataPlatform/parameters/inputItem.ts';
import { InvalidParameterError } from '../../../nodes/DataPlatform/parameters/invalidParameter.ts';
import { ParameterReader } from '../../../nodes/DataPlatform/parameters/reader.ts';
import type { Contract } from '../../../simulator/contract.ts';
import { loadContract } from '../../../simulator/contract.ts';
import { documentedOperations } from '../../support/contract.ts';
import { captureFirstRequest } from '../../support/run-operation.ts';
import { withInner } from '../../unit/actions/withInner.ts';

const RUNS = 1500;

const ITEM: InputItem = {
	json: { id: 1 },
	files: new Map([
		['data', { data: '', mimeType: 'text/plain', fileName: 'page.txt', fileExtension: 'txt' }],
	]),
	readFile: async () => Buffer.from('Total 99.50'),
};

/** The operation in the contract, and a pattern for its path. */
function documentedRequest({ option }: Operation) {
	const { operationId, path } = documentedOperations().find(
		({ summary }) => summary === option.action,
	)!;
	return { id: operationId, path: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/?#\\\\]+')}$`) };
}

let contract: Contract;
beforeAll(async () => {
	contract = await loadContract('/');
});

async function requestOf(operation: Operation, values: Record<string, unknown>) {
	const valueOf = (name: string) => (Object.hasOwn(values, name) ? values[name] : undefined);
	const read = new ParameterReader(valueOf, operation.properties);
	return await captureFirstRequest(operation, operation.readParameters(read, ITEM));
}

test.each(operations)(
	'$option.action: any parameters become a request of the contract, or an error that names one',
	async (operation) => {
		const { id, path } = documentedRequest(operation);
		const names = operation.properties.flatMap(withInner).map(({ displayName }) => displayName);
		let sent = 0;
		await fc.assert(
			fc.asyncProperty(parameterValues(operation.properties), async (values) => {
				const request = await requestOf(operation, values).catch((reason: unknown) => {
					expect(reason).toBeInstanceOf(InvalidParameterError);
					const { message, parameter, description } = reason as InvalidParameterError;
					expect(names).toContain(parameter);
					expect(message).toContain(`'${parameter}' `);
					expect(description).toMatch(/\w/);
				});
				if (!request) return;
				sent++;
				const { method, path: sentPath } = request;
				const text = stringifyJson(request.body);
				expect(sentPath).toMatch(path);
				expect(new URL(`http://host${sentPath}`).pathname).toBe(sentPath);
				expect(contract.match(method, sentPath).operation).toBe(id);
				contract.checkRequest(id, {
					method,
					path: sentPath,
					headers: { 'content-type': 'application/json' },
					body: JSON.parse(text) as object,
				});
				// Nothing is lost in the JSON.
				expect(stringifyJson(parseJsonWithBigInts(text))).toBe(text);
			}),
			{ numRuns: RUNS },
		);

		expect(sent).toBeGreaterThan(RUNS / 50);
	},
);

import fc from 'fast-check';
import { documentedOperations } from '../../support/contract.ts';
import type { SentRequest } from '../../support/panel.ts';
import { requestFor } from '../../support/panel.ts';
import { serialize } from '../../../nodes/DataPlatform/transport/request.ts';
import { parseJsonExact, stringifyJson } from '../../../nodes/DataPlatform/helpers/exactJson.ts';
import { operations } from '../../../nodes/DataPlatform/actions/operations.ts';
import type { Operation } from '../../../nodes/DataPlatform/actions/operation.ts';
import { InvalidParameterError } from '../../../nodes/DataPlatform/parameters/validators.ts';
import type { InputItem } from '../../../nodes/DataPlatform/parameters/inputItem.ts';
import { ParameterReader } from '../../../nodes/DataPlatform/parameters/reader.ts';
import type { Contract } from '../../../simulator/contract.ts';
import { loadContract } from '../../../simulator/contract.ts';
import { panelValues } from './panelValues.ts';

const RUNS = 1500;

const ITEM: InputItem = {
	timezone: 'UTC',
	json: { id: 1 },
	files: new Map([
		['data', { data: '', mimeType: 'text/plain', fileName: 'page.txt', fileExtension: 'txt' }],
	]),
	readFile: async () => Buffer.from('Total 99.50'),
};

/** The operation in the contract, and what its path must look like, whatever the identifiers are. */
function documented({ option }: Operation) {
	const { operationId, path } = documentedOperations().find(
		({ summary }) => summary === option.action,
	)!;
	return { id: operationId, path: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/?#\\\\]+')}$`) };
}

let contract: Contract;
beforeAll(async () => {
	contract = await loadContract('/');
});

async function requestOf(
	operation: Operation,
	panel: Record<string, unknown>,
): Promise<SentRequest> {
	const valueOf = (name: string) => (Object.hasOwn(panel, name) ? panel[name] : undefined);
	const read = new ParameterReader(valueOf, operation.properties);
	return await requestFor(operation, operation.readParameters(read, ITEM));
}

/** Every name that a message may call a parameter by: those of the panel, at any depth. */
function displayNames(fields: unknown): string[] {
	if (Array.isArray(fields)) return fields.flatMap(displayNames);
	if (typeof fields !== 'object' || fields === null) return [];
	const { displayName, options, values } = fields as Record<string, unknown>;
	return [String(displayName), ...displayNames(options), ...displayNames(values)];
}

describe.each(
	operations.map(
		(operation) =>
			[`${String(operation.resource.value)} ${String(operation.option.value)}`, operation] as const,
	),
)('%s', (_, operation) => {
	const { id, path } = documented(operation);
	const names = displayNames(operation.properties);

	test('any panel becomes a request that keeps the contract, or a refusal that names the parameter', async () => {
		let sent = 0;
		await fc.assert(
			fc.asyncProperty(panelValues(operation.properties), async (panel) => {
				const request = await requestOf(operation, panel).catch((reason: unknown) => {
					expect(reason).toBeInstanceOf(InvalidParameterError);
					const { message, parameter, description } = reason as InvalidParameterError;
					expect(names).toContain(parameter);
					expect(message).toContain(`'${parameter}' `);
					expect(description).toMatch(/\w/);
				});
				if (!request) return;
				sent++;
				const wire = serialize(request);
				expect(wire.path).toMatch(path);
				expect(new URL(`http://host${wire.path}`).pathname).toBe(wire.path);
				expect(contract.match(wire.method, wire.path).operation).toBe(id);
				contract.checkRequest(id, {
					method: wire.method,
					path: wire.path,
					headers: { 'content-type': 'application/json' },
					body: JSON.parse(wire.text) as object,
				});
				// What stands in the body is what was meant: nothing is lost on the way to JSON.
				const body = parseJsonExact(wire.text);
				expect(stringifyJson(body)).toBe(stringifyJson(request.body));
				expectKept(body, request.body);
			}),
			{ numRuns: RUNS },
		);

		expect(sent).toBeGreaterThan(RUNS / 50);
	});
});

/** Whether JSON carried every member over; what is undefined is not set, in a list it counts as null. */
function expectKept(parsed: unknown, meant: unknown): void {
	if (typeof meant === 'bigint') {
		expect(BigInt(parsed as number)).toBe(meant);
		return;
	}
	if (typeof meant !== 'object' || meant === null || meant instanceof Date) {
		if (!(meant instanceof Date)) expect(parsed).toBe(meant === 0 ? 0 : (meant ?? null));
		return;
	}
	const set = Object.entries(meant).filter(
		([, value]) => Array.isArray(meant) || value !== undefined,
	);
	expect(Object.keys(parsed as object)).toEqual(set.map(([name]) => name));
	for (const [name, value] of set) {
		expectKept((parsed as Record<string, unknown>)[name], value);
	}
}

// Each member by which the node decides, as a value of every type. The contract and Ajv decide which are valid: null
// is absent, and a value or the JSON in a text must be of the documented type. Otherwise, the message names the member.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { validCalls } from './validCalls.ts';
import { operations } from '../../../nodes/DataPlatform/actions/operations.ts';
import type { ApiError } from '../../../nodes/DataPlatform/transport/apiError.ts';
import { contract } from '../../support/contract.ts';
import { runOperation } from '../../support/run-operation.ts';

const MEMBERS: Array<[action: string, schema: string, member: string]> = [
	['Search functions', 'SearchResponse', 'results'],
	['Search functions', 'SearchResponse', 'totalHits'],
	['Search functions', 'SearchResponse', 'hasMore'],
	['Search functions', 'SearchResponse', 'degraded'],
	['Extract fields from text with AI', 'ExtractResponse', 'output'],
	['Run connector', 'ConnectorExecution', 'executionId'],
	['Update job', 'JobUpdateResult', 'status'],
	['Update job', 'JobUpdateResult', 'code'],
];

// prettier-ignore
const VALUES = [
	'text', '', ' ', '5', '007', '-1', '1.5', 'true', 'FALSE', 'yes', '[]', '{"a":1}', '{',
	0, 1, 5, -1, 1.5, 1e21, true, false, [], [1], [{}], {}, { a: 1 },
];

const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema(contract, 'contract');

/** Returns how an operation ends if its response has this value, or lacks the member. */
async function endOf(action: string, member: string, value?: unknown) {
	const { values, response } = validCalls[action];
	const operation = operations.find(({ option }) => option.action === action)!;
	const { [member]: _, ...others } = response as Record<string, unknown>;
	const sent = value === undefined ? others : { ...others, [member]: value };
	return await runOperation(operation, values, structuredClone(sent)).then(
		({ items }) => ({ items }),
		({ message, details }: ApiError) => ({ message, kind: details.kind }),
	);
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text.toLowerCase());
	} catch {
		return undefined;
	}
}

describe.each(MEMBERS)('%s: %s.%s', (action, schema, member) => {
	const isValid = ajv.compile({
		$ref: `contract#/components/schemas/${schema}/properties/${member}`,
	});

	test('null counts as absent', async () => {
		const [absent, ofNull] = [await endOf(action, member), await endOf(action, member, null)];
		expect(ofNull).toMatchObject('items' in absent ? { items: [{}] } : absent);
	});

	test.each(VALUES)('%j', async (value) => {
		const isText = typeof value === 'string';
		// Leading zeros aren't JSON, but digits.
		const asJson = isText ? parseJson(/^\d+$/.test(value) ? String(Number(value)) : value) : value;
		// An ID is only passed on, so any text will do. Lists in texts aren't read.
		const isTextId = member === 'executionId' && isText && value.trim() !== '';
		const isAccepted = isValid(value) || (isValid(asJson) && !Array.isArray(asJson)) || isTextId;
		const end = await endOf(action, member, value);

		if (isAccepted) expect(end).toHaveProperty('items');
		else {
			expect(end).toEqual({
				kind: 'unexpectedResponse',
				message: expect.stringContaining(`"${member}"`),
			});
		}
	});
});

test('other members come out as sent', async () => {
	const { items } = (await endOf('Run connector', 'streamId', '12')) as { items: object[] };
	expect(items).toHaveLength(1);
});

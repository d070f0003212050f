import * as core from 'n8n-core';
import * as n8n from 'n8n-workflow';
import { DataPlatformApi } from '../../../credentials/DataPlatformApi.credentials.ts';
import { nodeOf, stubNodeType } from './nodes.ts';
import { additionalDataOf, prepareContainer, storeCredential } from './serverParts.ts';

const NODE_TYPE = 'n8n-nodes-base.noOp';

/**
 * Tests a credential as n8n's server does (credentials-tester.service.ts of 1.123 and 2.41): sends the request of
 * the credential's class with n8n-core, and reads the result by the class's rules.
 */
export async function testCredential(
	data: n8n.ICredentialDataDecryptedObject,
): Promise<n8n.INodeCredentialTestResult> {
	await prepareContainer();
	const { test, name } = new DataPlatformApi();
	const rules = (test.rules ?? []) as Array<
		n8n.IAuthenticateRuleResponseCode | n8n.IAuthenticateRuleResponseSuccessBody
	>;
	let items: n8n.INodeExecutionData[][] | undefined;
	try {
		items = await send(test.request, { id: '1', name, type: name, data });
	} catch (error) {
		return { status: 'Error', message: messageOf(error as FailedRequest, rules) };
	}
	const rule = rules.find(
		({ type, properties }) =>
			type === 'responseSuccessBody' &&
			memberOf(items![0][0].json, properties.key) === properties.value,
	);
	if (rule) return { status: 'Error', message: rule.properties.message };
	return { status: 'OK', message: 'Connection successful!' };
}

/** Sends the request of a declarative credential test. */
async function send(
	request: n8n.ICredentialTestRequest['request'],
	credential: n8n.ICredentialsDecrypted,
): Promise<n8n.INodeExecutionData[][] | undefined> {
	const { name, data = {} } = credential;
	const { reference, helper } = await storeCredential(data);
	const nodeType = stubNodeType(async () => []);
	nodeType.description.credentials = [{ name, required: true }];
	nodeType.description.properties = [
		{ displayName: 'Temp', name: 'temp', type: 'string', default: '', routing: { request } },
	];
	const node = nodeOf({
		name: 'Temp-Node',
		type: NODE_TYPE,
		credentials: { [name]: reference },
	});
	const nodeTypes = { getByName: () => nodeType, getByNameAndVersion: () => nodeType };
	const saved = { id: 'test', name: 'test', active: false, nodes: [node], connections: {} };
	const context = new core.ExecuteContext(
		new n8n.Workflow({ ...saved, nodeTypes: nodeTypes as unknown as n8n.INodeTypes }),
		node,
		additionalDataOf(saved as unknown as n8n.IWorkflowBase, helper, 'test'),
		'internal',
		n8n.createEmptyRunExecutionData(),
		0,
		[],
		{ main: [[{ json: {} }]] },
		{ node, data: {}, source: null },
		[],
	);
	return await new core.RoutingNode(context, nodeType, credential).runNode();
}

interface FailedRequest extends Error {
	cause?: { code?: string; response?: { status: number; statusText: string } };
}

function messageOf(
	{ message, cause }: FailedRequest,
	rules: Array<n8n.IAuthenticateRuleResponseCode | n8n.IAuthenticateRuleResponseSuccessBody>,
): string {
	if (!cause?.response) return cause?.code ?? message;
	const { status, statusText } = cause.response;
	const rule = rules.find(
		({ type, properties }) => type === 'responseCode' && properties.value === status,
	);
	return rule?.properties.message ?? (statusText || `Received HTTP status code: ${status}`);
}

/** The member of a JSON object; undefined for other values, as lodash's `get` returns it. */
function memberOf(body: unknown, name: string): unknown {
	return (body as Record<string, unknown> | undefined)?.[name];
}

import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { ApiError } from '../../../../nodes/DataPlatform/transport/apiError.ts';
import { createExecutionError } from '../../../../nodes/DataPlatform/actions/router/executionError.ts';
import { reportOf } from './reportOf.ts';

const NODE = { name: 'Node', type: 'package.dataPlatform', parameters: {} } as unknown as INode;
const TOOL = { ...NODE, type: 'package.dataPlatformTool' };

const rejected = new ApiError('Not <this>.', 'Do <that>.', { httpCode: 400 });

test('the error is the one of the first failed item', () => {
	const failed = { 1: rejected, 2: new ApiError('Later', '') };
	const error = createExecutionError(NODE, reportOf(4, { failed }));

	expect(error).toBeInstanceOf(NodeApiError);
	expect(error.message).toBe('Not <this>. [item 1]');
	expect(error.description).toBe(
		"No item is done; items 1 to 2 failed; 2 items weren't sent. Do &lt;that&gt;.",
	);
	expect(error.context).toMatchObject({ itemIndex: 1 });
	expect(error.messages).toEqual([]);
	expect((error as NodeApiError).httpCode).toBe('400');
});

test('a single item needs no number, and if nothing was sent, the message says so', () => {
	const report = reportOf(1, { invalid: { 0: rejected } });

	expect(createExecutionError(NODE, report).message).toBe('Not <this>. Nothing was sent.');
});

test('an agent gets everything in the message: what happened, what to do, and the kind', () => {
	const error = createExecutionError(TOOL, reportOf(1, { failed: { 0: rejected } }));

	expect(error).toBeInstanceOf(NodeOperationError);
	expect(error.message).toBe('Not <this>. Do <that>. Kind: rejected.');
	expect(error.description).toBe('');
});

test('an agent gets the kind even if there is nothing to do', () => {
	const failed = { 0: new ApiError('Not this.', '') };

	expect(createExecutionError(TOOL, reportOf(1, { failed })).message).toBe(
		'Not this. Kind: unexpectedResponse.',
	);
});

import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { ApiError } from '../../../../nodes/DataPlatform/transport/failures.ts';
import { stopError } from '../../../../nodes/DataPlatform/actions/router/errors.ts';
import type { Report } from '../../../../nodes/DataPlatform/actions/router/report.ts';

const NODE = { name: 'Node', type: 'package.dataPlatform', parameters: {} } as unknown as INode;
const TOOL = { ...NODE, type: 'package.dataPlatformTool' };

function reportOf(items: number, failures: Array<[number, unknown]>, more: Partial<Report> = {}) {
	return {
		idempotency: 'nonIdempotent',
		items,
		identities: new Map(),
		outcomes: new Map(),
		failures: new Map(failures),
		refused: new Map(),
		isStopped: false,
		...more,
	} satisfies Report;
}

const refused = new ApiError('Not <this>.', 'Do <that>.', { httpCode: 400 });

test('the first failed item by its number is the one that is told', () => {
	const error = stopError(
		NODE,
		reportOf(3, [
			[2, new ApiError('Later', '')],
			[1, refused],
		]),
	);

	expect(error).toBeInstanceOf(NodeApiError);
	expect(error.message).toBe('Not <this>. [item 1]');
	expect(error.description).toMatch(
		/^No item is done; items 1 to 2 failed; 1 item wasn't sent\. Do &lt;that&gt;\.$/,
	);
	expect(error.context).toMatchObject({ itemIndex: 1 });
	expect(error.messages).toEqual([]);
	expect((error as NodeApiError).httpCode).toBe('400');
});

test('a single item needs no number, and where nothing was sent the message says so', () => {
	const report = reportOf(1, [[0, refused]], { refused: new Map([[0, refused]]) });

	expect(stopError(NODE, report).message).toBe('Not <this>. Nothing was sent.');
});

test('an agent gets everything in the message: what happened, what to do, and the kind', () => {
	const error = stopError(TOOL, reportOf(1, [[0, refused]]));

	expect(error).toBeInstanceOf(NodeOperationError);
	expect(error.message).toBe('Not <this>. Do <that>. Kind: rejected.');
	expect(error.description).toBe('');
});

test('an agent gets the kind too if there is nothing to do', () => {
	const failure = new ApiError('Not this.', '');

	expect(stopError(TOOL, reportOf(1, [[0, failure]])).message).toBe(
		'Not this. Kind: unexpectedResponse.',
	);
});

import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { type EngineRun, runNode, type WorkflowInput } from '../../support/engine/engine.ts';
import type { TestPlatform } from '../../support/engine/platform.ts';
import { type TestOperationName, testOperations } from '../../support/operations.ts';

export const CONTINUE = { onError: 'continueRegularOutput' } as const;

/** Retry On Fail, as fast as n8n does it. */
export const RETRIED = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 } as const;

interface Execution {
	/** The IDs of the items. */
	ids?: string[];
	/** Further fields of each item, by which expressions can differ. */
	fields?: IDataObject[];
	parameters?: INodeParameters;
	requestOptions?: INodeParameters;
	settings?: Partial<INode>;
	/** Replaced fields of the credential. */
	credential?: IDataObject;
	onStart?: WorkflowInput['onStart'];
}

/** Executes one of `testOperations` in n8n's engine, by default for one item with the ID 100. */
export async function execute(
	platform: Pick<TestPlatform, 'credentials'>,
	operation: TestOperationName,
	execution: Execution = {},
): Promise<EngineRun> {
	const { ids = ['100'], fields = [], requestOptions = {}, credential = {} } = execution;
	const { parameters, settings, onStart } = execution;
	return await runNode({
		parameters: { ...testOperations[operation].parameters, ...parameters, requestOptions },
		input: ids.map((id, index) => ({ json: { id, ...fields[index] } })),
		settings,
		credentials: { ...platform.credentials(), ...(credential as Record<string, string>) },
		onStart,
	});
}

/** Numbers as IDs. */
export const idsFrom = (first: number, count: number): string[] =>
	Array.from({ length: count }, (_, index) => String(first + index));

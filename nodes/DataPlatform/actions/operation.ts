import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { InputItem } from '../parameters/inputItem';
import type { ParameterReader } from '../parameters/reader';
import type { RequestDefaults } from '../parameters/requestOptions';
import type { ApiClient } from '../transport/apiClient';
import type { Idempotency } from '../transport/idempotency';

/** What `readParameters` returns for one item. Operations add members, which the router doesn't use. */
export interface ItemParameters {
	/** Items with the same key, such as a job's ID, are executed one after another in input order. */
	orderKey?: string;
	/** Texts that n8n shows as execution hints. */
	hints?: string[];
}

/** What an operation returns for one input item. */
export interface Result {
	/** The `json` of each output item. */
	items: IDataObject[];
	hints?: string[];
	/**
	 * IDs from the response, such as `executionId`, or `{}`. If the execution fails or is stopped, the
	 * error lists the item as done, with these IDs. Undefined for a search, which is harmless to repeat.
	 */
	completed?: IDataObject;
}

type Choice = INodePropertyOptions & { value: string };

/**
 * One operation of the node: its parameters, and what it does with one item. The parameters of all items
 * are read before the first request is sent.
 */
export interface Operation<Parameters extends ItemParameters = ItemParameters> {
	resource: Choice;
	option: Choice & { action: string; description: string };
	/** Its parameters, with the display conditions for resource and operation. */
	properties: INodeProperties[];
	/** Facts that the parameters don't show, for AI assistants that build workflows (`builderHint`). */
	assistantNotes: string[];
	/** Whether its requests change something on the platform, and whether they may be sent twice. */
	idempotency: Idempotency;
	/** Parameters such as `jobId` that identify an item in errors and hints. Default: the item's index. */
	idParameters?: string[];
	requestDefaults: RequestDefaults;
	/** Reads and validates an item's parameters. Throws InvalidParameterError. */
	readParameters(read: ParameterReader, item: InputItem): Parameters;
	/**
	 * Sends the requests of one item.
	 * @throws ApiError; Aborted if Stop or another item's failure ends the execution; n8n's error if a file
	 * can't be read; InvalidParameterError if a file or a response shows that a parameter is invalid
	 */
	execute(parameters: Parameters, api: ApiClient): Promise<Result>;
}

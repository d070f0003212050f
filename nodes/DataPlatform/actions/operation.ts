import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { InputItem } from '../parameters/inputItem';
import type { ParameterReader } from '../parameters/reader';
import type { RequestDefaults } from '../parameters/requestOptions';
import type { ApiClient } from '../transport/apiClient';
import type { Idempotency } from '../transport/idempotency';

/** The part of an item's parameters that the router uses, for every operation. */
export interface ItemParameters {
	/** Items with the same key are executed one after another, in their order. */
	orderKey?: string;
	/** What the user should know about the parameters. */
	hints?: string[];
}

/** What one input item becomes. */
export interface Result {
	/** The `json` of each output item. */
	items: IDataObject[];
	/** What the user should know although nothing failed. */
	hints?: string[];
	/**
	 * IDs of what was done, even if there are none ({}). If it's set and the execution ends early, the error
	 * reports the item as done, so that users don't send it again. Searches don't set it.
	 */
	completed?: IDataObject;
}

type Choice = INodePropertyOptions & { value: string };

/**
 * One operation of the node: its parameters, and what it does with one item. The parameters of all items
 * are read before the first request is sent.
 */
export interface Operation<Parameters extends ItemParameters = ItemParameters> {
	/** Its entry in the Resource list. */
	resource: Choice;
	/** Its entry in the Operation list. */
	option: Choice & { action: string; description: string };
	/** Its parameters, without the display conditions for resource and operation. */
	properties: INodeProperties[];
	/** What AI assistants that build workflows can't see in the parameters. */
	assistantNotes: string[];
	/** What its requests do to the platform. */
	idempotency: Idempotency;
	/** Names of the parameters that identify an item in reports and error items. Default: its index. */
	idParameters?: string[];
	requestDefaults: RequestDefaults;
	/** Reads and validates the parameters of one item. Throws InvalidParameterError or n8n's error. */
	readParameters(read: ParameterReader, item: InputItem): Parameters;
	/**
	 * Sends the requests of one item.
	 * @throws ApiError; Aborted; InvalidParameterError if a file or a response shows that a parameter is invalid;
	 * n8n's error if a file can't be read
	 */
	execute(parameters: Parameters, api: ApiClient): Promise<Result>;
}

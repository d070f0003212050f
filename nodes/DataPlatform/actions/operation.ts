import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { InputItem } from '../parameters/inputItem';
import type { ParameterReader } from '../parameters/reader';
import type { RequestDefaults } from '../parameters/requestOptions';
import type { ApiClient } from '../transport/apiClient';
import type { Idempotency } from '../transport/idempotency';

/** What every operation may return with the parameters of an item. */
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
	/** Hints that are shown only if all items have them, except for items without this list. */
	hintsIfAll?: string[];
	/** Set if something exists or has changed now: identifiers to report if the execution ends early. */
	completed?: IDataObject;
}

/**
 * One operation of the node: its parameters, and what it does with one item. The parameters of all items
 * are read before the first request is sent.
 */
export interface Operation<Parameters extends ItemParameters = ItemParameters> {
	/** Its entry in the Resource list. */
	resource: INodePropertyOptions;
	/** Its entry in the Operation list. */
	option: INodePropertyOptions & { action: string; description: string };
	/** Its parameters, without the display conditions for resource and operation. */
	properties: INodeProperties[];
	/** What AI assistants that build workflows can't see in the parameters. */
	assistantNotes: string[];
	/** What its requests do to the platform. */
	idempotency: Idempotency;
	/** Parameters that identify an item in errors and reports; the item's index if there are none. */
	idParameters?: string[];
	requestDefaults: RequestDefaults;
	/** Reads and validates the parameters of one item. Throws InvalidParameterError. */
	readParameters(read: ParameterReader, item: InputItem): Parameters;
	/** Sends what the item asks for. Throws ApiError, or InvalidParameterError for a file that can't be sent. */
	execute(parameters: Parameters, api: ApiClient): Promise<Result>;
}

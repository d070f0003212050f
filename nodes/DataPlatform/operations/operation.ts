import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { ApiRequest } from '../api/request';
import type { RetryClass } from '../api/retry';
import type { InputItem } from '../parameters/inputItem';
import type { ParameterReader } from '../parameters/reader';
import type { RequestDefaults } from '../parameters/requestOptions';

/** Sends one request and gives its answer, already checked. */
export type Send<Answer> = (request: ApiRequest) => Promise<Answer>;

/** What one input item became. */
export interface Outcome {
	/** The `json` of each item that goes into the workflow. */
	items: IDataObject[];
	/** Sentences that the user should see although nothing failed (execution hints). */
	hints?: string[];
	/** What exists or has changed now, by its identifiers; told when a later item ends the run. */
	done?: IDataObject;
}

/**
 * One operation of the node, complete: what the panel shows, how it is read, what is sent, what comes
 * out. An operation knows the panel and the contract; it knows neither HTTP nor n8n's items.
 *
 * The path of one input item: `parameters` → `perform` (which sends what `request` builds) → items.
 */
export type Operation<Parameters = unknown, Answer = unknown> = OperationBase<Parameters, Answer> &
	RetryRule<Parameters>;

type RetryRule<Parameters> =
	| {
			/** What may be sent again after which fault. */
			retryClass: Exclude<RetryClass, 'once'>;
			mayHaveHappened?: undefined;
	  }
	| {
			retryClass: 'once';
			/** How to say that a request may have been carried out. */
			mayHaveHappened(parameters: Parameters): { what: string; whereToLook: string };
	  };

interface OperationBase<Parameters, Answer> {
	/** The resource it belongs to, as an entry of the panel's Resource list. */
	resource: INodePropertyOptions;
	/** Its entry in the panel's Operation list. */
	option: INodePropertyOptions & { action: string; description: string };
	/** Its panel fields; which resource and operation shows them is added by the registry. */
	fields: INodeProperties[];
	/** Whether it changes something: then a request under way is not broken off by Stop. */
	isWrite: boolean;
	/** Whether answers are kept, so that nothing is done or paid twice when n8n tries again. */
	keepsAnswers: boolean;
	/** What its Request Options start from. */
	requestDefaults: RequestDefaults;
	/** Panel values → checked parameters. Throws RefusedParameter. */
	parameters(read: ParameterReader, item: InputItem): Parameters | Promise<Parameters>;
	/** What the user should know of how the panel was understood. */
	notes?(parameters: Parameters): string[];
	/** Parameters → request; pure. For Search the first page. */
	request(parameters: Parameters): ApiRequest;
	/** The parsed JSON of a successful answer, checked for what the operation needs of it. */
	answer(json: unknown): Answer;
	/**
	 * Sends what is needed and turns the answers into items. Throws ApiFailure.
	 * `maxConcurrency` is how many requests it may have under way at a time.
	 */
	perform(parameters: Parameters, send: Send<Answer>, maxConcurrency: number): Promise<Outcome>;
}

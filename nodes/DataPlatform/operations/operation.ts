import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { ApiRequest } from '../api/request';
import type { Effect } from '../sending/effects';
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
export type Operation<Values = unknown, Answer = unknown> = OperationBase<Values, Answer> &
	EffectRule<Values>;

type EffectRule<Values> =
	| {
			/** What a request does to the platform; retries, Stop and what is kept follow from it. */
			effect: Exclude<Effect, 'starts'>;
			mayHaveHappened?: undefined;
	  }
	| {
			effect: 'starts';
			/** How to say that a request may have been carried out. */
			mayHaveHappened(parameters: Values): { what: string; whereToLook: string };
	  };

interface OperationBase<Values, Answer> {
	/** The resource it belongs to, as an entry of the panel's Resource list. */
	resource: INodePropertyOptions;
	/** Its entry in the panel's Operation list. */
	option: INodePropertyOptions & { action: string; description: string };
	/** Its panel fields; which resource and operation shows them is added by the registry. */
	fields: INodeProperties[];
	/** What its Request Options start from. */
	requestDefaults: RequestDefaults;
	/** Panel values → checked parameters. Throws RefusedParameter. */
	parameters(read: ParameterReader, item: InputItem): Values | Promise<Values>;
	/** What the user should know of how the panel was understood. */
	hints?(parameters: Values): string[];
	/** Parameters → request; pure. For Search the first page. */
	request(parameters: Values): ApiRequest;
	/** The parsed JSON of a successful answer, checked for what the operation needs of it. */
	answer(json: unknown): Answer;
	/**
	 * Sends what is needed and turns the answers into items. Throws ApiFailure.
	 * `maxConcurrency` is how many requests it may have under way at a time.
	 */
	perform(parameters: Values, send: Send<Answer>, maxConcurrency: number): Promise<Outcome>;
}

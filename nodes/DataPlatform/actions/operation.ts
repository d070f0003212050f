import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { ApiRequest } from '../transport/request';
import type { InputItem } from '../parameters/inputItem';
import type { ParameterReader } from '../parameters/reader';
import type { RequestDefaults } from '../parameters/requestOptions';

/** Sends one request and gives its answer, already checked. */
export type Send<Answer> = (request: ApiRequest | Promise<ApiRequest>) => Promise<Answer>;

/** What one input item became. */
export interface Outcome {
	/** The `json` of each item that goes into the workflow. */
	items: IDataObject[];
	/** Sentences that the user should see although nothing failed (execution hints). */
	hints?: string[];
	/** Hints that are shown only if every item that succeeded has them. */
	hintsIfAll?: string[];
	/** Whether the request came out instead of being sent. */
	isOnlyShown?: boolean;
	/** Set when something exists or has changed now: told, with these identifiers, when the run ends early. */
	done?: IDataObject;
}

/**
 * One operation of the node, complete: what the panel shows, how it is read, what is sent, what comes
 * out. An operation knows the panel and the contract; it knows neither HTTP nor n8n's items.
 *
 * The path of one input item: `parameters` → `perform` (which sends what `request` builds) → items. The
 * parameters of all items are read before the first request is sent.
 */
export type Operation<Values = unknown, Answer = unknown> = OperationBase<Values, Answer> &
	IdempotencyRule<Values>;

type IdempotencyRule<Values> =
	| {
			/** What a request does to the platform; retries, Stop and what is kept follow from it. */
			idempotency: 'safe' | 'repeatable';
			changes?: undefined;
			mayHaveHappened?: undefined;
	  }
	| {
			idempotency: 'idempotent';
			/** What an item changes: items that change the same go one after another, in their order. */
			changes(parameters: Values): string;
			mayHaveHappened?: undefined;
	  }
	| {
			idempotency: 'nonIdempotent';
			changes(parameters: Values): string;
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
	/**
	 * What somebody who builds a workflow without trying it out must know and the fields do not say: what
	 * comes out beyond the default, and what goes wrong otherwise. n8n tells it assistants.
	 */
	builderNotes: string[];
	/** The panel fields by which an item is known when it failed or was done; its index where there are none. */
	identifiedBy?: string[];
	/** What its Request Options start from. */
	requestDefaults: RequestDefaults;
	/** Panel values → checked parameters; files are not read yet. Throws InvalidParameterError. */
	parameters(read: ParameterReader, item: InputItem): Values;
	/** What the user should know of how the panel was understood. */
	hints?(parameters: Values): string[];
	/**
	 * Parameters → request; changes nothing. For Search the first page. Files are read now: throws
	 * InvalidParameterError when one cannot be sent.
	 */
	request(parameters: Values): ApiRequest | Promise<ApiRequest>;
	/** What Show Request tells beside the request. */
	shownBeside?(parameters: Values, request: ApiRequest): IDataObject;
	/** The parsed JSON of a successful answer, checked for what the operation needs of it. */
	answer(json: unknown): Answer;
	/**
	 * Sends what is needed and turns the answers into items. Throws ApiError.
	 * `atATime` tells how many requests it may have under way at a time, now.
	 */
	perform(parameters: Values, send: Send<Answer>, atATime: () => number): Promise<Outcome>;
}

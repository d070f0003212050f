import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import type { Operation } from '../operation';
import type { RequestOptions, RunOptions } from '../../parameters/requestOptions';
import { readRequestOptions, readRunOptions } from '../../parameters/requestOptions';
import type { ParameterReader } from '../../parameters/reader';
import { withoutUnset } from '../../helpers/values';
import { itemView } from './inputItem';
import { createParameterReaders } from '../../parameters/nodeParameters';

/** What an item's turn needs of the panel. */
export interface ValidatedItem {
	parameters: unknown;
	bounds: RequestOptions;
}

/** The panel as every item has it, read before anything is sent. */
export interface ValidatedItems {
	/**
	 * The items that may be sent, by index. What was checked is what is sent: an expression may give
	 * another value the next time. An item is taken out when its turn comes, so that its texts are freed.
	 */
	valid: Map<number, ValidatedItem>;
	/** Why the others may not. */
	invalid: Map<number, unknown>;
	/** The fields by which each item is known, as far as they can be read. */
	identities: Map<number, IDataObject>;
	/** Of the whole run, from the first item that has them right; unset when none has. */
	options?: RunOptions;
	/** What the user should know of how the panel was understood, and for which items. */
	hints: Map<string, number[]>;
}

/** How long n8n is kept from everything else, such as Stop. */
const LONGEST_MILLISECONDS = 50;

/**
 * Reads and checks the panel for every item.
 * @param isWanted asked before each item; the ones behind are not read when it says no
 */
export async function validateItems(
	context: IExecuteFunctions,
	operation: Operation,
	isWanted: () => boolean,
): Promise<ValidatedItems> {
	const readerOf = createParameterReaders(context, operation);
	const items: ValidatedItems = {
		valid: new Map(),
		invalid: new Map(),
		identities: new Map(),
		hints: new Map(),
	};
	let lastPause = performance.now();
	for (const [itemIndex, input] of context.getInputData().entries()) {
		if (performance.now() - lastPause > LONGEST_MILLISECONDS) {
			await sleep(0);
			lastPause = performance.now();
		}
		if (!isWanted()) break;
		const read = readerOf(itemIndex);
		try {
			items.options ??= readRunOptions(read, operation.requestDefaults);
			const bounds = readRequestOptions(read, operation.requestDefaults, items.options);
			const parameters = operation.parameters(read, itemView(context, input, itemIndex));
			for (const hint of operation.hints?.(parameters) ?? []) {
				const concerned = items.hints.get(hint);
				if (concerned) concerned.push(itemIndex);
				else items.hints.set(hint, [itemIndex]);
			}
			items.valid.set(itemIndex, { parameters, bounds });
		} catch (reason) {
			items.invalid.set(itemIndex, reason);
		}
		items.identities.set(itemIndex, identityOf(operation, read, itemIndex));
	}
	return items;
}

function identityOf(
	{ identifiedBy }: Operation,
	read: ParameterReader,
	itemIndex: number,
): IDataObject {
	if (!identifiedBy) return { itemIndex };
	return withoutUnset<IDataObject>(
		Object.fromEntries(identifiedBy.map((name) => [name, identifier(read, name)])),
	);
}

/** A value that cannot be read, or is none, identifies nothing. */
function identifier(read: ParameterReader, name: string): IDataObject[string] {
	try {
		const value = read.value(name);
		return typeof value === 'object' ? undefined : (value as IDataObject[string]);
	} catch {
		return undefined;
	}
}

import { parseJsonText } from '../../../../helpers/exactJson';
import { isObject } from '../../../../helpers/values';
import { type FieldSchema, mayBe, typeOf } from '../jsonSchema';
import { matchNames } from '../matchNames';

/**
 * Returns the elements of a list that becomes rows. A model may have written the list or its elements as JSON text,
 * in a list or an object of their own, or as a single object. Any other value stays.
 */
export function toElements(value: unknown, items: FieldSchema): unknown {
	const parsed = parseJsonText(value) ?? value;
	const isListOfLists = mayBe('array', items);
	if (Array.isArray(parsed)) {
		return (isListOfLists ? parsed : parsed.flat()).map((each) => toElement(each, items));
	}
	if (!isObject(parsed)) return value;
	// `{"lines": [{"price": 5}]}` has the list inside, but `{"price": 5}` is its only row. Without
	// columns, an object is a row if rows are objects.
	const [inner, ...others] = Object.values(parsed);
	const mayBeRow = items.properties ? !lacksColumns(parsed, items) : items.type === 'object';
	const hasListInside = Array.isArray(inner) && others.length === 0 && !mayBeRow && !isListOfLists;
	return hasListInside ? toElements(inner, items) : [parsed];
}

/** Reads an element that is JSON text, unless the schema allows text. */
function toElement(element: unknown, { type }: FieldSchema): unknown {
	const parsed = parseJsonText(element);
	return typeof parsed === 'object' && typeOf(parsed) === type ? parsed : element;
}

/** Whether a value isn't a row: it isn't an object, or has other members instead of the columns. */
export function lacksColumns(
	value: unknown,
	{ properties, otherProperties }: FieldSchema,
): boolean {
	if (!properties || otherProperties) return false;
	if (!isObject(value)) return true;
	const { names } = matchNames(Object.keys(properties), value);
	return names.size === 0 && Object.keys(value).length > 0;
}

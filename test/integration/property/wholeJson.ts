import { types } from 'node:util';

/** The JSON of a value, or undefined if JSON.stringify would lose a part of it. */
export function stringifyWhole(value: unknown): string | undefined {
	let isWhole = true;
	const replacer = function (this: Record<string, unknown>, name: string, json: unknown) {
		const given = this[name];
		// n8n-workflow gives BigInt a toJSON that returns text.
		if (typeof given === 'bigint' || types.isBigIntObject(given)) {
			return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(String(given));
		}
		const isLost =
			['undefined', 'function', 'symbol'].includes(typeof json) ||
			(json === null && given !== null) ||
			json === 'Invalid DateTime' ||
			(typeof json === 'object' && json !== null && losesContent(json)) ||
			isInexact(types.isNumberObject(json) ? Number(json) : json);
		isWhole &&= !isLost;
		return json;
	};
	try {
		const text = JSON.stringify({ value }, replacer);
		return isWhole && !/(\[|:\{){1000}/.test(text) ? text.slice('{"value":'.length, -1) : undefined;
	} catch {
		return undefined;
	}
}

const isInexact = (json: unknown) =>
	typeof json === 'number' &&
	(!Number.isFinite(json) ||
		(Number.isInteger(json) && !Number.isSafeInteger(json) && Math.abs(json) < 1e21));

/** Whether an object has content that isn't in its members. */
function losesContent(json: object): boolean {
	const isKnown = types.isBoxedPrimitive(json) || Array.isArray(json);
	return !isKnown && Object.prototype.toString.call(json) !== '[object Object]';
}

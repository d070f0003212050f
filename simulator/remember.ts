/**
 * Remembers what was worked out about a frozen object for as long as somebody holds it. Anything else may
 * have changed since and is worked out again.
 */
export function rememberedOfFrozen<Result>(
	workOut: (value: unknown) => Result,
): (value: unknown) => Result {
	const results = new WeakMap<object, Result>();
	return (value) => {
		if (typeof value !== 'object' || value === null || !Object.isFrozen(value))
			return workOut(value);
		if (!results.has(value)) results.set(value, workOut(value));
		return results.get(value)!;
	};
}

/** Freezes a value of JSON to the ground. */
export function frozen<Value extends object>(value: Value): Value {
	for (const member of Object.values(value)) {
		if (typeof member === 'object' && member !== null) frozen(member);
	}
	return Object.freeze(value);
}

/** A memory for so many values: beyond, it forgets the one that was not asked for the longest. */
export function cacheOf<Value>(most: number): (key: string, make: () => Value) => Value {
	const values = new Map<string, Value>();
	return (key, make) => {
		const value = values.get(key) ?? make();
		values.delete(key);
		values.set(key, value);
		if (values.size > most) values.delete(values.keys().next().value!);
		return value;
	};
}

/** Forbids members without a name, where an object says nothing about them. */
export function closeObjects(part: unknown): unknown {
	if (typeof part !== 'object' || part === null) return part;
	if (Array.isArray(part)) return part.map(closeObjects);
	const closed = Object.fromEntries(
		Object.entries(part).map(([name, each]) => [
			name,
			name === 'allOf' ? each : closeObjects(each),
		]),
	);
	const isSilent = !('additionalProperties' in part) && !('patternProperties' in part);
	return 'properties' in part && isSilent ? { ...closed, unevaluatedProperties: false } : closed;
}

import { writtenJson } from '../../exactJson';
import type { Shape } from './shape';
import { withoutUnset } from '../../values';

/**
 * What two descriptions of the same value say together: the members of both, the rules of both. Where
 * they say different things the later one wins.
 * @param onConflict called with what they differ in
 */
export function mergedShape(
	earlier: Shape,
	later: Shape,
	onConflict: (what: string) => void,
): Shape {
	const differ = (what: string, one: unknown, other: unknown) => {
		if (one && other && writtenJson(one) !== writtenJson(other)) onConflict(what);
	};
	differ('two types', earlier.type, later.type);
	differ('two lists of allowed values', earlier.values, later.values);
	const rules = [...new Set([...(earlier.rules ?? []), ...(later.rules ?? [])])];
	return withoutUnset<Shape>({
		type: later.type || earlier.type,
		description: later.description ?? earlier.description,
		values: later.values ?? earlier.values,
		rules: rules.length > 0 ? rules : undefined,
		nullable: earlier.nullable ?? later.nullable,
		items: mergedOr(earlier.items, later.items, onConflict),
		members: mergedMembers(earlier.members, later.members, onConflict),
	});
}

function mergedOr(
	earlier: Shape | undefined,
	later: Shape | undefined,
	onConflict: (what: string) => void,
): Shape | undefined {
	return earlier && later ? mergedShape(earlier, later, onConflict) : (later ?? earlier);
}

function mergedMembers(
	earlier: Shape['members'],
	later: Shape['members'],
	onConflict: (what: string) => void,
): Shape['members'] {
	if (!earlier || !later) return later ?? earlier;
	const members = new Map(earlier);
	for (const [name, member] of later) {
		members.set(name, mergedOr(members.get(name), member, onConflict)!);
	}
	return members;
}

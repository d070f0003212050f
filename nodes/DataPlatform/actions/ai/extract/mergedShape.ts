import { writtenJson } from '../../../helpers/exactJson';
import type { Shape } from './shape';
import { withoutUnset } from '../../../helpers/values';

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
	const merged = (one: Shape | undefined, other: Shape) =>
		one ? mergedShape(one, other, onConflict) : other;
	const items = later.items ? merged(earlier.items, later.items) : earlier.items;
	const members = new Map(earlier.members);
	for (const [name, member] of later.members ?? []) {
		members.set(name, merged(members.get(name), member));
	}
	return withoutUnset<Shape>({
		...earlier,
		...later,
		type: later.type || earlier.type,
		rules: rules.length > 0 ? rules : undefined,
		items,
		members: earlier.members || later.members ? members : undefined,
	});
}

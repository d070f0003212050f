import type { z } from 'zod';
import { faultKinds } from '../../simulator/faults/rules.ts';
import { table } from '../../test/support/markdown.ts';

/** A setting of a fault with its description and default, from its schema. */
function setting(name: string, schema: z.ZodTypeAny): string {
	const { data } = schema.safeParse(undefined);
	const fallback = data === undefined ? [] : [`default ${JSON.stringify(data)}`];
	const words = [schema.description ?? [], fallback].flat().join(', ');
	return `\`${name}\`${words && ` (${words})`}`;
}

/** All fault kinds: name, operation, what happens, settings. */
export function faultTable(): string {
	const rows = Object.entries(faultKinds).map(([name, { description, only, settings }]) => [
		`\`${name}\``,
		only ?? 'any',
		description,
		Object.entries(settings)
			.map(([member, schema]) => setting(member, schema))
			.join('; '),
	]);
	return table([['Kind', 'Operation', 'What happens', 'Settings'], ...rows]);
}

import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { faultKinds } from '../../simulator/faults/rules.ts';
import { RECORDS_FOLDER } from '../../test/support/compatibility-records.ts';
import { benchmarkFiles } from './benchmarks.ts';
import { COMPATIBILITY_PAGE, compatibilityPage } from './compatibility.ts';
import { contractFiles } from './contract.ts';
import { table, withParts } from '../../test/support/markdown.ts';
import { messagesFile } from './messages.ts';
import { parameterFiles } from './operations.ts';

/** A generated file in git. */
export interface Generated {
	file: string;
	make: () => string | Promise<string>;
	/** A folder that it needs. `npm test` creates it. */
	needs?: string;
}

const FIFTH_OPERATION = 'test/integration/engine/fifthOperation/connectorList.ts';

const source = (file: string) => `\`\`\`ts\n${readFileSync(file, 'utf8')}\`\`\``;

/** A setting of a fault with its description and default, from its schema. */
function setting(name: string, schema: z.ZodTypeAny): string {
	const { data } = schema.safeParse(undefined);
	const fallback = data === undefined ? [] : [`default ${JSON.stringify(data)}`];
	const words = [schema.description ?? [], fallback].flat().join(', ');
	return `\`${name}\`${words && ` (${words})`}`;
}

/** All fault kinds: name, operation, what happens, settings. */
function faultTable(): string {
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

/** Every generated file except pictures. */
export const generated: Generated[] = [
	...contractFiles,
	...parameterFiles,
	messagesFile,
	{ file: COMPATIBILITY_PAGE, make: compatibilityPage, needs: RECORDS_FOLDER },
	{
		file: 'maintainers/simulator.md',
		make: () => withParts('maintainers/simulator.md', { faults: faultTable() }),
	},
	{
		file: 'CONTRIBUTING.md',
		make: () => withParts('CONTRIBUTING.md', { operation: source(FIFTH_OPERATION) }),
	},
	...benchmarkFiles,
];

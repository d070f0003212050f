import { readFileSync } from 'node:fs';
import { RECORDS_FOLDER } from '../../test/support/compatibility-records.ts';
import { benchmarkFiles } from './benchmarks.ts';
import { COMPATIBILITY_PAGE, compatibilityPage } from './compatibility.ts';
import { contractFiles } from './contract.ts';
import { withParts } from '../../test/support/markdown.ts';
import { messagesFile } from './messages.ts';
import { parameterFiles } from './operations.ts';
import { faultTable } from './faults.ts';

/** A generated file in git. */
export interface Generated {
	file: string;
	make: () => string | Promise<string>;
	/** A folder that it needs. `npm test` creates it. */
	needs?: string;
}

const FIFTH_OPERATION = 'test/integration/engine/fifthOperation/connectorList.ts';

const source = (file: string) => `\`\`\`ts\n${readFileSync(file, 'utf8')}\`\`\``;

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

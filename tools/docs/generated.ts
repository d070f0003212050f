import { readFileSync } from 'node:fs';
import { RECORDS_FOLDER } from '../../harness/compatibility-records.ts';
import { benchmarkFiles } from './benchmarks.ts';
import { compatibilityPage } from './compatibility.ts';
import { contractFiles } from './contract.ts';
import { extractionComparisonPage } from './extraction-comparison.ts';
import { withParts } from './markdown.ts';
import { operationsPage } from './operations.ts';
import { scaleFile } from './scale.ts';
import { faultTable } from './faults.ts';

/** A file that is made and committed. */
export interface Generated {
	file: string;
	make: () => string | Promise<string>;
	/** A folder without which it cannot be made; `npm test` fills it. */
	needs?: string;
}

const FIFTH_OPERATION = 'test/engine/fifthOperation/connectorList.ts';

const source = (file: string) => `\`\`\`ts\n${readFileSync(file, 'utf8')}\`\`\``;

/** Every generated file of the repository, but the pictures. */
export const generated: Generated[] = [
	...contractFiles,
	{ file: 'docs/operations.md', make: operationsPage },
	{ file: 'docs/extraction-comparison.md', make: extractionComparisonPage },
	{ file: 'docs/compatibility.md', make: compatibilityPage, needs: RECORDS_FOLDER },
	{
		file: 'docs/simulator.md',
		make: () => withParts('docs/simulator.md', { faults: faultTable() }),
	},
	{
		file: 'CONTRIBUTING.md',
		make: () => withParts('CONTRIBUTING.md', { operation: source(FIFTH_OPERATION) }),
	},
	...benchmarkFiles,
	scaleFile,
];

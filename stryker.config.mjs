// npm run mutants: StrykerJS changes the shipped code in one place at a time and looks whether a test turns
// red. docs/mutants.md says how to use it and what it found.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import jestConfig from './jest.config.js';

const KINDS = (process.env.MUTANTS_KINDS ?? 'unit,engine,extraction,faults').split(',');
const ofKinds = jestConfig.projects.filter(({ displayName }) => KINDS.includes(displayName));

export default {
	mutate: [
		'nodes/**/*.ts',
		'credentials/**/*.ts',
		'!nodes/DataPlatform/api/{contract,requestSchemas}.ts',
	],
	testRunner: 'jest',
	jest: {
		// One project instead of four: Stryker tells by it which tests run through a mutant.
		config: { ...ofKinds[0], testMatch: ofKinds.flatMap(({ testMatch }) => testMatch) },
	},
	testRunnerNodeArgs: ['--experimental-vm-modules'],
	coverageAnalysis: 'perTest',
	ignoreStatic: true,
	dryRunTimeoutMinutes: 60,
	concurrency: 2,
	cleanTempDir: 'always',
	thresholds: { high: 95, low: 90, break: 90 },
	reporters: ['clear-text', 'progress-append-only', 'json', 'html'],
	clearTextReporter: { allowColor: false, logTests: false },
	tempDirName: join(tmpdir(), 'data-platform-mutants'),
	jsonReporter: { fileName: 'test-results/mutants/report.json' },
	htmlReporter: { fileName: 'test-results/mutants/report.html' },
};

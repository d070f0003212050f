// npm run mutants: StrykerJS changes the shipped code in one place at a time and looks whether a test turns
// red. maintainers/mutation-testing.md says how to use it and what it found.
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const KINDS = ['unit', 'integration/extract', 'integration/engine', 'integration/faults'];
const tests =
	process.env.MUTANTS_TESTS?.split(' ') ?? KINDS.map((kind) => `test/${kind}/**/*.test.ts`);

export default {
	mutate: [
		'nodes/**/*.ts',
		'credentials/**/*.ts',
		'!nodes/DataPlatform/transport/contract.ts',
		'!nodes/DataPlatform/parameters/requestSchemas.ts',
	],
	testRunner: 'mocha',
	testRunnerNodeArgs: ['--import', './test/support/node-sources.ts', '--max-old-space-size=8000'],
	mochaOptions: {
		require: ['./test/support/jest-on-mocha.cjs', './test/support/fixed-seed.cjs'],
		spec: tests,
		// The first adds an operation to its process for good. The second replaces the clock, in mocha for all
		// files. The certificate authority that the third one makes up reaches n8n's requests only under jest.
		ignore: [
			'test/integration/engine/fifthOperation.test.ts',
			'test/integration/faults/matrix.test.ts',
			'test/integration/faults/tls.test.ts',
		],
	},
	coverageAnalysis: 'perTest',
	ignoreStatic: true,
	dryRunTimeoutMinutes: 60,
	concurrency: Number(process.env.MUTANTS_AT_ONCE ?? 2),
	cleanTempDir: 'always',
	thresholds: { high: 95, low: 90, break: 90 },
	reporters: ['clear-text', 'progress-append-only', 'json', 'html'],
	clearTextReporter: { allowColor: false, reportTests: false },
	tempDirName: join(tmpdir(), 'data-platform-mutants'),
	jsonReporter: { fileName: 'test-results/mutants/report.json' },
	htmlReporter: { fileName: 'test-results/mutants/report.html' },
};

// The tests that need the released n8n: one n8n and one simulator for all files.
const [project] = require('../../../jest.config.js').projects;

module.exports = {
	...project,
	displayName: 'n8n',
	rootDir: '../../..',
	testMatch: ['<rootDir>/test/e2e/n8n/**/*.test.ts'],
	globalSetup: '<rootDir>/test/e2e/global-setup.cjs',
	globalTeardown: '<rootDir>/test/e2e/global-teardown.cjs',
	// Longer than n8n's own waits, also on a busy machine.
	testTimeout: 5 * 60_000,
};

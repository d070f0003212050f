// The tests of n8n's queue mode: they start the whole cluster themselves.
const [project] = require('../../../jest.config.js').projects;

module.exports = {
	...project,
	displayName: 'queue',
	rootDir: '../../..',
	testMatch: ['<rootDir>/test/e2e/queue/**/*.test.ts'],
	// The start of two databases and four n8n processes, and 200 executions.
	testTimeout: 10 * 60_000,
};

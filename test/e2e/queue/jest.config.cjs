// The tests of n8n's queue mode, in a cluster with two databases and four n8n processes.
module.exports = {
	...require('../n8n/jest.config.cjs'),
	displayName: 'queue',
	testMatch: ['<rootDir>/test/e2e/queue/**/*.test.ts'],
	// 200 executions.
	testTimeout: 10 * 60_000,
};

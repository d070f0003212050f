// The tests of n8n's queue mode: they start the whole cluster themselves.
const {
	projects: [project],
	testTimeout,
} = require('../../../jest.config.js');

module.exports = {
	...project,
	displayName: 'queue',
	rootDir: '../../..',
	testMatch: ['<rootDir>/test/e2e/queue/**/*.test.ts'],
	testTimeout,
};

// The tests that need the released n8n: one n8n and one simulator for all files.
const {
	projects: [project],
	testTimeout,
} = require('../../jest.config.js');

module.exports = {
	...project,
	displayName: 'n8n',
	rootDir: '../..',
	testMatch: ['<rootDir>/test/n8n/**/*.test.ts'],
	globalSetup: '<rootDir>/test/n8n/global-setup.cjs',
	globalTeardown: '<rootDir>/test/n8n/global-teardown.cjs',
	testTimeout,
};

// The tests of n8n's editor in a browser, with the n8n and the simulator of the tests of test/e2e/n8n.
module.exports = {
	...require('../n8n/jest.config.cjs'),
	displayName: 'editor',
	testMatch: ['<rootDir>/test/e2e/editor/**/*.test.ts'],
};

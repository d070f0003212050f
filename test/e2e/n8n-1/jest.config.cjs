// Tests of test/e2e/n8n once more, in the last 1.x release of n8n. It has no node that makes a data table, and no
// approval of tools.
module.exports = {
	...require('../n8n/jest.config.cjs'),
	displayName: 'n8n-1',
	testMatch: [
		'<rootDir>/test/e2e/n8n/{agent,credential-test,executions,package}.test.ts',
		'<rootDir>/test/e2e/n8n/examples/{agent,examples}.test.ts',
	],
};

// The tests of test/e2e/n8n once more, in the last 1.x release of n8n.
module.exports = {
	...require('../n8n/jest.config.cjs'),
	displayName: 'n8n-1',
	testMatch: [
		'<rootDir>/test/e2e/n8n/{agent,credential-test,examples,mcp,own-nodes,package,retry,schedule}.test.ts',
	],
};

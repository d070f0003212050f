const project = (displayName) => ({
	displayName,
	// Jest looks at every file in here.
	roots: ['<rootDir>/test'],
	testMatch: [`<rootDir>/test/${displayName}/**/*.test.ts`],
	setupFiles: ['<rootDir>/test/support/setup-env.cjs', '<rootDir>/test/support/fixed-seed.cjs'],
	transform: { '\\.[jt]s$': '<rootDir>/test/support/transform.cjs' },
	// Packages that are ES modules. Jest loads the others as they are.
	transformIgnorePatterns: ['/node_modules/(?!(@apidevtools/json-schema-ref-parser|p-map)/)'],
});

module.exports = {
	maxWorkers: '100%',
	projects: ['unit', 'integration', 'repository'].map(project),
	// Far above what any test needs: it only ends a test that waits for what never comes.
	testTimeout: 60_000,
};

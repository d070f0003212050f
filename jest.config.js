// Types are checked by `npm run typecheck`; here every file becomes a CommonJS module, also those
// that Node runs directly as ES modules.
const project = (displayName) => ({
	displayName,
	testEnvironment: '<rootDir>/test/support/jest/environment.cjs',
	runtime: '<rootDir>/test/support/jest/runtime.cjs',
	testMatch: [`<rootDir>/test/${displayName}/**/*.test.ts`],
	setupFiles: ['<rootDir>/test/support/setup-env.cjs', '<rootDir>/test/support/fixed-seed.cjs'],
	transform: { '\\.ts$': '<rootDir>/test/support/jest/transform.cjs' },
	modulePathIgnorePatterns: ['<rootDir>/dist'],
});

module.exports = {
	maxWorkers: '100%',
	projects: ['unit', 'integration', 'repository'].map(project),
	// As good as none: a test that waits for what never comes is a hang that somebody looks into.
	testTimeout: 2 ** 31 - 1,
};

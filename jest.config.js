const transform = {
	'^.+\\.ts$': ['ts-jest', { tsconfig: 'tsconfig.jest.json', diagnostics: false }],
};

// Types are checked by `npm run typecheck`; here every file becomes a CommonJS module, also those
// that Node runs directly as ES modules.
const project = (displayName) => ({
	displayName,
	testEnvironment: 'node',
	testMatch: [`<rootDir>/test/${displayName}/**/*.test.ts`],
	setupFiles: ['<rootDir>/test/support/setup-env.cjs', '<rootDir>/test/support/fixed-seed.cjs'],
	transform,
	modulePathIgnorePatterns: ['<rootDir>/dist'],
});

module.exports = {
	projects: ['unit', 'integration', 'repository'].map(project),
	// As good as none: a test that waits for what never comes is a hang that somebody looks into.
	testTimeout: 2 ** 31 - 1,
};

// For npm run mutants: mocha with jest's API, from jest's packages. Mocha keeps the code loaded and stops at the
// first test that detects a mutant. Stryker's runner for jest reloads every test file for each mutant and runs all
// of them (maintainers/mutation-testing.md).
const Mocha = require('mocha');
const { bind } = require('jest-each');
const { expect } = require('expect');
const { ModuleMocker } = require('jest-mock');

const mocker = new ModuleMocker(globalThis);
const jest = {
	fn: mocker.fn.bind(mocker),
	spyOn: mocker.spyOn.bind(mocker),
	restoreAllMocks: mocker.restoreAllMocks.bind(mocker),
	requireActual: require,
};

const { bdd } = Mocha.interfaces;
Mocha.interfaces.bdd = (suite) => {
	bdd(suite);
	suite.on('pre-require', (globals) => {
		const { describe, it, before, after } = globals;
		const withoutTimeout = (name, run) => it(name, () => run());
		const test = Object.assign(withoutTimeout, { each: bind(withoutTimeout, false) });
		describe.each = bind(describe, false);
		Object.assign(globals, {
			expect,
			jest,
			// Under jest, tests are CommonJS.
			require,
			test,
			it: test,
			beforeAll: before,
			afterAll: after,
		});
	});
};

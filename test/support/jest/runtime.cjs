// The project's TypeScript is loaded again for each test file. Packages and ES modules are loaded by Node,
// once per worker: n8n-core alone takes seconds.
const { createRequire } = require('node:module');
const { compileFunction, constants } = require('node:vm');
const { default: JestRuntime } = require('jest-runtime');

const isOfNode = (name) => !/^[./]/.test(name) || /\/node_modules\/|\.mjs$/.test(name);

module.exports = class Runtime extends JestRuntime {
	constructor(...parameters) {
		super(...parameters);
		const { executor } = this;
		executor.compile = (code, filename) =>
			compileFunction(code, executor.injectedModuleParameters, {
				filename,
				importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
			});
	}

	requireModule(from, name, options, isActual) {
		return name !== undefined && !options?.isInternalModule && isOfNode(name)
			? createRequire(from)(name)
			: super.requireModule(from, name, options, isActual);
	}
};

// The project's files are loaded anew for each test file. Packages are loaded by Node, once per worker: n8n-core alone takes seconds.
const { createRequire } = require('node:module');
const { compileFunction, constants } = require('node:vm');
const { default: JestRuntime } = require('jest-runtime');

const isPackage = (name) => !/^(?:\.|\/)/.test(name) || name.includes('/node_modules/');

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
		return name !== undefined && !options?.isInternalModule && isPackage(name)
			? createRequire(from)(name)
			: super.requireModule(from, name, options, isActual);
	}
};

// Tests run in the worker's own context, so that packages need to be loaded only once (runtime.cjs).
const { ModuleMocker } = require('jest-mock');

// jest-circus keeps its listeners here. Those of the previous file would report this file's tests again.
const LISTENERS = Symbol.for('EVENT_HANDLERS');

const { console, process } = globalThis;
const { exit } = process;

module.exports = class {
	global = globalThis;

	moduleMocker = new ModuleMocker(globalThis);

	variables = { ...process.env };

	getVmContext() {
		return null;
	}

	async setup() {
		delete globalThis[LISTENERS];
	}

	/** Undoes what jest and the test file changed. */
	async teardown() {
		this.moduleMocker.restoreAllMocks();
		Object.assign(globalThis, { console });
		Object.assign(process, { exit });
		for (const name of Object.keys(process.env)) {
			if (!(name in this.variables)) delete process.env[name];
		}
		Object.assign(process.env, this.variables);
	}
};

import { createRequire, registerHooks } from 'node:module';

// n8n-core reads its environment when it is imported.
createRequire(import.meta.url)('../../harness/setup-env.cjs');

/** Lets Node run the node's own files, which are written for tsc: imports without an ending, n8n as CommonJS. */
registerHooks({
	resolve(specifier, context, next) {
		if (/^(n8n-|@n8n\/)/.test(specifier)) {
			return next(specifier, { ...context, conditions: ['node', 'require'] });
		}
		const isOurs = context.parentURL?.includes('/node_modules/') === false;
		if (!isOurs || !/^\.\.?\//.test(specifier) || /\.(ts|cjs|json)$/.test(specifier)) {
			return asModule(next(specifier, context));
		}
		try {
			return asModule(next(`${specifier}.ts`, context));
		} catch {
			return asModule(next(`${specifier}/index.ts`, context));
		}
	},
});

function asModule<Resolved extends { url: string }>(resolved: Resolved): Resolved {
	return resolved.url.endsWith('.ts') ? { ...resolved, format: 'module-typescript' } : resolved;
}

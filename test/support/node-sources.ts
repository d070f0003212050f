// For `node --import`: makes the node's sources importable. Their imports have no ".ts", as the compiler requires,
// and n8n-workflow can only be imported as CommonJS.
import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
// n8n-core reads the environment when it's imported.
import './setup-env.cjs';

registerHooks({
	resolve(specifier, context, next) {
		const source = specifier.startsWith('.') && sourceOf(specifier, context.parentURL);
		const conditions = specifier === 'n8n-workflow' ? ['node', 'require'] : context.conditions;
		const found = next(source || specifier, { ...context, conditions });
		return found.url.endsWith('.ts') ? { ...found, format: 'module-typescript' } : found;
	},
});

function sourceOf(specifier: string, parent: string | undefined): string | undefined {
	const candidates = ['.ts', '/index.ts'].map((end) => new URL(`${specifier}${end}`, parent));
	return candidates.find((file) => existsSync(file))?.href;
}

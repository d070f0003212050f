import { markdownTable } from 'markdown-table';
import type { z } from 'zod';
import { CONTROL, CONTROL_PATH } from './control.ts';
import { faultKinds } from './faults/kinds.ts';
import { CONDITIONS, OPERATIONS } from './faults/rules.ts';

/** A setting's description and default, from its schema. */
function explained(schema: z.ZodTypeAny): string {
	const parsed = schema.safeParse(undefined);
	const fallback =
		parsed.success && parsed.data !== undefined ? JSON.stringify(parsed.data) : undefined;
	return [schema.description, fallback && `default ${fallback}`].filter(Boolean).join(', ');
}

/** All fault kinds in words: name, operation, what happens, settings. */
const faultRows = () =>
	Object.entries(faultKinds).map(([name, { description, only = 'any', settings }]) => ({
		name,
		only,
		description,
		settings: Object.entries(settings).map(([setting, schema]) => [setting, explained(schema)]),
	}));

/** All fault kinds as they stand in docs/simulator.md. */
export function faultTable(): string {
	const rows = faultRows().map(({ name, only, description, settings }) => [
		`\`${name}\``,
		only,
		description,
		settings.map(([setting, words]) => `\`${setting}\`${words && ` (${words})`}`).join('; '),
	]);
	return markdownTable([['Kind', 'Operation', 'What happens', 'Settings'], ...rows]);
}

function columns(rows: string[][]): string {
	const width = Math.max(...rows.map(([first]) => first.length)) + 2;
	return rows.map(([first, rest]) => `  ${first.padEnd(width)}${rest}`).join('\n');
}

/** What stands below the options in `--help`. */
export function helpText(): string {
	const faults = faultRows().flatMap(({ name, only, description, settings }) => [
		[name, only === 'any' ? description : `${only}: ${description}`],
		...settings.map(([setting, words]) => ['', `  ${setting}${words && ` (${words})`}`]),
	]);
	const conditions = CONDITIONS.map(({ name, description }) => [name, description ?? '']);
	const control = CONTROL.map(({ method, path, description }) => [
		`${method} ${CONTROL_PATH}${path}`,
		description,
	]);
	return `
Faults: a script is a JSON array of rules, for example
  [{ "fault": "status", "operation": "runConnector", "when": { "every": 50 }, "status": 503 },
   { "fault": "retry-after", "when": { "request": "1-3" }, "seconds": 2 }]
A rule is a fault with its settings and, if you like, operation (one or a list of
${OPERATIONS.join(', ')}), when (all conditions must hold), times (how often at most) and seed (a whole
number, for probability). Several rules can meet one request: the first in the script is the outermost.

Conditions in when (a number, a list of numbers, "2-5" or "3-" for request and attempt):
${columns(conditions)}

Kinds of faults:
${columns(faults)}

Control while it runs, on the same address and without a token:
${columns(control)}
`;
}

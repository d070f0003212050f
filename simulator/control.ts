import type { FastifyPluginAsync, HTTPMethods } from 'fastify';
import type { Faults } from './faults/rules.ts';
import type { Journal } from './journal.ts';

interface Simulated {
	journal: Journal;
	faults: Faults;
	reset: () => unknown;
}

/** The path prefix of the control API. */
export const CONTROL_PATH = '/_simulator';

/** The control API. It needs no token. maintainers/simulator.md describes each request. */
export const CONTROL: Record<string, (simulated: Simulated, body: unknown) => unknown> = {
	'GET /faults': ({ faults }) => faults.list(),
	'PUT /faults': ({ faults }, rules) => faults.set(rules),
	'DELETE /faults': ({ faults }) => faults.set([]),
	'GET /requests': ({ journal }) => journal.list(),
	'GET /stats': ({ journal }) => journal.stats(),
	'POST /reset': ({ reset }) => reset(),
};

/** The control API as HTTP routes. Invalid fault rules get 400 with the reason. */
export function controlRoutes(simulated: Simulated): FastifyPluginAsync {
	return async (routes) => {
		for (const [name, act] of Object.entries(CONTROL)) {
			const [method, url] = name.split(' ') as [HTTPMethods, string];
			routes.route<{ Body?: string }>({
				method,
				url,
				handler: async ({ body }) => act(simulated, body && JSON.parse(body)),
			});
		}
	};
}

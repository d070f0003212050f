import type { FastifyPluginAsync } from 'fastify';
import type { Faults } from './faults/script.ts';
import type { Journal } from './journal.ts';
import type { SimulatedPlatform } from './operations.ts';

interface Simulated {
	journal: Journal;
	faults: Faults;
	platform: () => SimulatedPlatform;
	/** Back to the state right after the start. */
	reset: () => void;
}

interface ControlEntry {
	method: 'GET' | 'PUT' | 'POST' | 'DELETE';
	path: string;
	description: string;
	act: (simulated: Simulated, body: unknown) => unknown;
}

const faultList = ({ faults }: Simulated) => faults.list();

/** Where the control begins, beside the API. */
export const CONTROL_PATH = '/_simulator';

/** What can be looked at and changed while the simulator runs, without a token. */
export const CONTROL: ControlEntry[] = [
	{
		method: 'GET',
		path: '/faults',
		description: 'the rules in force, how many requests each matched and how often each fired',
		act: faultList,
	},
	{
		method: 'PUT',
		path: '/faults',
		description: 'replaces the rules by the JSON array in the body',
		act(simulated, body) {
			simulated.faults.set(body);
			return faultList(simulated);
		},
	},
	{
		method: 'DELETE',
		path: '/faults',
		description: 'removes all rules',
		act(simulated) {
			simulated.faults.set([]);
			return faultList(simulated);
		},
	},
	{
		method: 'GET',
		path: '/requests',
		description: 'the requests so far, newest last',
		act: ({ journal }) => journal.list(),
	},
	{
		method: 'DELETE',
		path: '/requests',
		description: 'forgets the requests so far and counts from 1 again',
		act({ journal }) {
			journal.clear();
			return journal.list();
		},
	},
	{
		method: 'GET',
		path: '/jobs',
		description: 'the jobs with their last definition',
		act: ({ platform }) => platform().jobs.list(),
	},
	{
		method: 'GET',
		path: '/executions',
		description: 'the connector executions that were started',
		act: ({ platform }) => platform().executions.list(),
	},
	{
		method: 'GET',
		path: '/stats',
		description:
			'how many requests there were, how many were carried out and refused, how many were in flight at most and usually',
		act: ({ journal }) => journal.stats(),
	},
	{
		method: 'POST',
		path: '/reset',
		description: 'back to the start: data, requests, counters, and the rules given at the start',
		act(simulated) {
			simulated.reset();
			return simulated.journal.stats();
		},
	},
];

/** The control as HTTP routes. A body that is no fault script is answered 400 with the reason. */
export function controlRoutes(simulated: Simulated): FastifyPluginAsync {
	return async (routes) => {
		for (const { method, path, act } of CONTROL) {
			routes.route<{ Body?: string }>({
				method,
				url: path,
				handler: async ({ body }) => act(simulated, body && JSON.parse(body)),
			});
		}
	};
}

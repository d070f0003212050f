import axios from 'axios';
import type { AnyFaultKind } from '../../../simulator/faults/fault.ts';
import type { FaultRule } from '../../../simulator/faults/rules.ts';
import type { SimulatorUnderTest } from './client.ts';
import { start } from './client.ts';

/** A simulator with 100 functions, a new one for each test. */
export let client: SimulatorUnderTest;
beforeEach(async () => {
	client = await start({ functions: 100 });
});
afterEach(() => client.simulator.close());

/** Sets the fault rules. */
export const script = (...rules: FaultRule[]): Promise<void> => client.control.setFaults(rules);

/** The number of executed connector runs. */
export const executions = async () => (await client.control.executions()).length;

/** The requests that the simulator received. */
export const requests = () => client.control.requests();

/** The code of axios's error for a missing response. */
export const errorCode = (call: Promise<unknown>) =>
	call.then(
		() => 'responded',
		(error: unknown) => axios.isAxiosError(error) && error.code,
	);

/** Runs a test for each kind of fault in a table, over a real connection. */
export function testEach(
	kinds: Record<string, AnyFaultKind>,
	tests: Record<string, () => Promise<void>>,
): void {
	test('every kind in the table has a test', () => {
		expect(Object.keys(tests).sort()).toEqual(Object.keys(kinds).sort());
	});
	test.each(Object.keys(tests))('%s', (kind) => tests[kind]());
}

import axios from 'axios';
import type { AnyFaultKind } from '../../../simulator/faults/fault.ts';
import type { FaultRule } from '../../../simulator/faults/rules.ts';
import type { SimulatorUnderTest } from './client.ts';
import { start } from './client.ts';

/** A simulator with 100 functions, another one for each test. */
export let client: SimulatorUnderTest;
beforeEach(async () => {
	client = await start({ functions: 100 });
});
afterEach(() => client.simulator.close());

/** Puts these faults in force. */
export const script = (...rules: FaultRule[]): Promise<void> => client.control.setFaults(rules);

/** How many connector runs were carried out. */
export const executions = async () => (await client.control.executions()).length;

/** What the simulator saw. */
export const requests = () => client.control.requests();

/** How axios says that no answer came. */
export const errorCode = (call: Promise<unknown>) =>
	call.then(
		() => 'answered',
		(error: unknown) => axios.isAxiosError(error) && error.code,
	);

/** What each kind of a table does, proven over a real connection. */
export function proveEach(
	kinds: Record<string, AnyFaultKind>,
	proofs: Record<string, () => Promise<void>>,
): void {
	test('every kind of the table is proven here', () => {
		expect(Object.keys(proofs).sort()).toEqual(Object.keys(kinds).sort());
	});
	test.each(Object.keys(proofs))('%s', (kind) => proofs[kind]());
}

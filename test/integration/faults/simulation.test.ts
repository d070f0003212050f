import { faultKinds } from '../../../simulator/faults/kinds.ts';
import { KNOWN_FAULTS } from '../../simulation/faultSchedule.ts';

test('every fault of the simulator happens in simulated executions', () => {
	expect([...KNOWN_FAULTS].sort()).toEqual(Object.keys(faultKinds).sort());
});

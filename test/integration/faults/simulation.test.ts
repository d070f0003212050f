import { faultKinds } from '../../../simulator/faults/rules.ts';
import { KNOWN_FAULTS } from '../../simulation/faultSchedule.ts';

test('every fault of the simulator is part of the simulation tests', () => {
	expect([...KNOWN_FAULTS].sort()).toEqual(Object.keys(faultKinds).sort());
});

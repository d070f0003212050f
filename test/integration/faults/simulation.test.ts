import { faultKinds } from '../../../simulator/faults/kinds.ts';
import { KNOWN_FAULTS } from '../../simulation/platform.ts';

test('every fault of the simulator happens in random nights', () => {
	expect([...KNOWN_FAULTS].sort()).toEqual(Object.keys(faultKinds).sort());
});

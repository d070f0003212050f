import { createBreather } from '../../../nodes/DataPlatform/helpers/breather.ts';

test('a long loop lets other work run', async () => {
	const breathe = createBreather();
	let turns = 0;
	const timer = setInterval(() => turns++, 1);
	// Without pauses, it would never end.
	while (turns === 0) await breathe();
	clearInterval(timer);
	expect(turns).toBeGreaterThan(0);
});

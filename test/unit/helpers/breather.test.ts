import { createBreather } from '../../../nodes/DataPlatform/helpers/breather.ts';

test('a long loop lets other work run', async () => {
	const breathe = createBreather();
	let turns = 0;
	const timer = setInterval(() => turns++, 1);
	const end = performance.now() + 300;
	while (performance.now() < end) await breathe();
	clearInterval(timer);
	expect(turns).toBeGreaterThan(0);
});

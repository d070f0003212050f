/**
 * Carries items out side by side, but those of the same thing one after another, in their order.
 * @param items in the order in which they begin
 * @param thingOf what an item is about; undefined when it may go beside all others
 * @param atATime how many items may be under way, asked before each one begins
 * @param carryOut never rejects
 */
export async function inTurn<Item>(
	items: Iterable<Item>,
	thingOf: (item: Item) => string | undefined,
	atATime: () => number,
	carryOut: (item: Item) => Promise<void>,
): Promise<void> {
	const lines = new Map<string | symbol, Set<Item>>();
	let underWay = 0;
	let goOn: () => void = () => {};
	const someEnd = async () =>
		await new Promise<void>((resolve) => {
			goOn = resolve;
		});

	/** What joins the line meanwhile is carried out too. */
	async function carryOutLine(line: Set<Item>, thing: string | symbol): Promise<void> {
		underWay++;
		// Array.shift takes time for all that follow.
		for (const item of line) {
			line.delete(item);
			await carryOut(item);
			goOn();
		}
		lines.delete(thing);
		underWay--;
		goOn();
	}

	for (const item of items) {
		const thing = thingOf(item) ?? Symbol();
		const line = lines.get(thing);
		if (line) line.add(item);
		else {
			while (underWay > 0 && underWay >= atATime()) await someEnd();
			const own = new Set([item]);
			lines.set(thing, own);
			void carryOutLine(own, thing);
		}
	}
	while (underWay > 0) await someEnd();
}

import type { Item } from './item';
import type { Slots } from '../../transport/requestQueue';

/**
 * Runs items in parallel, as many as requests may be in flight. An item counts even while it waits for a retry. Items
 * with the same order key, such as a job's ID, run in turn: while one runs, later ones join its queue, and the queue
 * counts as one item.
 * @throws the first error of `run`, after all items
 */
export async function runInOrder<Ordered extends Pick<Item, 'prepared'>>(
	items: Ordered[],
	slots: Omit<Slots, 'withSlot'>,
	run: (item: Ordered) => Promise<void>,
): Promise<void> {
	/** The items of each key that runs, in order. */
	const queues = new Map<string | symbol, Ordered[]>();
	const errors: unknown[] = [];
	let notify = () => {};
	slots.onChange(() => notify());

	/** Runs a queue, to which items may be added meanwhile. */
	async function runQueue(key: string | symbol, queue: Ordered[]): Promise<void> {
		for (const item of queue) {
			await run(item).catch((error: unknown) => errors.push(error));
		}
		queues.delete(key);
		notify();
	}

	/** Waits until a queue ends, or the slots change. Only the loop below waits, so one listener is enough. */
	const waitForChange = async () => await new Promise<void>((resolve) => (notify = resolve));

	/** Also takes note of the items in progress, because unused slots don't grow. */
	function hasFreeSlot(): boolean {
		slots.noteUse(queues.size);
		return queues.size < slots.getCurrent();
	}

	for (const item of items) {
		const key = item.prepared?.parameters.orderKey ?? Symbol();
		const queue = queues.get(key);
		if (queue) {
			queue.push(item);
			continue;
		}
		while (!hasFreeSlot()) await waitForChange();
		const started = [item];
		queues.set(key, started);
		void runQueue(key, started);
	}
	while (queues.size > 0) await waitForChange();
	if (errors.length > 0) throw errors[0];
}

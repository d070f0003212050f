import fc from 'fast-check';

interface Options<Value> {
	/** How many random values. */
	count: number;
	seed: number;
	/** The path by which fast-check repeats one value. */
	path?: string;
	/** Values to check before the random ones. */
	examples?: Value[];
}

const CHECKS_BETWEEN_REPORTS = 500;

/**
 * Checks random values. Prints the smallest one that fails: its error, and the command that repeats it.
 * @returns whether all succeed
 */
export async function checkProperty<Value>(
	command: string,
	values: fc.Arbitrary<Value>,
	check: (value: Value) => Promise<void>,
	{ count, seed, path, examples = [] }: Options<Value>,
): Promise<boolean> {
	let checked = 0;
	// The only clock that isn't simulated.
	const started = process.hrtime();
	const report = (text: string) => console.log(`${text} (${process.hrtime(started)[0]} s)`);

	async function checkAndReport(value: Value): Promise<void> {
		await check(value);
		if (++checked % CHECKS_BETWEEN_REPORTS === 0) report(`${checked} executions`);
	}

	const { failed, counterexample, counterexamplePath, errorInstance, numRuns } = await fc.check(
		fc.asyncProperty(values, checkAndReport),
		{
			numRuns: path === undefined ? count + examples.length : 1,
			seed,
			path,
			examples: examples.map((value): [Value] => [value]),
		},
	);
	if (!failed) {
		report(`${numRuns} simulated executions with seed ${seed}: no violations`);
		return true;
	}
	report(`Execution ${numRuns} with seed ${seed}:`);
	console.log(JSON.stringify(counterexample![0], undefined, 2));
	console.log(errorInstance instanceof Error ? errorInstance.message : errorInstance);
	console.log(`Repeat it with: ${command} --seed ${seed} --path ${counterexamplePath}`);
	return false;
}

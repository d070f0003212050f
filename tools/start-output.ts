import { type Example, needsChatModel } from '../local/examples.ts';

/** What is wrong with what `npm start` has printed of a first start and of the examples. */
export function faultsOf(output: string, examples: Example[]): string[] {
	const faults: string[] = [];
	const expect = (isRight: boolean, fault: string) => {
		if (!isRight) faults.push(fault);
	};
	const sections = output.split(/^Example /m).slice(1);
	for (const example of examples) {
		const section = sections.find((text) => text.split('\n')[0].endsWith(`/${example.file}`));
		const result = needsChatModel(example) ? /^ {2}not run /m : /^ {2}came out /m;
		expect(section !== undefined && result.test(section), `${example.file} has no result.`);
	}
	const notRun = examples.filter(needsChatModel).length;
	const summary = `${examples.length - notRun} examples succeeded, 0 failed, ${notRun} not run.`;
	expect(output.includes(`\n${summary}\n`), `It does not say "${summary}"`);
	const [, sinceItInstalled] = /^(Installing [^]*)/m.exec(output) ?? [];
	expect(sinceItInstalled !== undefined, 'It has not installed anything.');
	expect(!/^(npm |\(node:)/m.test(sinceItInstalled ?? ''), 'npm or Node speaks between its lines.');
	return faults;
}

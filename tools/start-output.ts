import { type Example, needsChatModel } from '../local/examples.ts';

/** Finds problems in the output of a first `npm start`. */
export function findProblems(output: string, examples: Example[]): string[] {
	const problems: string[] = [];
	const expect = (isRight: boolean, problem: string) => {
		if (!isRight) problems.push(problem);
	};
	const sections = output.split(/^Example /m).slice(1);
	for (const example of examples) {
		const section = sections.find((text) => text.split('\n')[0].endsWith(`/${example.file}`));
		const result = needsChatModel(example) ? /^ {2}not run /m : /^ {2}came out /m;
		expect(section !== undefined && result.test(section), `${example.file} has no result.`);
	}
	const notRun = examples.filter(needsChatModel).length;
	const summary = `${examples.length - notRun} examples succeeded, 0 failed, ${notRun} not run.`;
	expect(output.includes(`\n${summary}\n`), `It doesn't show "${summary}"`);
	const [, sinceItInstalled] = /^(Installing [^]*)/m.exec(output) ?? [];
	expect(sinceItInstalled !== undefined, "It hasn't installed anything.");
	expect(!/^(npm |\(node:)/m.test(sinceItInstalled ?? ''), 'It shows output of npm or Node.');
	return problems;
}

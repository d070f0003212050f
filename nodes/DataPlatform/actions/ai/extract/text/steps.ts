import { createBreather } from '../../../../helpers/breather';

/** Work that can pause: it yields now and then, and returns its result. */
export type Steps<Result> = Generator<void, Result>;

/** How much text is changed between two pauses, in characters. */
const CHUNK = 100_000;

/** Does work without a pause. */
export function finish<Result>(steps: Steps<Result>): Result {
	for (;;) {
		const step = steps.next();
		if (step.done) return step.value;
	}
}

/** Does work in slices, between which other work can run. */
export async function finishInSlices<Result>(steps: Steps<Result>): Promise<Result> {
	const breathe = createBreather();
	for (;;) {
		const step = steps.next();
		if (step.done) return step.value;
		const pause = breathe();
		if (pause) await pause;
	}
}

/** Returns a function that returns a result, which is made when it's first needed. */
export function lazily<Result>(make: () => Steps<Result>): () => Steps<Result> {
	let made: { result: Result } | undefined;
	return function* () {
		made ??= { result: yield* make() };
		return made.result;
	};
}

/** Returns the elements as a list, with pauses. */
export function* collect<Element>(elements: Iterable<Element>): Steps<Element[]> {
	const list: Element[] = [];
	for (const element of elements) {
		list.push(element);
		if (list.length % 1000 === 0) yield;
	}
	return list;
}

/** Changes a text part by part. */
export function* changeText(text: string, change: (part: string) => string): Steps<string> {
	const parts: string[] = [];
	for (let from = 0; from < text.length;) {
		const to = endOfPart(text, from + CHUNK);
		parts.push(change(text.slice(from, to)));
		from = to;
		yield;
	}
	return parts.join('');
}

/** Finds a blank between two words, or else one between numbers. Words may go on after a hyphen. */
function endOfPart(text: string, from: number): number {
	const next = text.slice(from, from + CHUNK);
	const betweenWords = /[^\d\s\u00ad-](?=\s[^\d\s])/.exec(next);
	const match = betweenWords ?? /[^\s\u00ad-](?=\s\S)/.exec(next);
	return match ? from + match.index + 1 : Math.min(text.length, from + next.length);
}

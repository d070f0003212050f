/** Shows a line of progress to the person at the terminal, with a detail that can be left out. */
export type Report = (line: string, detail?: string) => void;

/** Prints progress on standard output. */
export const reportToConsole: Report = (line, detail) => {
	console.log(detail === undefined ? line : `${line} (${detail})`);
};

/** A duration in milliseconds as words: `8 s`, `3 min 20 s`. */
export function describeDuration(milliseconds: number): string {
	const seconds = Math.round(milliseconds / 1000);
	const minutes = Math.floor(seconds / 60);
	return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}

/** The last lines of a log, indented, for an error message. */
export function lastLines(log: string, count = 20): string {
	return log
		.trimEnd()
		.split('\n')
		.slice(-count)
		.map((line) => `  ${line}`)
		.join('\n');
}

/** A text cut to a number of characters, with an ellipsis where something was cut off. */
export function shorten(text: string, length: number): string {
	return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

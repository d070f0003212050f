// Plain JavaScript, like all that is needed before anything is installed (entry.mjs).

/**
 * Shows a line of progress to the person at the terminal.
 *
 * @typedef {(line: string) => void} ReportProgress
 */

/** @type {ReportProgress} */
export const reportToConsole = (line) => console.log(line);

/**
 * A duration as words: `8 s`, `3 min 20 s`.
 *
 * @param {number} milliseconds
 */
export function describeDuration(milliseconds) {
	const seconds = Math.round(milliseconds / 1000);
	const minutes = Math.floor(seconds / 60);
	return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}

/**
 * The last lines of a log, indented, for an error message.
 *
 * @param {string} log
 */
export function lastLines(log, count = 20) {
	return log
		.trimEnd()
		.split('\n')
		.slice(-count)
		.map((line) => `  ${line}`)
		.join('\n');
}

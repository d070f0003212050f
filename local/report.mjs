// Plain JavaScript, because it runs before anything is installed (entry.mjs).

/**
 * Formats a duration, such as `8 s` or `3 min 20 s`.
 *
 * @param {number} milliseconds
 */
export function describeDuration(milliseconds) {
	const seconds = Math.round(milliseconds / 1000);
	const minutes = Math.floor(seconds / 60);
	return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}

/**
 * Returns the last lines of a log, indented, for an error message.
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

import { InvalidArgumentError } from 'commander';

/** Returns a parser for a whole number within a range. The parser throws an InvalidArgumentError for other values. */
export function wholeNumber(from: number, to: number) {
	return (text: string): number => {
		if (/^\d+$/.test(text) && Number(text) >= from && Number(text) <= to) return Number(text);
		throw new InvalidArgumentError(`It must be a whole number from ${from} to ${to}.`);
	};
}

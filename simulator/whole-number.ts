import { InvalidArgumentError } from 'commander';

/** How an option of a command reads a whole number within a range. @throws InvalidArgumentError for others */
export function wholeNumber(from: number, to: number) {
	return (text: string): number => {
		if (/^\d+$/.test(text) && Number(text) >= from && Number(text) <= to) return Number(text);
		throw new InvalidArgumentError(`It takes a whole number from ${from} to ${to}.`);
	};
}

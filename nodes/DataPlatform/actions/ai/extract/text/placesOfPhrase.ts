/** Finds where a phrase begins, as Knuth, Morris and Pratt do: in linear time, even if both repeat themselves. */
export function placesOfPhrase(text: string, phrase: string): number[] {
	const places: number[] = [];
	/** For each beginning of the phrase, the length of its longest end that is also its start: 0, 0, 1, 2 for `abab`. */
	const borders = [0];
	const extend = (length: number, unit: number): number => {
		let fitting = length;
		// After a whole phrase, charCodeAt returns NaN, which equals no unit, so it goes on with a shorter start.
		while (fitting > 0 && unit !== phrase.charCodeAt(fitting)) fitting = borders[fitting - 1];
		return unit === phrase.charCodeAt(fitting) ? fitting + 1 : fitting;
	};
	for (let at = 1; at < phrase.length; at++) {
		borders.push(extend(borders[at - 1], phrase.charCodeAt(at)));
	}
	for (let at = 0, length = 0; at < text.length; at++) {
		length = extend(length, text.charCodeAt(at));
		if (length === phrase.length) places.push(at + 1 - length);
	}
	return places;
}

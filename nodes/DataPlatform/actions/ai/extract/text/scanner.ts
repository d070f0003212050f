/** Matches a sticky expression: what begins at a position or, with a lookbehind, ends there. */
export function matchAt(sticky: RegExp, text: string, position: number): RegExpExecArray | null {
	sticky.lastIndex = position;
	return sticky.exec(text);
}

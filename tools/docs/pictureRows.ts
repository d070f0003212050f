/** A part of a page, in pixels. */
export interface Box {
	x: number;
	y: number;
	width: number;
	height: number;
}

/** The margin of a picture. */
export const MARGIN = 16;
/** GitHub shows a picture at most 838 pixels wide. In a wider one, the names of nodes (16 pixels) are hard to read. */
const LONGEST_ROW = 1100;
/** Below a node, for its name and subtitle. */
const LABEL_HEIGHT = 88;
/** Next to a node, for a wider name. */
const LABEL_OVERHANG = 48;

/**
 * The part of a canvas with these nodes. If it's wide, two parts of the same width, which the picture shows below each
 * other. They're cut between two columns of nodes, as near to the middle as possible.
 */
export function rowsOf(boxes: Box[]): Box[] {
	const x = Math.min(...boxes.map((box) => box.x)) - LABEL_OVERHANG;
	const y = Math.min(...boxes.map((box) => box.y)) - MARGIN;
	const right = Math.max(...boxes.map((box) => box.x + box.width)) + LABEL_OVERHANG;
	const height = Math.max(...boxes.map((box) => box.y + box.height)) + LABEL_HEIGHT - y;
	if (right - x <= LONGEST_ROW) return [{ x, y, width: right - x, height }];
	const middle = (x + right) / 2;
	const [cut] = gapsBetween(boxes).sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
	const width = Math.max(cut - x, right - cut);
	return [cut - width, cut].map((start) => ({ x: start, y, width, height }));
}

/** The middle of each gap between columns of nodes. */
function gapsBetween(boxes: Box[]): number[] {
	const sorted = boxes.toSorted((a, b) => a.x - b.x);
	return sorted.slice(1).flatMap((box, index) => {
		const end = Math.max(...sorted.slice(0, index + 1).map((each) => each.x + each.width));
		return box.x - end >= LABEL_OVERHANG ? [(box.x + end) / 2] : [];
	});
}

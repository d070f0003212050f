import { errorOf, jsonOf } from '../../support/engine/engine.ts';
import type { Cell } from './matrix.ts';
import { WAYS } from './matrix.ts';
import { table } from '../../support/markdown.ts';
import { testOperationNames } from '../../support/operations.ts';

/** The reaction of the node to a lasting fault. */
function reactionOf({ observed }: Cell): string {
	const [{ error, details }] = jsonOf(observed.continue.ended) as [
		{ error: string; details: { attempts?: number } },
	];
	if ((details.attempts ?? 1) > 1) return 'sent again';
	return / may have started: /.test(error) ? '**may have started**' : 'error';
}

/** Removes the item, and replaces a code that depends on the machine's network. */
function shorten(message: string): string {
	return message.replace(' [item 0]', '').replace('EAI_AGAIN', 'ENOTFOUND');
}

/** The matrix as a Markdown table with a row for each fault, and the number of cases. */
export function matrixTable(cells: Cell[]): string {
	const faults = [...new Set(cells.map(({ fault }) => fault))];
	const rows = faults.map((fault) => {
		const own = cells.filter((cell) => cell.fault === fault);
		const { message } = errorOf(own[0].observed.stop.ended)!;
		const text = fault.isThrottling ? message.split('. The next try')[0] : message;
		return [fault.name, ...own.map(reactionOf), shorten(text)];
	});
	const head = ['Fault', ...testOperationNames, 'Error message of a lasting fault'];
	const count = `${cells.length} combinations of ${faults.length} faults with the operations, Search in two ways, each in ${WAYS.length} ways: ${cells.length * WAYS.length} cases.`;
	return `${table([head, ...rows])}\n\n${count}`;
}

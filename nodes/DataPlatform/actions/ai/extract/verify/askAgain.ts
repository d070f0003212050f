import type { IDataObject } from 'n8n-workflow';
import type { ExtractRequest, OutputStructure } from '../../../../transport/contract';
import { ApiError } from '../../../../transport/failures';
import type { ApiRequest } from '../../../../transport/request';
import { groupBy, isObject, quote } from '../../../../helpers/values';
import { Aborted } from '../../../../transport/abort';
import type { Send } from '../../../operation';
import type { ExtractAnswer } from '../answer';
import { convertFields } from '../convert';
import type { ItemsWanted } from '../items';
import type { Finding, Problem } from './findings';
import { fieldFindings, pathInWords, textFindings } from './findings';
import { SentTexts } from './sentTexts';

/** What the model may do better when it is asked again. */
const WORTH_ASKING = new Set<Problem>(['missing', 'notAllowed', 'notConverted', 'notInText']);

/** What the answers are looked through with. */
interface Looking {
	wanted: ItemsWanted;
	texts: SentTexts;
	/** The fields that further answers gave. */
	taken: Set<string>;
}

/**
 * An answer in which fields that were missing or unfit have come well from further requests, each for
 * these fields alone and with the reason in its instructions. Their request ids are `furtherRequestIds`.
 * A value that does not stand in the text is asked for again while there are times left. Where a further
 * request fails, the answer so far goes on with `askAgainFailed`.
 * @throws ApiError of a further request, with the answer so far, when checks let the item fail
 */
export async function askedAgain(
	first: ExtractAnswer,
	request: ApiRequest,
	wanted: ItemsWanted,
	send: Send<ExtractAnswer>,
): Promise<ExtractAnswer> {
	const { askAgain = 0, letsItemFail } = wanted.checks ?? {};
	if (askAgain === 0) return first;
	const texts = new SentTexts((request.body as ExtractRequest).input, wanted.dateOrder);
	const looking = { wanted, texts, taken: new Set<string>() };
	let answer = first;
	for (let time = 1; time <= askAgain; time++) {
		const open = openFields(answer.output, looking);
		if (open.size === 0) return answer;
		try {
			const further = await send(requestFor(request, open, time));
			answer = bettered(answer, further, open, looking);
		} catch (reason) {
			// Where the run has ended before, the answer so far has come all the same.
			const isOver = reason instanceof Aborted;
			if (!isOver && (letsItemFail || !(reason instanceof ApiError)))
				throw withReceived(reason, answer);
			return { ...answer, askAgainFailed: (reason as Error).message };
		}
	}
	return answer;
}

/** What is doubtful about fields; of those that a further answer gave, also that the text does not hold them. */
function findingsOf(output: IDataObject, { wanted, texts, taken }: Looking): Finding[] {
	const converted = convertFields(output, wanted.shapes, wanted);
	const leaves = converted.leaves.filter(({ path: [name] }) => taken.has(name as string));
	const inText = textFindings(leaves, texts, wanted.checks?.notFromText).findings.filter(
		({ couldNotLook }) => !couldNotLook,
	);
	return [...fieldFindings(converted), ...inText];
}

/**
 * The fields to ask for again, with what is wrong with each. What a text does not hold comes as null:
 * that is worth a further extraction only where the item would fail for it.
 */
function openFields(output: IDataObject, looking: Looking): Map<string, Finding[]> {
	const { wanted } = looking;
	const failsForEmpty = wanted.ifMissing === 'raise' || wanted.checks?.letsItemFail === true;
	const open = findingsOf(output, looking).filter(
		({ problem }) => WORTH_ASKING.has(problem) || (problem === 'empty' && failsForEmpty),
	);
	return groupBy(open.map((finding) => [finding.path[0] as string, finding]));
}

/** The time stands in the instructions, so that no two further requests are the same one. */
function requestFor(request: ApiRequest, open: Map<string, Finding[]>, time: number): ApiRequest {
	const body = request.body as ExtractRequest;
	const reasons = [...open.values()].flat().map(({ path, problem, value, reason }) => {
		const given = problem === 'missing' ? '' : `, ${quote(value)}`;
		return `${pathInWords(path)}${given}: ${reason}.`;
	});
	const again = `This text was looked at before. Look again (${time}) for these fields alone. ${reasons.join(' ')}`;
	const structure = Object.entries(body.outputStructure).filter(([name]) => open.has(name));
	return {
		...request,
		body: {
			...body,
			outputStructure: Object.fromEntries(structure) as OutputStructure,
			instructions: [body.instructions, again].filter(Boolean).join('\n\n'),
		},
	};
}

/** Takes over what came well; a value that the text does not hold only where there was none, and no shorter list. */
function bettered(
	answer: ExtractAnswer,
	further: ExtractAnswer,
	open: Map<string, Finding[]>,
	looking: Looking,
): ExtractAnswer {
	const { wanted, taken } = looking;
	const elements = (output: IDataObject, name: string) =>
		elementsIn(
			convertFields(output, wanted.shapes, { ...wanted, convertTypes: true }).fields[name],
		);
	const good = [...open.keys()].filter((name) => {
		const shapes = new Map([...wanted.shapes].filter(([other]) => other === name));
		const one = Object.hasOwn(further.output, name) ? { [name]: further.output[name] } : {};
		return (
			elements(one, name) >= elements(answer.output, name) &&
			findingsOf(one, { ...looking, wanted: { ...wanted, shapes } }).every(isBetter)
		);
	});
	for (const name of good) taken.add(name);
	const replaced = good.map((name) => [name, further.output[name]] as const);
	const earlier = (answer.furtherRequestIds ?? []) as unknown[];
	return {
		...answer,
		output: { ...answer.output, ...Object.fromEntries(replaced) },
		furtherRequestIds: [...earlier, further.requestId ?? null] as IDataObject[],
	};
}

/** How many elements the lists in a value have. */
function elementsIn(value: unknown): number {
	if (!Array.isArray(value) && !isObject(value)) return 0;
	const inner = Object.values(value).map(elementsIn);
	return inner.reduce((sum, count) => sum + count, Array.isArray(value) ? value.length : 0);
}

function isBetter({ problem, path }: Finding): boolean {
	const isWholeEmpty = problem === 'empty' && path.length === 1;
	return !isWholeEmpty && !WORTH_ASKING.has(problem);
}

function withReceived(reason: unknown, received: ExtractAnswer): unknown {
	if (!(reason instanceof ApiError)) return reason;
	const { message, description, details } = reason;
	return new ApiError(`Asked again: ${message}`, description, { ...details, received });
}

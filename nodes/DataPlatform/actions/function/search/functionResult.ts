import type { IDataObject } from 'n8n-workflow';
import type { Page } from './pageReader';
import { stringifyJson } from '../../../helpers/exactJson';
import { formatIsoDate } from '../../../helpers/isoDate';
import { isObject, withoutUndefined } from '../../../helpers/values';
import { FUNCTION_MEMBERS, type Link, type StoredFunction } from '../../../transport/contract';
import {
	createUnexpectedJsonError,
	readBoolean,
	readWholeNumber,
	requireObject,
} from '../../responseMembers';
import { formatResult, type Output, type ResultShape } from '../../resultFormat';

/** The fields of a function (api-spec.md 2.1). In the Simplified form, text and counts replace links. */
export const functionShape: ResultShape<StoredFunction> = {
	id: 'id',
	// One object literal, because V8 creates it several times faster than an object that grows.
	simplify(result) {
		const links = Array.isArray(result.links) ? result.links : undefined;
		const broken = links?.filter(isBroken) ?? [];
		return {
			id: result.id,
			name: result.name,
			brokenLinks: links && broken.map(describeLink).join(', '),
			status: result.status,
			owner: result.owner,
			created: formatIsoDate(result.created),
			lastModified: formatIsoDate(result.lastModified),
			linkCount: links?.length,
			brokenLinkCount: links && broken.length,
		};
	},
	derived: ['brokenLinks', 'linkCount', 'brokenLinkCount'],
	members: FUNCTION_MEMBERS,
};

/** Whether a link has a `valid` that isn't VALID (api-spec.md 2.2 and 3). */
function isBroken(link: Link): boolean {
	return isObject(link) && (link.valid ?? 'VALID') !== 'VALID';
}

/** Returns text such as `CARD 203003: ILLEGAL_REFERENCE`. A type or ID without a value is left out. */
function describeLink({ resource, valid }: Link): string {
	const { type, id } = isObject(resource) ? resource : {};
	return `${[type, id].filter((part) => (part ?? '') !== '').join(' ')}: ${String(valid)}`;
}

/** Returns what identifies a function: its id, or all its members if it has no id. */
export function getFunctionKey(result: StoredFunction): unknown {
	const id = result.id ?? result;
	return typeof id === 'object' ? stringifyJson(id) : id;
}

/**
 * Parses the response to a search, and converts its functions to items. `results` may be null if `totalHits`
 * is 0.
 * @throws ApiError if `results` isn't a list of objects, or if `totalHits`, `hasMore` or `degraded` is invalid
 */
export function parseSearchPage(response: unknown, output: Output): Page {
	const page = requireObject<IDataObject>(response);
	const totalHits = readWholeNumber(page, 'totalHits');
	const hasMore = readBoolean(page, 'hasMore');
	const degraded = readBoolean(page, 'degraded');
	const isEmpty = page['results'] === null && totalHits === 0 && hasMore !== true;
	const functions: unknown = isEmpty ? [] : page['results'];
	if (!Array.isArray(functions) || !functions.every(isObject)) {
		throw createUnexpectedJsonError(response, 'has no list of objects "results"');
	}
	return withoutUndefined<Page>({
		keys: functions.map(getFunctionKey),
		// Functions become items as soon as they arrive, so that full responses needn't stay in memory.
		functions: functions.map((each) => formatResult(each, output, functionShape)),
		totalHits,
		hasMore,
		degraded,
	});
}

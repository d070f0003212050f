import type { IDataObject } from 'n8n-workflow';
import { isoDate } from '../../../helpers/isoDate';
import type { ResultShape } from '../../../parameters/output';
import { isObject } from '../../../helpers/values';

/**
 * A function (api-spec.md 2.1). Simplified is flat, so that a table shows it and each field can be
 * dragged: of the links it tells their number, and in words those that are not VALID.
 */
export const functionResult: ResultShape = {
	id: 'id',
	simplify(result) {
		const links = linksOf(result);
		// Most functions have none: lists made for a million of them in vain take their time.
		const notValid = links?.some(isNotValid) ? links.filter(isNotValid) : [];
		return {
			id: result.id,
			name: result.name,
			notValidLinks: links && inWords(notValid),
			status: result.status,
			owner: result.owner,
			created: isoDate(result.created),
			lastModified: isoDate(result.lastModified),
			linkCount: links?.length,
			notValidLinkCount: links && notValid.length,
		};
	},
	made: ['notValidLinks', 'linkCount', 'notValidLinkCount'],
	members: [
		'id',
		'name',
		'status',
		'owner',
		'created',
		'lastModified',
		'locked',
		'global',
		'archived',
		'links',
		'legacyId',
		'activeLinks',
	],
};

/** Whether a function has a link that is not VALID; not, where the platform sent no list of links. */
export function hasNotValidLinks(result: IDataObject): boolean {
	return linksOf(result)?.some(isNotValid) === true;
}

function linksOf({ links }: IDataObject): unknown[] | undefined {
	return Array.isArray(links) ? links : undefined;
}

/** A link without `valid` says nothing of itself (api-spec.md 2.2 and 3: VALID is one of the values observed). */
function isNotValid(link: unknown): boolean {
	return isObject(link) && (link.valid ?? 'VALID') !== 'VALID';
}

function inWords(links: unknown[]): string {
	return links.length === 0 ? '' : links.map(linkInWords).join(', ');
}

/** `CARD 203003: ILLEGAL_REFERENCE`, as far as the platform sent it. */
function linkInWords(link: unknown): string {
	const { resource, valid } = link as IDataObject;
	const { type, id } = isObject(resource) ? resource : {};
	return `${[type, id].filter((part) => part !== undefined).join(' ')}: ${String(valid)}`;
}

import type { StoredFunction, Link } from '../../../transport/contract';
import { formatIsoDate } from '../../../helpers/isoDate';
import type { ResultShape } from '../../output';
import { isObject } from '../../../helpers/values';

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
	members: [
		'id',
		'name',
		'owner',
		'lastModified',
		'created',
		'global',
		'locked',
		'legacyId',
		'status',
		'links',
		'archived',
		'activeLinks',
	],
};

/** Whether a link has a `valid` that isn't VALID (api-spec.md 2.2 and 3). */
function isBroken(link: Link): boolean {
	return isObject(link) && (link.valid ?? 'VALID') !== 'VALID';
}

/** Returns text such as `CARD 203003: ILLEGAL_REFERENCE`. A missing type or ID is left out. */
function describeLink({ resource, valid }: Link): string {
	const { type, id } = isObject(resource) ? resource : {};
	return `${[type, id].filter((part) => part !== undefined).join(' ')}: ${String(valid)}`;
}

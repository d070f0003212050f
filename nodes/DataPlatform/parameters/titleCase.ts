/** `lastModified` → `Last Modified`, `legacyId` → `Legacy ID`: the labels of API members. */
export function toTitleCase(member: string): string {
	return member
		.replace(/([a-z])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3 $2$4')
		.split(' ')
		.map((word) => (word.toLowerCase() === 'id' ? 'ID' : word[0].toUpperCase() + word.slice(1)))
		.join(' ');
}

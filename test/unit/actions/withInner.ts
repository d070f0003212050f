import type { INodeProperties } from 'n8n-workflow';

/** A field and its inner fields. */
export function withInner(field: INodeProperties): INodeProperties[] {
	const inner = (field.options ?? []).flatMap((option) =>
		'values' in option ? option.values : 'type' in option ? [option as INodeProperties] : [],
	);
	return [field, ...inner.flatMap(withInner)];
}

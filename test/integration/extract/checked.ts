import type { IDataObject } from 'n8n-workflow';

/** Extract with checks. */
export const checks = (settings: IDataObject = {}, options: IDataObject = {}) => ({
	options: {
		convertTypes: true,
		checks: { settings: { checksField: 'checks', ifFound: 'keep', ...settings } },
		...options,
	},
});
export const text = '={{ $json.text }}';
/** A field list. */
export const fields = (...field: IDataObject[]) => ({ text, outputStructure: { field } });

/** What the checks of an item say. */
export const problemsOf = (item: IDataObject) =>
	(item.checks as IDataObject[]).map(({ field, problem, value }) => [field, problem, value]);

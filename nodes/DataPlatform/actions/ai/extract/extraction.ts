import type { IDataObject } from 'n8n-workflow';
import type { Issue } from './issues';
import type { FieldSchema } from './jsonSchema';
import type { Path } from '../../../helpers/paths';

/** The output of a response after conversion. */
export interface Extraction {
	output: IDataObject;
	issues: Issue[];
	/** The values to look up in the text, as they came. */
	values: ExtractedValue[];
	hints: string[];
}

/** A text or a number in an output. */
export interface ExtractedValue {
	path: Path;
	value: string | number;
	schema: FieldSchema;
}

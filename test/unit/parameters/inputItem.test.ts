import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { createInputItem } from '../../../nodes/DataPlatform/parameters/inputItem.ts';

test("the error of a file that can't be read says what to do, and keeps what n8n threw", async () => {
	const thrown = new Error('The file is gone');
	const helpers = { getBinaryDataBuffer: async () => await Promise.reject(thrown) };
	const { readFile } = createInputItem(
		{ helpers } as unknown as IExecuteFunctions,
		{ json: {} },
		0,
	);
	await expect(readFile({} as IBinaryData)).rejects.toMatchObject({
		message: 'The file is gone',
		description: expect.stringContaining('earlier node'),
		cause: thrown,
	});
});

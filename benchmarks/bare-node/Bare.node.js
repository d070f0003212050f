// What n8n's own request helper costs, with the credential handed over and what comes back passed on as it
// is. Nothing is read from the items, checked, repeated or put into words.
import { bareWork } from '../bare-work.ts';

const CREDENTIALS = 'dataPlatformApi';

export class Bare {
	description = {
		displayName: 'Bare',
		name: 'bare',
		group: ['transform'],
		version: 1,
		description: 'Sends requests as they are',
		defaults: { name: 'Bare' },
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: CREDENTIALS, required: true }],
		properties: [{ displayName: 'Task', name: 'task', type: 'json', default: '{}' }],
	};

	async execute() {
		const data = await this.getCredentials(CREDENTIALS);
		const credentialsDecrypted = { id: '', name: '', type: CREDENTIALS, data };
		const { httpRequestWithAuthentication } = this.helpers;
		const answers = await bareWork(
			JSON.parse(this.getNodeParameter('task', 0)),
			async ({ method, path, body }) => {
				const request = { method, url: `${data.baseUrl}${path}`, body, json: true };
				return await httpRequestWithAuthentication.call(this, CREDENTIALS, request, {
					credentialsDecrypted,
				});
			},
		);
		const pairedItem = { item: 0 };
		return [answers.map((json) => ({ json, pairedItem }))];
	}
}

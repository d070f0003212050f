import { Container } from '@n8n/di';
import type { KeyInfo } from 'n8n-core';
import { BinaryDataService, Cipher, EncryptionKeyProxy, InstanceSettings } from 'n8n-core';

let ready: Promise<void> | undefined;

/** Prepares the encryption key and the binary data store, as n8n's server does. */
export function prepareContainer(): Promise<void> {
	return (ready ??= prepare());
}

async function prepare(): Promise<void> {
	const { encryptionKey } = Container.get(InstanceSettings);
	const key: KeyInfo = {
		id: 'test',
		value: Container.get(Cipher).encryptDEKWithInstanceKey(encryptionKey),
		algorithm: 'aes-256-cbc',
		format: 'no-prefix',
	};
	Container.get(EncryptionKeyProxy).setProvider({
		getActiveKey: async () => key,
		getKeyById: async () => key,
		getLegacyKey: async () => key,
	});
	await Container.get(BinaryDataService).init();
}

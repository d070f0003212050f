import type { ICredentialDataDecryptedObject as Credential, IExecuteFunctions } from 'n8n-workflow';
import { stringifyJson } from '../helpers/exactJson';
import { ApiError } from './apiError';

export const CREDENTIALS_TYPE = 'dataPlatformApi';

/** The trimmed parts of a valid credential. */
export interface ValidCredential {
	/** Scheme, host and path prefix, without a slash at the end. */
	baseUrl: string;
	headerName: string;
	token: string;
}

/** Returns the parts of a credential, or what is wrong with it. The problem never quotes the token. */
export function readCredential(data: Credential = {}): ValidCredential | { problem: string } {
	const trim = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
	const [baseUrl, token, headerName] = [data['baseUrl'], data['token'], data['headerName']].map(
		trim,
	);
	const problems = [
		!isBaseUrl(baseUrl) &&
			'Base URL must be an address with https:// or http://, without a user name, a question mark or a # sign',
		!HEADER_VALUE.test(token) &&
			"Developer Token is empty, or contains a line break or another character that a header can't contain: copy it again",
		!HEADER_NAME.test(headerName) &&
			'Token Header must be a header name such as X-ACME-Developer-Token',
	].filter((problem) => problem !== false);
	if (problems.length > 0) return { problem: problems.join('; ') };
	const { origin, pathname } = new URL(baseUrl);
	return { baseUrl: origin + pathname.replace(/(?<!\/)\/+$/, ''), headerName, token };
}

/** The Token Header of a new credential. Users replace SERVICE with their platform's word, such as ACME. */
export const DEFAULT_HEADER_NAME = 'X-SERVICE-Developer-Token';

const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** Visible ASCII, with spaces only in the middle. Every HTTP stack accepts this as a header's value. */
const HEADER_VALUE = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/;

function isBaseUrl(text: string): boolean {
	if (!/^https?:\/\/[^?#]+$/i.test(text) || !URL.canParse(text)) return false;
	const { username, password } = new URL(text);
	return username === '' && password === '';
}

/** The credential of an item. */
export interface Access extends ValidCredential {
	/** The decrypted credential. */
	data: Credential;
	/** Whether other items of this execution may have another credential. */
	isPerItem: boolean;
}

/** Returns the credential of an item. Throws ApiError or n8n's error if it can't be used. */
export type AccessReader = (itemIndex: number) => Promise<Access>;

/**
 * Decrypts the credential once for all items, because n8n would decrypt it for every request. If an
 * expression in the credential depends on the item, decrypts it once per item.
 * @throws ApiError or n8n's error if all items share a credential that can't be used
 */
export async function createAccessReader(context: IExecuteFunctions): Promise<AccessReader> {
	const resolve = async (item: number) => await context.getCredentials(CREDENTIALS_TYPE, item);
	const items = context.getInputData().length;
	const first = resolve(0);
	// For an index after the last item, an expression that depends on items fails or has another value.
	const isPerItem = items > 1 && (await toText(first)) !== (await toText(resolve(items)));
	if (isPerItem) return async (item) => toAccess(await (item === 0 ? first : resolve(item)), true);
	const access = toAccess(await first, false);
	return async () => access;
}

function toAccess(data: Credential, isPerItem: boolean): Access {
	const credential = readCredential(data);
	if (!('problem' in credential)) return { ...credential, data, isPerItem };
	throw new ApiError(credential.problem, 'Correct it in the credential.', { kind: 'invalid' });
}

async function toText(credential: Promise<Credential>): Promise<string> {
	return await credential.then(stringifyJson, (error: Error) => error.message);
}

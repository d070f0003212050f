import {
	type ICredentialDataDecryptedObject as Credential,
	type IExecuteFunctions,
	type NodeOperationError,
	UserError,
} from 'n8n-workflow';
import { stringifyJson } from '../helpers/exactJson';
import { trimInvisible } from '../helpers/values';

export const CREDENTIALS_TYPE = 'dataPlatformApi';

/** The Token Header of a new credential. Users replace SERVICE with their platform's word, such as ACME. */
export const DEFAULT_HEADER_NAME = 'X-SERVICE-Developer-Token';

const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** Visible ASCII, with spaces only in the middle. Every HTTP stack accepts this as a header's value. */
const HEADER_VALUE = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/;

const SELECT = 'Select a credential in the node, and check the expressions in it.';

/** The credential of an item. */
export interface Access {
	/** Scheme, host and path prefix, without a slash at the end. */
	baseUrl: string;
	headerName: string;
	token: string;
	/** The decrypted credential. */
	data: Credential;
	/** Whether items of this execution have different tokens. It's known when all items have been read. */
	readonly hasSeveralTokens: boolean;
}

/**
 * Returns the parts of a credential, without invisible characters at their ends.
 * @throws UserError with everything that is wrong with it. It never quotes the token.
 */
export function readCredential(data: Credential): Omit<Access, 'data' | 'hasSeveralTokens'> {
	const given = [data['baseUrl'], data['token'], data['headerName']];
	const toText = (value: unknown) => (typeof value === 'string' ? trimInvisible(value) : '');
	const [baseUrl, token, headerName] = given.map(toText);
	const problems = [
		!isBaseUrl(baseUrl) &&
			"'Base URL' must be an address with https:// or http://, without a user name, a question mark or a # sign",
		!HEADER_VALUE.test(token) &&
			"'Developer Token' is empty, or contains a line break or another character that a header can't contain: copy it again",
		!HEADER_NAME.test(headerName) &&
			"'Token Header' must be a header name such as X-ACME-Developer-Token",
	].filter((problem) => problem !== false);
	if (problems.length > 0) {
		throw new UserError(problems.join('; '), { description: 'Correct it in the credential.' });
	}
	const { origin, pathname } = new URL(baseUrl);
	return { baseUrl: origin + pathname.replace(/(?<!\/)\/+$/, ''), headerName, token };
}

function isBaseUrl(text: string): boolean {
	if (!/^https?:\/\/[^?#]+$/i.test(text) || !URL.canParse(text)) return false;
	const { username, password } = new URL(text);
	return username === '' && password === '';
}

/**
 * Returns a reader of an item's credential. n8n resolves the credential's expressions for each item, because nothing
 * else shows whether they depend on it. Items with the same credential share its Access.
 * @throws UserError if the credential can't be used
 */
export function createAccessReader(context: IExecuteFunctions) {
	const known = new Map<string, Access>();
	const tokens = new Set<string>();

	return async (itemIndex: number): Promise<Access> => {
		const decrypted = context.getCredentials(CREDENTIALS_TYPE, itemIndex);
		const data = await decrypted.catch((cause: NodeOperationError) => {
			throw new UserError(cause.message, { description: cause.description || SELECT, cause });
		});
		const key = stringifyJson(data);
		const access = known.get(key) ?? {
			...readCredential(data),
			data,
			get hasSeveralTokens() {
				return tokens.size > 1;
			},
		};
		known.set(key, access);
		tokens.add(access.token);
		return access;
	};
}

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
	/** Whether other items of this execution may have another credential. */
	isPerItem: boolean;
}

/**
 * Returns the parts of a credential, without blanks and zero-width characters at their ends.
 * @throws UserError with everything that is wrong with it. It never quotes the token.
 */
export function readCredential(data: Credential): Omit<Access, 'data' | 'isPerItem'> {
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
 * Returns a reader of an item's credential, which throws UserError if the credential can't be used. It's
 * decrypted once for all items, because n8n would decrypt it for every request, or once per item if an
 * expression in it depends on the item.
 */
export function createAccessReader(context: IExecuteFunctions) {
	const count = context.getInputData().length;
	const decrypt = async (itemIndex: number) =>
		await context.getCredentials(CREDENTIALS_TYPE, itemIndex).catch((error: NodeOperationError) => {
			throw new UserError(error.message, { description: error.description || SELECT });
		});

	let first: Promise<Credential> | undefined;
	let differs: Promise<boolean> | undefined;

	/** For an index after the last item, an expression that depends on items fails or has another value. */
	const findDifference = async () =>
		count > 1 && stringifyJson(await first) !== stringifyJson(await decrypt(count));

	return async (itemIndex: number): Promise<Access> => {
		first ??= decrypt(0);
		differs ??= findDifference().catch(() => true);
		const isPerItem = await differs;
		const data = await (isPerItem && itemIndex > 0 ? decrypt(itemIndex) : first);
		return { ...readCredential(data), data, isPerItem };
	};
}

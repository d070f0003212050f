import { findAmounts, findCurrencies, parseNumber } from './amounts.ts';
import { findDates } from './dates.ts';

/** What a field can be about, and how such a value is found in a text. */
export interface ValueKind {
	/** Meanings of a field's name (see words.ts) that make it this kind. */
	meanings: string[];
	/** The values in what stands behind a fitting label. */
	pick: (value: string) => string[];
	/** The values anywhere in a text, the best first; none without it. */
	search?: (text: string) => string[];
	/** Whether a line that names the field counts like a label. */
	onLines?: boolean;
}

const matches =
	(pattern: RegExp) =>
	(text: string): string[] =>
		text.match(pattern) ?? [];

const EMAIL = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;
const URL = /https?:\/\/[^\s<>"')\]]+|\bwww\.[^\s<>"')\]]+/g;
const PHONE = /(?:\+|\b0)\d[\d ()/.-]{5,}\d/g;
const CODE = /#\d{2,}|\b[A-Z]{1,5}[-_/]?\d[\w/-]*\d\b/g;
const PERCENT = /\d+(?:[.,]\d+)?\s?%/g;
const NAME = "\\p{Lu}[\\p{Ll}'’-]+(?:[- ]\\p{Lu}[\\p{Ll}'’-]+)?";
const FULL_NAME = new RegExp(`${NAME} (?:\\p{Lu}\\. |von |van |de |da )?${NAME}`, 'gu');
const SIGNED =
	/(?:regards|wishes|sincerely|cheers|thanks|grüße[n]?|gruß|grüssen)\s*,?\s*\n+\s*(\p{Lu}[^\n,]{1,40})/giu;
const GREETED =
	/^(?:dear|hello|hi|hallo|liebe[r]?|sehr geehrte[r]?)\s+(?:(?:mr|mrs|ms|frau|herrn?|dr)\.?\s+)*(\p{Lu}[\p{L}'’ -]{1,30})/gimu;
const HONOURED =
	/([\p{Script=Han}\p{Script=Katakana}ー]{2,8}(?:[ 　][\p{Script=Han}]{1,4})?)\s?(?:様|さん)/gu;
const COMPANY =
	/(?:[\p{Lu}\d][\p{L}\d&.'’-]* (?:& )?){1,4}(?:GmbH(?: & Co\. KG)?|AG|KG|SE|UG|OHG|Inc|Ltd|LLC|Corp|Corporation|Company|PLC|S\.A\.|B\.V\.)(?![\p{L}])\.?|株式会社[\p{L}ー]+|[\p{L}ー]+株式会社/gu;
const NO_NAMES =
	/^(?:Dear|Hello|Best|Kind|Many|Subject|From|Invoice|Order|Total|Date|Sehr|Mit|Viele|Beste|Meeting|Next|Due)\b/;

const groups = (pattern: RegExp) => (text: string) =>
	[...text.matchAll(pattern)].map(([, found]) => found.trim());

const SENT = /^(?:from|von|name|sender|absender)\s*:\s*"?(\p{Lu}[^"<\n(]{1,40})/gimu;
const ON_TOP = /^\s*(\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}.'’-]+){1,2})[ \t]*(?:\n|$)/gu;

function fullNames(text: string): string[] {
	const companies = text.match(COMPANY) ?? [];
	return matches(FULL_NAME)(text).filter(
		(name) => !NO_NAMES.test(name) && !companies.some((company) => company.includes(name)),
	);
}

const people =
	(...patterns: RegExp[]) =>
	(text: string): string[] => [
		...patterns.flatMap((pattern) => groups(pattern)(text)),
		...fullNames(text),
	];

/** A name without the address, the role or the company behind it. */
const bareName = (value: string): string[] => {
	const bare = value
		.replace(/<[^>]*>|\([^)]*\)|["“”]/g, '')
		.split(/[,;|]/)[0]
		.trim();
	return bare && !bare.includes('@') ? [bare] : [];
};

/** The part of a value up to the words behind it, if it has a digit. */
const bareCode = (value: string): string[] =>
	/\d/.test(value) ? [value.split(/\s{2,}|[,;]|\s(?=[\p{Ll}(])/u)[0].trim()] : [];

const asWritten = (value: string): string[] => (value.trim() ? [value.trim()] : []);
const numbersIn = (text: string): string[] => text.match(/-?\d[\d.,'’]*\d|-?\d/g) ?? [];
const isHeaderLine = (line: string) =>
	/^\s*[\p{L} -]{2,30}[:：]/u.test(line) || /^\s*(?:#|[-*•])/.test(line);
const isGreeting = (line: string) =>
	/^(?:dear|hello|hi\b|hallo|liebe|sehr geehrte)/i.test(line.trim());

function sentences(text: string): string[] {
	const prose = text
		.split('\n')
		.filter((line) => line.trim() && !isHeaderLine(line) && !isGreeting(line));
	return prose.join(' ').match(/\S[^.!?。]*[.!?。]+/gu) ?? prose.slice(0, 1);
}

const firstLine = (text: string): string[] => {
	const line = text.split('\n').find((each) => each.trim());
	return line ? [line.replace(/^[#\s]+/, '').trim()] : [];
};

const LANGUAGES = [
	{ code: 'ja', signs: /[\p{Script=Hiragana}\p{Script=Katakana}]/u },
	{ code: 'de', signs: /\b(?:und|der|die|das|nicht|mit|für|ist|bitte|wir)\b/i },
	{ code: 'en', signs: /\b(?:and|the|with|for|is|please|we|of|to)\b/i },
];

/** The kinds in the order in which they are tried. A new one is an entry here. */
export const VALUE_KINDS: Record<string, ValueKind> = {
	email: { meanings: ['email'], pick: matches(EMAIL), search: matches(EMAIL) },
	website: { meanings: ['website'], pick: matches(URL), search: matches(URL) },
	phone: { meanings: ['phone'], pick: matches(/\+?\d[\d ()/.-]{4,}\d/g), search: matches(PHONE) },
	currency: { meanings: ['currency'], pick: findCurrencies, search: findCurrencies },
	language: {
		meanings: ['language'],
		pick: asWritten,
		search: (text) => LANGUAGES.filter(({ signs }) => signs.test(text)).map(({ code }) => code),
	},
	percent: {
		meanings: ['rate', 'percent', 'percentage', 'prozent', 'satz'],
		pick: matches(PERCENT),
		search: matches(PERCENT),
		onLines: true,
	},
	date: {
		meanings: ['date', 'due', 'created', 'updated', 'birthday'],
		pick: findDates,
		search: findDates,
		onLines: true,
	},
	count: { meanings: ['quantity', 'age', 'many'], pick: numbersIn, onLines: true },
	total: {
		meanings: ['total'],
		pick: (value) => (findAmounts(value).length > 0 ? findAmounts(value) : numbersIn(value)),
		search: (text) =>
			findAmounts(text).sort((left, right) => parseNumber(right)! - parseNumber(left)!),
		onLines: true,
	},
	amount: {
		meanings: [
			'amount',
			'net',
			'tax',
			'unit',
			'fee',
			'salary',
			'budget',
			'balance',
			'revenue',
			'discount',
		],
		pick: (value) => (findAmounts(value).length > 0 ? findAmounts(value) : numbersIn(value)),
		search: findAmounts,
		onLines: true,
	},
	code: { meanings: ['number', 'sku', 'iban'], pick: bareCode, search: matches(CODE) },
	company: { meanings: ['company'], pick: bareName, search: matches(COMPANY) },
	supplier: {
		meanings: ['supplier'],
		pick: bareName,
		search: (text) => [...matches(COMPANY)(text), ...groups(ON_TOP)(text)],
	},
	summary: { meanings: ['summary'], pick: asWritten, search: sentences },
	subject: { meanings: ['subject'], pick: asWritten, search: firstLine },
	words: {
		meanings: [
			'description',
			'address',
			'status',
			'priority',
			'category',
			'location',
			'action',
			'decision',
		],
		pick: asWritten,
	},
	addressee: {
		meanings: ['customer', 'recipient'],
		pick: bareName,
		search: people(GREETED, HONOURED, SENT, SIGNED),
	},
	person: {
		meanings: ['name', 'sender', 'owner', 'attendee', 'contact', 'person', 'people'],
		pick: bareName,
		search: people(SENT, SIGNED, GREETED, HONOURED, ON_TOP),
	},
	reference: { meanings: ['ticket', 'invoice', 'order'], pick: bareCode, search: matches(CODE) },
	number: { meanings: [], pick: numbersIn, onLines: true },
	text: { meanings: [], pick: asWritten },
};

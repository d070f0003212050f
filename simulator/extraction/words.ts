/** Words of field names and of labels in a text, compared across spellings, synonyms and two languages. */

/** Words that stand for the same thing. The first is the group's name. */
const SYNONYMS = [
	['total', 'gesamt', 'gesamtbetrag', 'summe', 'sum', 'endbetrag', '合計'],
	['amount', 'betrag', 'price', 'preis', 'cost', 'kosten', 'value', 'wert', '金額'],
	['unit', 'einzel', 'each', '単価'],
	['net', 'netto', 'subtotal', 'zwischensumme', '小計'],
	['tax', 'vat', 'mwst', 'ust', 'umsatzsteuer', 'mehrwertsteuer', 'steuer', '消費税'],
	['date', 'datum', 'day', 'tag', 'when', 'wann', 'dated', '日付', '発行日'],
	['due', 'fällig', 'faellig', 'zahlbar', 'deadline', 'frist', 'until', 'bis', '支払期限'],
	['invoice', 'rechnung', '請求書'],
	['order', 'bestellung', 'bestell', 'auftrag', 'auftrags', '注文'],
	['number', 'nummer', 'nr', 'no', 'id', 'identifier', 'reference', 'ref', 'code', '番号'],
	['customer', 'kunde', 'kunden', 'client', 'buyer', 'käufer', 'bill to', '顧客'],
	['supplier', 'lieferant', 'vendor', 'seller', 'merchant', 'store', 'händler', 'verkäufer'],
	['company', 'firma', 'unternehmen', 'organisation', 'organization', 'employer', '会社'],
	['name', '氏名', '名前', 'full name'],
	['sender', 'from', 'von', 'absender', 'author', 'autor', 'reporter', '差出人'],
	['recipient', 'to', 'an', 'empfänger'],
	['email', 'e-mail', 'mail', 'メール'],
	['phone', 'telephone', 'telefon', 'tel', 'mobile', 'mobil', 'handy', 'fax', '電話'],
	['address', 'adresse', 'anschrift', '住所'],
	['subject', 'betreff', 'title', 'titel', 'topic', 'thema', '件名'],
	['summary', 'zusammenfassung', 'abstract', 'overview', 'überblick'],
	[
		'description',
		'beschreibung',
		'item',
		'artikel',
		'article',
		'product',
		'produkt',
		'bezeichnung',
		'position',
		'品名',
	],
	['quantity', 'qty', 'menge', 'anzahl', 'stück', 'count', '数量'],
	['attendee', 'participant', 'teilnehmer', 'present', 'anwesend', '参加者'],
	['action', 'task', 'todo', 'aufgabe', 'next step', 'next steps', '宿題'],
	['owner', 'assignee', 'responsible', 'verantwortlich', 'zuständig', 'who', 'wer'],
	['decision', 'beschluss', 'entscheidung', '決定事項'],
	['priority', 'priorität', 'severity', 'urgency', 'dringlichkeit'],
	['status', 'state', 'zustand'],
	['location', 'ort', 'place', 'venue', 'city', 'stadt', '場所'],
	['skill', 'kenntnisse', 'fähigkeit', 'technologies'],
	['experience', 'erfahrung', 'berufserfahrung', 'employment'],
	['education', 'ausbildung', 'bildung', 'studium'],
	['category', 'kategorie', 'type', 'art'],
	['website', 'url', 'homepage', 'link', 'web'],
	['currency', 'währung'],
	['language', 'sprache'],
	['paid', 'bezahlt', 'beglichen'],
	['urgent', 'dringend', 'eilig', '至急'],
];

const GROUP_OF = new Map(
	SYNONYMS.flatMap(([name, ...others]) => [name, ...others].map((word) => [word, name])),
);
/** Words that say nothing about which value is meant. */
const EMPTY_WORDS = new Set([
	'the',
	'of',
	'a',
	'is',
	'der',
	'die',
	'das',
	'list',
	'all',
	'in',
	'and',
	'has',
]);

const singular = (word: string): string =>
	word.length > 3 ? word.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, '') : word;

const groupOf = (word: string): string | undefined =>
	GROUP_OF.get(word) ?? GROUP_OF.get(singular(word));

/** The words of a name in camelCase, snake_case, kebab-case or plain text, in lower case. */
export function splitWords(name: string): string[] {
	return name
		.replace(/e-mail/gi, 'email')
		.replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
		.toLowerCase()
		.split(/[^\p{L}\p{N}]+/u)
		.filter((word) => word && !EMPTY_WORDS.has(word));
}

/** The meanings of a name: each word's group, or the word itself in the singular. */
export function meanings(name: string): string[] {
	const words = splitWords(name);
	return [...new Set(words.map((word) => groupOf(word) ?? singular(word)))];
}

const SEVERAL_WORDS = [...GROUP_OF].filter(([word]) => word.includes(' '));
/** Long enough to be found inside a German compound, or without spaces around it as in Japanese. */
const INSIDE_WORDS = [...GROUP_OF].filter(
	([word]) => word.length > 3 || /[^\x00-\x7fäöüß]/.test(word),
);

/** The meanings of a label: those of its words, and for a word that is no known one those inside it. */
function meaningsOfLabel(label: string): Set<string> {
	const text = label.toLowerCase();
	const found = SEVERAL_WORDS.filter(([word]) => text.includes(word)).map(([, group]) => group);
	for (const word of splitWords(text)) {
		const group = groupOf(word);
		const inside = INSIDE_WORDS.filter(([part]) => word.includes(part)).map(([, each]) => each);
		found.push(...(group ? [group] : [singular(word), ...inside]));
	}
	return new Set(found);
}

/** Meanings that many labels share say less than others. */
const COMMON = new Set(['date', 'number', 'name', 'amount', 'description']);
const weight = (found: string[]): number =>
	found.reduce((sum, meaning) => sum + (COMMON.has(meaning) ? 0.4 : 1), 0);

/**
 * How well a label fits what is wanted, from 0 (not at all) to 1 (all of it and nothing else).
 *
 * @param wanted meanings of the field's name
 */
export function fit(label: string, wanted: string[]): number {
	const meant = meaningsOfLabel(label);
	const found = wanted.filter((meaning) => meant.has(meaning));
	if (found.length === 0) return 0;
	const surplus = Math.max(0, splitWords(label).length - found.length);
	return weight(found) / weight(wanted) / (1 + surplus / 10);
}

const REPLACEMENT = '[token]';

/**
 * Takes the token out of a text, in every form in which a service may echo it: as it is, inside a
 * JSON string, percent-encoded, base64.
 */
export function redacted(text: string, token: string): string {
	return formsOf(token).reduce((rest, form) => rest.replaceAll(form, REPLACEMENT), text);
}

function formsOf(token: string): string[] {
	const forms = [
		token,
		JSON.stringify(token).slice(1, -1),
		encodeURIComponent(token),
		Buffer.from(token).toString('base64'),
	];
	return [...new Set(forms)];
}

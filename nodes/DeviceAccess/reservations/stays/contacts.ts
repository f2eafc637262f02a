import { withoutTrunkZero } from '../../resources/fields/person';

/** An address that the service can take. It need not exist. */
const EMAIL = /^[^\s@<>()[\]",;:\\]+@[^\s@<>()[\]",;:\\]+\.[^\s@<>()[\]",;:\\]+$/;

/** The first address, as in `"Ann" <a@example.com>`, `mailto:a@example.com` or a list. */
export function readEmailAddress(text: string): string | undefined {
	const [, inBrackets = text] = /<([^<>]*)>/.exec(text) ?? [];
	return inBrackets
		.split(/[\s,;]+/)
		.map((part) => part.replace(/^mailto:/i, '').replace(/\?.*$/, ''))
		.find((part) => EMAIL.test(part));
}

/** From the first digit to the last. Letters, commas and semicolons end it. */
const FIRST_NUMBER = /\+?[\s(]*\d[\d\s().\p{Pd}\u2212/]*/u;

/** A digit of another script. Read without it, the number would be another one. */
const OTHER_DIGIT = /(?!\d)\p{Nd}/u;

/** The zeros of Arabic, Persian, Hindi, Bengali and Thai. */
const ZEROS = ['\u0660', '\u06F0', '\u0966', '\u09E6', '\u0E50'].map((zero) => zero.charCodeAt(0));

/** The compatible form of Unicode has 0 to 9 for full-width digits. */
const inPlainDigits = (text: string): string =>
	text.normalize('NFKC').replaceAll(/\p{Nd}/gu, (digit) => {
		const zero = ZEROS.find(
			(one) => digit.charCodeAt(0) - one >= 0 && digit.charCodeAt(0) - one < 10,
		);
		return zero === undefined ? digit : String(digit.charCodeAt(0) - zero);
	});

/** A part before a slash or a bracket with fewer digits is an area code. */
const LEAST_DIGITS = 7;

/**
 * The first number, with its plus sign and without an extension such as `x12` or `;ext=12`.
 * Undefined if there is no digit, or one of a script that is not known.
 */
export function readPhoneDigits(text: string): string | undefined {
	const plain = inPlainDigits(text);
	const [number] = FIRST_NUMBER.exec(withoutTrunkZero(plain)) ?? [];
	if (number === undefined || OTHER_DIGIT.test(plain)) return undefined;
	const parts = number.split(/[/(]/);
	const first = parts.findIndex(
		(_part, index) => countDigits(parts.slice(0, index + 1)) >= LEAST_DIGITS,
	);
	const own = parts.slice(0, first === -1 ? parts.length : first + 1).join('');
	return own.replaceAll(/[^+\d]/g, '');
}

/** Undefined without a country code, because the service would refuse it. */
export function toPhoneNumber(digits: string | undefined): string | undefined {
	const number = digits?.replace(/^00/, '+');
	return number !== undefined && /^\+[1-9]\d{4,14}$/.test(number) ? number : undefined;
}

const countDigits = (parts: string[]) => parts.join('').replaceAll(/\D/g, '').length;

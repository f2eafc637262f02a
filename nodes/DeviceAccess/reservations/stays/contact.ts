import { withoutTrunkZero } from '../../resources/fields/person';

/** An address that the service can take. It need not exist. */
const EMAIL = /^[^\s@<>()[\]",;:\\]+@[^\s@<>()[\]",;:\\]+\.[^\s@<>()[\]",;:\\]+$/;

/**
 * The first email address in a text: from `"Ann" <a@example.com>`, `mailto:a@example.com` or
 * `a@example.com; b@example.com`. Undefined if there is none.
 */
export function readEmailAddress(text: string): string | undefined {
	const [, inBrackets = text] = /<([^<>]*)>/.exec(text) ?? [];
	return inBrackets
		.split(/[\s,;]+/)
		.map((part) => part.replace(/^mailto:/i, '').replace(/\?.*$/, ''))
		.find((part) => EMAIL.test(part));
}

/**
 * Digits of a number, from its first to its last. Letters, commas and semicolons end it, as do the
 * words before an extension.
 */
const FIRST_NUMBER = /\+?[\s(]*\d[\d\s().\p{Pd}\u2212/]*/u;

/** A digit of another script. Read without it, the number would be another one. */
const OTHER_DIGIT = /(?!\d)\p{Nd}/u;

/** A part before a slash or a bracket with fewer digits is an area code. */
const LEAST_DIGITS = 7;

/**
 * The first phone number in a text, without an extension such as `x12` or `;ext=12`, and without a
 * second number. It keeps its leading plus sign. Undefined if there is no digit, or one of
 * another script than 0 to 9.
 */
export function readPhoneDigits(text: string): string | undefined {
	const [number] = FIRST_NUMBER.exec(withoutTrunkZero(text)) ?? [];
	if (number === undefined || OTHER_DIGIT.test(text)) return undefined;
	const parts = number.split(/[/(]/);
	const first = parts.findIndex(
		(_part, index) => countDigits(parts.slice(0, index + 1)) >= LEAST_DIGITS,
	);
	const own = parts.slice(0, first === -1 ? parts.length : first + 1).join('');
	return own.replaceAll(/[^+\d]/g, '');
}

/**
 * The number with its country code, in the form +15550100000. Undefined without one, because the
 * service would refuse it.
 */
export function toPhoneNumber(digits: string | undefined): string | undefined {
	const number = digits?.replace(/^00/, '+');
	return number !== undefined && /^\+[1-9]\d{4,14}$/.test(number) ? number : undefined;
}

const countDigits = (parts: string[]) => parts.join('').replaceAll(/\D/g, '').length;

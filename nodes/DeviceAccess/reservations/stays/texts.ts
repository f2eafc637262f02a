/** A text without case, and with one space for any white space, to compare what people type. */
export const folded = (value: unknown): string =>
	String(value ?? '')
		.normalize('NFC')
		.trim()
		.replaceAll(/\s+/g, ' ')
		.toLowerCase();

/** True for texts that differ at most in case and white space. */
export const isSameText = (a: unknown, b: unknown): boolean => folded(a) === folded(b);

/** The letters and digits of a text without case: spaces and punctuation do not count. */
export const lettersOf = (text: string): string => folded(text).replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Without case, accents and punctuation. */
const LETTERS = new Intl.Collator('en', { sensitivity: 'base', ignorePunctuation: true });

/** True for names that differ at most in case, accents, punctuation and white space. */
export const isSameName = (a: string, b: string): boolean =>
	LETTERS.compare(folded(a), folded(b)) === 0;

/** True for names that have a word of two letters or more in common, as corrected ones do. */
export function sharesWord(a: string, b: string): boolean {
	const words = wordsOf(b);
	return wordsOf(a).some((word) => words.some((other) => LETTERS.compare(word, other) === 0));
}

/** A word with an apostrophe or hyphen counts as a whole, and so does each of its parts. */
const wordsOf = (name: string): string[] =>
	[...name.split(/\s+/u), ...name.split(/[^\p{L}\p{M}]+/u)].filter(
		(word) => (word.match(/\p{L}/gu) ?? []).length >= 2,
	);

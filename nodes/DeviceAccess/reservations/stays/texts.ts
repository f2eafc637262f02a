/** To compare what people type. */
export const folded = (value: unknown): string =>
	String(value ?? '')
		.normalize('NFC')
		.trim()
		.replaceAll(/\s+/g, ' ')
		.toLowerCase();

export const isSameText = (a: unknown, b: unknown): boolean => folded(a) === folded(b);

/** Without case, spaces and punctuation. */
export const lettersOf = (text: string): string => folded(text).replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Without case, accents and punctuation. */
const LETTERS = new Intl.Collator('en', { sensitivity: 'base', ignorePunctuation: true });

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

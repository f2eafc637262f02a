import { folded } from './stay';

/** Without case, accents and punctuation. */
const LETTERS = new Intl.Collator('en', { sensitivity: 'base', ignorePunctuation: true });

export const isSameName = (a: string, b: string): boolean =>
	LETTERS.compare(folded(a), folded(b)) === 0;

/** True for names that have the same words, titles and particles aside, in any order. */
export function hasSameWords(a: string, b: string): boolean {
	const [one, other] = [partsOf(a), partsOf(b)];
	const isIn = (words: readonly string[]) => (word: string) =>
		words.some((known) => LETTERS.compare(word, known) === 0);
	return one.length > 0 && one.every(isIn(other)) && other.every(isIn(one));
}

/**
 * True for names that have a word of two letters or more in common, as corrected ones do. What many
 * names have, such as a title or "van", says nothing.
 */
export function sharesWord(a: string, b: string): boolean {
	const words = wordsOf(b);
	return wordsOf(a).some((word) => words.some((other) => LETTERS.compare(word, other) === 0));
}

/** A word with an apostrophe or hyphen counts as a whole, and so does each of its parts. */
const wordsOf = (name: string): string[] => [
	...name.split(/\s+/u).filter((word) => partsOf(word).length > 0),
	...partsOf(name),
];

const partsOf = (text: string): string[] =>
	text
		.split(/[^\p{L}\p{M}]+/u)
		.filter((part) => (part.match(/\p{L}/gu) ?? []).length >= 2 && !isOfManyNames(part));

const isOfManyNames = (word: string) =>
	OF_MANY_NAMES.some((other) => LETTERS.compare(word, other) === 0);

/** Titles, particles and "and", in the languages of *Write Message*. */
const OF_MANY_NAMES = [
	['and', 'dr', 'family', 'jr', 'lady', 'lord', 'miss', 'mister'],
	['mr', 'mrs', 'ms', 'mx', 'of', 'prof', 'professor', 'doctor', 'sir', 'st', 'the'],
	['am', 'an', 'auf', 'dem', 'den', 'der', 'dipl', 'eheleute', 'familie', 'frau', 'freifrau'],
	['freiherr', 'graf', 'grafin', 'herr', 'ing', 'mag', 'und', 'vom', 'von', 'zu'],
	['zum', 'zur', 'docteur', 'du', 'et', 'famille'],
	['le', 'la', 'les', 'madame', 'mademoiselle', 'maitre', 'me', 'mlle', 'mm', 'mme', 'monsieur'],
	['des', 'de', 'del', 'los', 'las', 'el', 'don', 'dona', 'doctora', 'familia'],
	['senor', 'senora', 'senorita', 'sr', 'sra', 'srta', 'da', 'dal'],
	['dalla', 'degli', 'dei', 'dell', 'della', 'delle', 'di', 'dott', 'dottore', 'dottoressa'],
	['dottssa', 'famiglia', 'ed', 'lo', 'sig', 'signor', 'signora', 'signore'],
	['signorina', 'sigra', 'ssa', 'do', 'dos', 'das', 'doutor', 'doutora', 'dra'],
	['senhor', 'senhora', 'dhr', 'heer', 'in', 'mej', 'mevr', 'mevrouw', 'en'],
	['meneer', 'mw', 'op', 'te', 'ten', 'ter', 'van', "'t", 'het', 'al', 'ben', 'bin', 'ibn', 'abu'],
].flat();

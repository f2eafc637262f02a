import { folded } from './stay';

/** Without case, accents and punctuation. */
const LETTERS = new Intl.Collator('en', { sensitivity: 'base', ignorePunctuation: true });

export const isSameName = (a: string, b: string): boolean =>
	LETTERS.compare(folded(a), folded(b)) === 0;

/**
 * True for the same name, and for names that have the same words, initials and numbers, in any order.
 * One of them can lack titles and particles of the other, which are names, too: Al Ray is not Ben Ray.
 */
export function hasSameWords(a: string, b: string): boolean {
	if (isSameName(a, b)) return true;
	const [one, other] = [partsOf(a), partsOf(b)];
	const [all, ofOther] = [splitIn(a), splitIn(b)];
	return (
		one.length > 0 &&
		one.every(isIn(other)) &&
		other.every(isIn(one)) &&
		(all.every(isIn(ofOther)) || ofOther.every(isIn(all)))
	);
}

/**
 * True for names that have the same words, or one of two letters or more in common, as corrected ones
 * do. What many names have, such as a title or "van", says nothing.
 */
export const sharesWord = (a: string, b: string): boolean =>
	hasSameWords(a, b) || wordsOf(a).some(isIn(wordsOf(b)));

/** A word with an apostrophe or hyphen counts as a whole, and so does each of its parts. */
const wordsOf = (name: string): string[] => [
	...name.split(/\s+/u).filter((word) => partsOf(word).some(isLong)),
	...partsOf(name).filter(isLong),
];

const isLong = (part: string) => (part.match(/\p{L}/gu) ?? []).length >= 2;

/** A title can have a dot in it: "Sig.ra". */
const partsOf = (name: string): string[] =>
	name
		.split(/\s+/u)
		.filter((word) => !isOfManyNames(word))
		.flatMap(splitIn)
		.filter((part) => !isOfManyNames(part));

const splitIn = (text: string): string[] => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

const isIn = (words: readonly string[]) => (word: string) =>
	words.some((known) => LETTERS.compare(word, known) === 0);

/** Titles, particles and "and", in the languages of *Write Message*, and what many other guests have. */
const OF_MANY_NAMES = [
	'and capt captain doctor dr esq family ii iii iv jr lady lord mac mc md miss mister mr mrs ms mx',
	'of phd prof professor rev sir sr st the',
	'am an auf dem den der dipl dres eheleute ehepaar fam familie fr frau fraulein freifrau freiherr',
	'frl graf grafin herr herrn hr ing jur mag med phil und vom von zu zum zur',
	'docteur du et famille le la les madame mademoiselle maitre me mesdames messieurs mlle mm',
	'mme mmes monsieur des de veuve vve',
	'del dna doctora don dona el familia las lic los profesor profesora senor senora senores',
	'senorita sr sra sres srta',
	'arch architetto avv avvocata avvocato da dal dall dalla degli dei dell della delle di dott',
	'dottor dottore dottoressa dottssa ed famiglia geom ingegner ingegnera ingegnere lo profssa rag',
	'sig signa signor signora signore signori signorina sigra',
	'das do dos doutor doutora dra eng profa senhor senhora',
	"aan dhr drs en heer het in ir mej meneer mevr mevrouw mw op te ten ter 't van",
	'abd abdel abdul abu al ben bin bint ibn السيد السيدة عبد',
	'bay bayan fru herra pan pani rouva г-н г-жа пан пани κος κυρία さん さま',
].flatMap((line) => line.split(' '));

const isOfManyNames = isIn(OF_MANY_NAMES);

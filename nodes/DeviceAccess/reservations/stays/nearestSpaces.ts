import type { WireObject } from '../../wire/records';

/** How many spaces to name. */
const MOST_NAMED = 2;
/** How many rooms of a run get a suggestion, because each is compared with all spaces. */
const MOST_ROOMS = 50;
/** How many characters are compared. Nobody misspells a longer key. */
const MOST_COMPARED = 100;

/**
 * Names the spaces whose key or name differs least from a room that no space has. Remembers each
 * room, because a list can name it thousands of times.
 */
export class NearestSpaces {
	private readonly sentences = new Map<string, string>();

	/** A sentence with the nearest spaces of the workspace; empty after too many rooms. */
	sentence(spaces: readonly WireObject[], room: string): string {
		const known = this.sentences.get(room);
		if (known !== undefined || this.sentences.size === MOST_ROOMS) return known ?? '';
		const sentence = nearestSentence(spaces, room);
		this.sentences.set(room, sentence);
		return sentence;
	}
}

function nearestSentence(spaces: readonly WireObject[], room: string): string {
	const nearest = spaces
		.filter((space) => textsOf(space).length > 0)
		.map((space) => ({ space, distance: Math.min(...textsOf(space).map(distanceTo(room))) }))
		.sort((a, b) => a.distance - b.distance)
		.slice(0, MOST_NAMED)
		.map(({ space }) => named(space));
	return nearest.length === 0
		? 'The workspace has no spaces.'
		: `The nearest ${nearest.length === 1 ? 'is' : 'are'} ${nearest.join(' and ')}.`;
}

const isText = (text: unknown): text is string => typeof text === 'string' && text !== '';

const textsOf = ({ space_key: key, name, display_name: displayName }: WireObject): string[] =>
	[key, name, displayName].filter(isText);

function named({ space_key: key, name, display_name: displayName }: WireObject): string {
	const [label] = [displayName, name].filter(isText);
	if (!isText(key)) return `${label} (without a key)`;
	return label === undefined ? `'${key}'` : `'${key}' (${label})`;
}

const fold = (text: string) => text.slice(0, MOST_COMPARED).trim().toLowerCase();

/** The number of characters to add, remove or replace (Levenshtein), without case. */
const distanceTo = (wanted: string) => (text: string) => {
	const [from, to] = [[...fold(wanted)], [...fold(text)]];
	let row = to.map((_character, index) => index + 1);
	from.forEach((character, removed) => {
		let diagonal = removed;
		let left = removed + 1;
		row = row.map((above, index) => {
			const replaced = diagonal + (to[index] === character ? 0 : 1);
			diagonal = above;
			return (left = Math.min(left + 1, above + 1, replaced));
		});
	});
	return row.at(-1) ?? from.length;
};

import { EVENT_TYPES } from '../../../nodes/DeviceAccess/events/eventTypes';

/** n8n's own texts contain links in HTML; other texts contain only words and quoted names. */
const LINK = /<a href="([^"]+)">([^<]+)<\/a>/g;
const QUOTED = /(?<=^|[\s(])'([^']+)'(?=$|[\s.,;:)])/g;

/**
 * A text of the editor as Markdown, with a full stop: quoted values and keys of items as code, quoted labels in italics,
 * line breaks as spaces.
 */
export function prose(text: string): string {
	const line = text
		.replace(/<br>/g, ' ')
		.replace(LINK, (_, url: string, words: string) => `[${words}](${url})`)
		.replace(QUOTED, (_, quoted: string) =>
			/^[a-z]/.test(quoted) ? `\`${quoted}\`` : `*${quoted}*`,
		)
		.replace(/ +/g, ' ')
		.trim();
	return line === '' || /[.!?]$/.test(line) ? line : `${line}.`;
}

/** 'Unmanaged Access Code' -> 'unmanaged-access-code', for the name of a page and for the heading of a section. */
export const slug = (name: string): string =>
	name
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, '-')
		.replace(/^-|-$/g, '');

/** 'a', 'a and b', 'a, b and c'. */
export function enumerate(parts: readonly string[]): string {
	return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

const EVENT_VALUES = new Set(EVENT_TYPES.map(({ value }) => value));

/** Whether a value is one of the long list of event types, which has its own page. */
export const isEventType = (value: unknown): boolean =>
	typeof value === 'string' && EVENT_VALUES.has(value);

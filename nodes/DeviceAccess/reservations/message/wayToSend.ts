import { InvalidParameterError } from '../../errors/errors';
import type { WireObject } from '../../wire/records';
import { readPhoneDigits, toPhoneNumber } from '../stays/contacts';
import { type Contacts, textOf } from './contact';

/** The interface of a booking system takes only its own stays. */
export const WAYS = {
	beds24: 'Beds24',
	email: 'Email',
	gmail: 'Gmail',
	hospitable: 'Hospitable',
	hostaway: 'Hostaway',
	hostex: 'Hostex',
	lodgify: 'Lodgify',
	smoobu: 'Smoobu',
	sms: 'SMS',
	whatsapp: 'WhatsApp',
} as const;

type Way = keyof typeof WAYS;

/** `send_to` is null if only the host can pass it on. */
export interface Sending {
	send_by: Way;
	send_to: string | null;
}

const isPhoneWay = (way: Way): boolean => way === 'sms' || way === 'whatsapp';

/**
 * By the contact that the host entered, by the way that was chosen if the stay allows it, or else
 * by email.
 */
export function sendingOf(item: WireObject, contacts: Contacts, chosen: string): Sending {
	const way = wayOf(chosen);
	const { contact, email, phone, isBookersOwn } = contacts;
	if (contact?.includes('@')) return { send_by: mailOf(way), send_to: contact };
	const number = isPhoneWay(way) ? numberIn(contact ?? phone) : undefined;
	if (number !== undefined) return { send_by: way, send_to: number };
	if (contact !== null) return toHost(chosen);
	const booking = textOf(item.reservation_key);
	if (isBookersOwn && item.key_prefix === `${way}:` && booking !== null)
		return { send_by: way, send_to: booking };
	return { send_by: mailOf(way), send_to: email };
}

/** Without its country code, a number is that of somebody else in another country. */
const numberIn = (text: string | null) => toPhoneNumber(readPhoneDigits(text ?? ''));

export const toHost = (chosen: string): Sending => ({
	send_by: mailOf(wayOf(chosen)),
	send_to: null,
});

const mailOf = (way: Way): Way => (way === 'gmail' ? way : 'email');

/** What the host reads above the message: to whom to pass it on, and why. */
export function passOnInWords(
	{ guest_name: name, reservation_key: key }: WireObject,
	{ contact, email, phone, bookedFor }: Contacts,
	reasons: readonly string[] = [],
): string {
	const guest = textOf(name);
	const known = [guest ?? 'the guest', contact ?? phone ?? email].filter(Boolean).join(', ');
	return [
		...reasons,
		bookedFor ? `The booking names ${bookedFor}, but the access names ${guest ?? 'nobody'}.` : '',
		`Please pass this message on to ${bookedFor ? 'the one who stays there' : known} (booking ${String(key)}):`,
	]
		.filter(Boolean)
		.join('\n');
}

const plain = (chosen: string) => chosen.trim().toLowerCase();

/** True if something else tells the guests. */
export const isNone = (chosen: string): boolean => plain(chosen) === 'none';

function wayOf(chosen: string): Way {
	const way = plain(chosen);
	if (Object.hasOwn(WAYS, way)) return way as Way;
	throw new InvalidParameterError(
		`'${chosen}' is not a way to send messages`,
		`Use one of these in 'Send By': ${Object.keys(WAYS).join(', ')} or none.`,
	);
}

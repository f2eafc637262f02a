import { InvalidParameterError } from '../../errors/errors';
import type { WireObject } from '../../wire/records';
import type { Message } from './writeMessage';

/** The interface of a booking system takes only its own stays. */
export const WAYS = {
	email: 'Email',
	gmail: 'Gmail',
	hospitable: 'Hospitable',
	hostaway: 'Hostaway',
	lodgify: 'Lodgify',
	smoobu: 'Smoobu',
	sms: 'SMS',
	whatsapp: 'WhatsApp',
} as const;

type Way = keyof typeof WAYS;

/** `send_to` is null if only the host can pass it on. */
interface Sending {
	send_by: Way;
	send_to: string | null;
}

const isPhoneWay = (way: Way): boolean => way === 'sms' || way === 'whatsapp';

/**
 * By the contact that the host entered, by the way that was chosen if the stay allows it, or else
 * by email.
 */
function sendingOf(item: WireObject, chosen: string): Sending {
	const way = wayOf(chosen);
	const mail = way === 'gmail' ? way : 'email';
	const contact = textOf(item.contact);
	if (contact?.includes('@')) return { send_by: mail, send_to: contact };
	if (contact !== null)
		return isPhoneWay(way) ? { send_by: way, send_to: contact } : { send_by: mail, send_to: null };
	const phone = textOf(item.guest_phone);
	if (isPhoneWay(way) && phone !== null) return { send_by: way, send_to: phone };
	const booking = textOf(item.reservation_key);
	if (item.key_prefix === `${way}:` && booking !== null) return { send_by: way, send_to: booking };
	return { send_by: mail, send_to: textOf(item.guest_email) };
}

/** The host reads above the message that only a person can pass it on. */
export function toSend(item: WireObject, message: Message, chosen: string): Message & Sending {
	const sending = sendingOf(item, chosen);
	if (sending.send_to !== null) return { ...message, ...sending };
	return {
		...message,
		subject: `Please pass on: ${message.subject}`,
		text: `${passOnInWords(item)}\n\n${message.text}`,
		...sending,
	};
}

function passOnInWords({
	guest_name: name,
	reservation_key: key,
	contact,
	guest_phone: phone,
}: WireObject): string {
	const known = [textOf(name) ?? 'the guest', textOf(contact) ?? textOf(phone)];
	return `Please pass this message on to ${known.filter(Boolean).join(', ')} (booking ${String(key)}):`;
}

function wayOf(chosen: string): Way {
	const way = chosen.trim().toLowerCase();
	if (Object.hasOwn(WAYS, way)) return way as Way;
	throw new InvalidParameterError(
		`'${chosen}' is not a way to send messages`,
		`Use one of these in 'Send By': ${Object.keys(WAYS).join(', ')}.`,
	);
}

const textOf = (value: unknown): string | null =>
	typeof value === 'string' && value.trim() !== '' ? value.trim() : null;

import type { WireObject } from '../../wire/records';
import { hasSameWords } from '../stays/sameName';

/** Where messages of a stay may go. Null: nowhere but to the host, to pass on. */
export interface Contacts {
	/** Entered by the host, which counts before all others. */
	contact: string | null;
	email: string | null;
	phone: string | null;
	/** The booking system may be asked to pass the message to its guest. */
	isBookersOwn: boolean;
	/** Whom the booking names now, with a contact, if the access is another guest's. */
	bookedFor?: string;
}

const NOWHERE: Contacts = { contact: null, email: null, phone: null, isBookersOwn: false };

/**
 * A contact belongs to a guest. Those of the row count only if it names the guest of the item, and
 * those of the item only if no booking system has written the row.
 */
export function contactsOf(item: WireObject, row: WireObject = {}): Contacts {
	const isOfBooking = ['system', 'conversation_id', 'guest_email', 'guest_phone'].some(
		(member) => textOf(row[member]) !== null,
	);
	const isOfAnother = isAnother(row.guest_name, item.guest_name);
	const { guest_email: email, guest_phone: phone } = isOfBooking ? row : item;
	if (isOfBooking && isOfAnother) {
		const known = [textOf(row.guest_name), textOf(phone) ?? textOf(email)];
		return { ...NOWHERE, bookedFor: known.filter(Boolean).join(', ') };
	}
	const isEnteredForAnother = isOfAnother || isAnother(row.contact_for, item.guest_name);
	return {
		contact: isEnteredForAnother ? null : textOf(row.contact ?? item.contact),
		email: textOf(email),
		phone: textOf(phone),
		isBookersOwn: true,
	};
}

/** A name that is not known is nobody else's. */
const isAnother = (one: unknown, other: unknown): boolean => {
	const [name, guest] = [textOf(one), textOf(other)];
	if (name === null) return false;
	return guest === null || !hasSameWords(name, guest);
};

export const textOf = (value: unknown): string | null =>
	typeof value === 'string' && value.trim() !== '' ? value.trim() : null;

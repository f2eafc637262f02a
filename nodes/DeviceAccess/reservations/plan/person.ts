import { isText, type WireObject, withoutUndefined } from '../../wire/records';
import { type Grant, ownKeysOf } from '../grants/grant';
import { type Problem, toProblem } from '../stays/problems';
import { isSameName, sharesWord } from '../stays/sameName';
import { isSameText, type Guest, type StayKey } from '../stays/stay';

// A person of the service is a mailbox of the stay, and no identity.

export const CONTACTS = ['email_address', 'phone_number'] as const;

export type Contact = (typeof CONTACTS)[number];

export type GrantPerson =
	{ user_identity_id: string } | { user_identity: Readonly<Record<string, string>> };

/** `usedKeys`: of people whom this guest cannot have. Without a free key, the person has none. */
export function newPerson(
	guest: Guest,
	ownKeys: readonly string[],
	usedKeys: readonly string[],
	{ hasContacts }: { hasContacts: boolean },
): GrantPerson {
	return {
		user_identity: withoutUndefined({
			user_identity_key: [guest.key, ...ownKeys].find(
				(key) => key !== undefined && !usedKeys.includes(key),
			),
			full_name: guest.name,
			...(hasContacts ? contactsOf(guest) : {}),
		}) as Record<string, string>,
	};
}

export const contactsOf = ({
	emailAddress,
	phoneNumber,
}: Guest): Partial<Record<Contact, string>> =>
	withoutUndefined({ email_address: emailAddress, phone_number: phoneNumber });

/**
 * True for the same *Guest Key*, and for names that have a word in common. Where they differ in the
 * rest, another *Guest Key*, or another contact in the stay's own mailbox, is another guest. Without
 * a name, nothing tells.
 */
export function isSameGuest(
	guest: Guest,
	{ person = {}, name, key }: Pick<Grant, 'person' | 'name'> & { key: StayKey },
): boolean {
	const { name: own, key: guestKey } = guest;
	const { user_identity_key: known } = person;
	if (guestKey !== undefined && known === guestKey) return true;
	const mailbox = isOwnMailbox(person, key) ? person : undefined;
	// Access of a guest without a name has that of the reservation.
	const names = [name === key.reservationKey ? null : name, mailbox?.full_name].filter(isText);
	if (own === undefined || names.length === 0) return true;
	if (names.some((one) => isSameName(own, one))) return true;
	const hasOtherKey = guestKey !== undefined && isText(known) && !mailbox;
	if (hasOtherKey || (mailbox && hasOtherContact(guest, mailbox))) return false;
	return names.some((one) => sharesWord(own, one));
}

/** True if none of the contacts of both is the same. False if one of them has none. */
export function hasOtherContact(guest: Guest, mailbox: WireObject): boolean {
	const both = entriesOf(contactsOf(guest)).filter(([contact]) => isText(mailbox[contact]));
	return both.length > 0 && !both.some(([contact, text]) => isSameText(text, mailbox[contact]));
}

/** True for a person who was made for this stay. */
export const isOwnMailbox = (
	{ user_identity_key: key }: WireObject,
	stay: Pick<StayKey, 'prefix' | 'reservationKey'>,
): boolean => ownKeysOf(stay).includes(String(key));

/**
 * The contacts of who has the access, for readings that know no booking. None if the person is not
 * the stay's own, or was that of an earlier guest.
 */
export function contactsInMailbox({
	person,
	name,
	key,
}: Pick<Grant, 'person' | 'name' | 'key'>): Partial<Record<Contact, string>> {
	if (!person || key.isOthers || !isOwnMailbox(person, key)) return {};
	const { full_name: fullName, email_address: email, phone_number: phone } = person;
	const isOfGuest =
		name === null || name === key.reservationKey || !isText(fullName) || sharesWord(name, fullName);
	return isOfGuest
		? withoutUndefined({
				email_address: isText(email) ? email : undefined,
				phone_number: isText(phone) ? phone : undefined,
			})
		: {};
}

/** What the stay's own mailbox lacks of the booking. What the booking does not say stays. */
export const contactsToWrite = (guest: Guest, mailbox: WireObject): Array<[Contact, string]> =>
	entriesOf(contactsOf(guest)).filter(([contact, text]) => !isSameText(text, mailbox[contact]));

/** Undefined unless the mailbox has that of an earlier guest. A service may change names a little. */
export const nameToWrite = (
	{ name }: Guest,
	{ full_name: known }: WireObject,
): string | undefined =>
	name === undefined || !isText(known) || sharesWord(name, known) ? undefined : name;

const entriesOf = (contacts: Partial<Record<Contact, string>>) =>
	Object.entries(contacts) as Array<[Contact, string]>;

const CONTACT_NAMES = { email_address: 'email address', phone_number: 'phone number' } as const;

const namesOf = (contacts: readonly Contact[]): string =>
	contacts.map((contact) => CONTACT_NAMES[contact]).join(' and the ');

const UNUSABLE = {
	email_address: 'The email address is not an address',
	phone_number: 'The phone number has no country code or is not a phone number',
} as const;

/** A contact never decides over access: the item only says what the service does not have. */
export const contactsLeftOut = (contacts: readonly Contact[]): Problem[] => {
	const names = namesOf(contacts);
	const which = contacts.length > 1 ? 'one of them' : 'it';
	const why = `The service did not take the ${names}, such as because another person has ${which}`;
	return contacts.length === 0 ? [] : [toProblem('contact_left_out', { why })];
};

/** Of a person whom other stays can have too. A mobile key goes to what the service has. */
export function contactsKept(
	{ guest, modes }: { guest: Guest; modes: readonly string[] },
	person: WireObject,
): Problem[] {
	const differing = contactsToWrite(guest, person);
	const isSentToOther =
		modes.includes('mobile_key') &&
		CONTACTS.some((contact) => isText(person[contact])) &&
		differing.length === entriesOf(contactsOf(guest)).length;
	const kept = isSentToOther ? 'mobile_key_sent_elsewhere' : 'contact_left_out';
	return differing.map(([contact]) => {
		const name = CONTACT_NAMES[contact];
		const has = isText(person[contact])
			? `keeps what it has as the ${name}`
			: `has no ${name} of the guest and gets none`;
		const why = `The service ${has}, because the guest was found by 'Guest Key' and can have other stays`;
		return toProblem(kept, { why });
	});
}

export const unusableContacts = ({ unusable }: Guest): Problem[] =>
	unusable.map((contact) => toProblem('contact_left_out', { why: UNUSABLE[contact] }));

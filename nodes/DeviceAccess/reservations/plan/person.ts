import { type WireObject, withoutUndefined } from '../../wire/records';
import type { Grant } from '../grants/grant';
import { type Problem, toProblem } from '../stays/problems';
import { isSameName, isSameText, sharesWord, type Guest } from '../stays/stay';

type Contact = 'email_address' | 'phone_number';

export interface KnownPeople {
	byKey: ReadonlyMap<string, WireObject>;
	withContact: readonly WireObject[];
}

export type GrantPerson =
	{ user_identity_id: string } | { user_identity: Readonly<Record<string, string>> };

interface LeftOutContact {
	contact: Contact;
	why: 'unusable' | 'belongsToAnother' | 'contradicts' | 'notTaken';
}

export interface PersonChoice {
	person: GrantPerson;
	leftOut: readonly LeftOutContact[];
}

/** If the person is taken, the service says so, and `choosePerson` chooses. */
export function newPerson(
	guest: Guest,
	ownKeys: readonly string[],
	grants: readonly Pick<Grant, 'person'>[],
): PersonChoice {
	const byKey = new Map<string, WireObject>();
	for (const { person } of grants) if (person) byKey.set(String(person.user_identity_key), person);
	return choosePerson(guest, ownKeys, { byKey, withContact: [] });
}

/**
 * Contacts identify nobody by themselves: the guest is the person with the guest's key, else the
 * one made for this reservation and guest (`ownKeys`, in order), else somebody whose name and
 * contact are both the guest's. With a key, that person must have none, because another key is
 * another guest. A contact of somebody else is left out.
 */
export function choosePerson(
	guest: Guest,
	ownKeys: readonly string[],
	{ byKey, withContact }: KnownPeople,
): PersonChoice {
	const freeKey = ownKeys.find((key) => !byKey.has(key));
	const own = ownKeys
		.map((key) => byKey.get(key))
		.find((person) => person && !isAnother(guest, person, withContact));
	const known =
		(guest.key === undefined ? undefined : byKey.get(guest.key)) ??
		own ??
		theOnlyNamesake(guest, withContact);
	const leftOut = leftOutContacts(guest, withContact, known);
	if (known) return { person: { user_identity_id: String(known.user_identity_id) }, leftOut };
	return {
		person: {
			user_identity: withoutUndefined({
				user_identity_key: guest.key ?? freeKey,
				full_name: guest.name,
				...contactsWithout(guest, leftOut),
			}) as Record<string, string>,
		},
		leftOut,
	};
}

/**
 * Fills in what is missing. Corrects only a person who is the guest's own, and leaves out contacts
 * that contradict those of any other.
 */
export function correctPerson(
	guest: Guest,
	person: WireObject,
	{ isOwn, withContact }: { isOwn: boolean; withContact: readonly WireObject[] },
): Correction {
	const unfit = leftOutContacts(guest, withContact, person);
	const contradicting = contactsInCommon(guest, person)
		.filter(({ isSame }) => !isOwn && !isSame)
		.map(({ member }) => ({ contact: member, why: 'contradicts' as const }))
		.filter(({ contact }) => unfit.every((one) => one.contact !== contact));
	const leftOut = [...unfit, ...contradicting];
	const wanted = { full_name: guest.name, ...contactsWithout(guest, leftOut) };
	const differing = Object.entries(wanted).filter(
		([member, value]) =>
			value !== undefined &&
			(!hasText(person[member]) || (isOwn && isCorrection(member, value, person[member]))),
	) as Array<[string, string]>;
	return { edit: differing.length > 0 ? Object.fromEntries(differing) : undefined, leftOut };
}

interface PersonSituation {
	grants: readonly Grant[];
	withContact: readonly WireObject[];
	ownKeys: readonly string[];
	countGrants: (personId: string) => number;
}

export interface Correction {
	edit?: Readonly<Record<string, string>>;
	leftOut: readonly LeftOutContact[];
}

export function correctionOf(
	situation: PersonSituation,
	guest: Guest,
	person: WireObject | undefined,
): Correction {
	if (!person) return { leftOut: [] };
	const { withContact, ownKeys } = situation;
	const isOwn = isOwnPerson(situation, guest, person);
	const { edit, leftOut } = correctPerson(guest, person, { isOwn, withContact });
	return { edit: hasKeyOfGuest(guest, person, ownKeys) === false ? undefined : edit, leftOut };
}

/**
 * True for a person that was made for this reservation and guest, or has the guest's key, and that
 * no other grant uses.
 */
function isOwnPerson(
	{ grants, ownKeys, countGrants }: PersonSituation,
	guest: Guest,
	{ user_identity_id: id, user_identity_key: key }: WireObject,
): boolean {
	const ofGuest = grants.filter(({ person }) => person?.user_identity_id === id).length;
	const isOfGuest = ownKeys.includes(String(key)) || (guest.key !== undefined && key === guest.key);
	return isOfGuest && countGrants(String(id)) <= ofGuest;
}

/** Mail systems ignore the case of an address, and booking systems alternate it. */
const isCorrection = (member: string, value: string, known: string) =>
	member === 'email_address' ? !isSameText(value, known) : value !== known;

/** Undefined without a key, or with one that was made for this reservation. */
function hasKeyOfGuest(
	{ key }: Guest,
	person: WireObject | undefined,
	ownKeys: readonly string[],
): boolean | undefined {
	const known = person?.user_identity_key;
	return key === undefined || !hasText(known) || ownKeys.includes(known)
		? undefined
		: known === key;
}

/**
 * True for another key, or another name. A name with a word in common was only corrected, if the
 * guest has no other contact. Another contact with the same name is the same guest, and a contact
 * of somebody else (`withContact`) says nothing, because it was never written.
 */
export function isAnotherGuest(
	guest: Guest,
	{ person, name, key: { reservationKey } }: Pick<Grant, 'person' | 'name' | 'key'>,
	{ ownKeys, withContact }: Pick<PersonSituation, 'ownKeys' | 'withContact'>,
): boolean {
	const isOfGuest = hasKeyOfGuest(guest, person, ownKeys);
	if (isOfGuest !== undefined && !isPersonOfAnother(guest, person, name)) return !isOfGuest;
	// Access of a guest without a name has that of the reservation.
	return isAnother(guest, person ?? {}, withContact, name === reservationKey ? null : name);
}

/**
 * True if the guest is another one only by a contact that no person of the grants has: somebody
 * else may have it.
 */
export const needsContacts = (
	guest: Guest,
	grants: readonly Pick<Grant, 'person' | 'name' | 'key'>[],
	ownKeys: readonly string[],
): boolean => {
	const without = { ...guest, emailAddress: undefined, phoneNumber: undefined };
	const known = { ownKeys, withContact: [] };
	return grants.some(
		(grant) => isAnotherGuest(guest, grant, known) && !isAnotherGuest(without, grant, known),
	);
};

/**
 * True if the service gave the guest's access to somebody else who has the guest's contact
 * (docs/service.md#calls-11).
 */
const isPersonOfAnother = (
	guest: Guest,
	person: WireObject | undefined,
	name: string | null,
): boolean =>
	guest.name !== undefined &&
	hasText(person?.full_name) &&
	hasText(name) &&
	isSameName(guest.name, name) &&
	!isSameName(person.full_name, name);

/** A new PIN before the arrival costs a message; the PIN of somebody else opens the room. */
function isAnother(
	guest: Guest,
	person: WireObject,
	withContact: readonly WireObject[],
	name: string | null = null,
): boolean {
	const { name: own } = guest;
	const names = [person.full_name, name].filter(hasText);
	if (own === undefined || names.length === 0 || names.some((one) => isSameName(own, one)))
		return false;
	const contacts = [
		...Object.values(contactsWithout(guest, leftOutContacts(guest, withContact, person))),
		person.email_address,
		person.phone_number,
	];
	const hasOtherContacts =
		contacts.some(hasText) && !contactsInCommon(guest, person).some(({ isSame }) => isSame);
	return hasOtherContacts || !names.some((one) => sharesWord(own, one));
}

/** Nobody if several people have the guest's name and contact. */
function theOnlyNamesake(guest: Guest, people: readonly WireObject[]): WireObject | undefined {
	if (guest.name === undefined) return undefined;
	const [first, ...others] = people.filter(
		({ full_name: name, user_identity_key: key }) =>
			isSameText(name, guest.name) && !(guest.key !== undefined && hasText(key)),
	);
	return others.length === 0 ? first : undefined;
}

export function contactsInCommon(
	{ emailAddress, phoneNumber }: Pick<Guest, 'emailAddress' | 'phoneNumber'>,
	person: WireObject,
): Array<{ member: 'email_address' | 'phone_number'; isSame: boolean }> {
	const pairs = [
		['email_address', emailAddress],
		['phone_number', phoneNumber],
	] as const;
	return pairs
		.filter(([member, given]) => given !== undefined && hasText(person[member]))
		.map(([member, given]) => ({ member, isSame: isSameText(given, person[member]) }));
}

export const hasText = (value: unknown): value is string =>
	typeof value === 'string' && value.trim() !== '';

function leftOutContacts(
	guest: Guest,
	withContact: readonly WireObject[],
	known: WireObject | undefined,
): LeftOutContact[] {
	const others = withContact.filter(({ user_identity_id: id }) => id !== known?.user_identity_id);
	const taken = others.flatMap((other) =>
		contactsInCommon(guest, other).flatMap(({ member, isSame }) => (isSame ? [member] : [])),
	);
	return [
		...guest.unusable.map((contact) => ({ contact, why: 'unusable' as const })),
		...[...new Set(taken)].map((contact) => ({ contact, why: 'belongsToAnother' as const })),
	];
}

function contactsWithout({ emailAddress, phoneNumber }: Guest, leftOut: readonly LeftOutContact[]) {
	const isLeftOut = (member: Contact) => leftOut.some(({ contact }) => contact === member);
	return {
		email_address: isLeftOut('email_address') ? undefined : emailAddress,
		phone_number: isLeftOut('phone_number') ? undefined : phoneNumber,
	};
}

const CONTACT_NAMES = { email_address: 'email address', phone_number: 'phone number' } as const;

const REASONS: Readonly<Record<LeftOutContact['why'], (contact: string) => string>> = {
	unusable: (contact) =>
		contact === 'phone number'
			? 'The phone number has no country code or is not a phone number, so the guest has access without it'
			: 'The email address is not an address, so the guest has access without it',
	belongsToAnother: (contact) =>
		`Another person has this ${contact}, so the guest has access without it`,
	contradicts: (contact) =>
		`The guest's person has another ${contact}, which other access may use, so the guest has access without it`,
	notTaken: (contact) =>
		`The service did not take the ${contact}, so the guest has access without it`,
};

/** A contact never decides over access: the item only says which one was left out. */
export const leftOutProblem = ({ contact, why }: LeftOutContact): Problem =>
	toProblem(
		'contact_left_out',
		{ why: REASONS[why](CONTACT_NAMES[contact]) },
		why === 'notTaken'
			? {
					remedy:
						'Check it, and execute the node again if the service should send something to it, such as a mobile key.',
				}
			: {},
	);

export const NAME_NOT_WRITTEN = toProblem(
	'contact_left_out',
	{},
	{
		reason:
			"The guest's name could not be written to the guest's person, who keeps the former name",
		remedy: 'No action needed at the doors. To correct the name, execute the node again.',
	},
);

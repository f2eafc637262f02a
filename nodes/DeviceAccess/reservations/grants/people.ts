import { getRecord } from '../../lists/getRecord';
import { readFirstPage } from '../../lists/listAllPages';
import type { SendRequest } from '../../transport/request';
import type { WireObject } from '../../wire/records';
import type { Guest } from '../stays/stay';
import { isSameText } from '../stays/texts';

/** The people that matter for one guest. */
export interface KnownPeople {
	/** Everyone who has one of the keys, by key. */
	byKey: ReadonlyMap<string, WireObject>;
	/** Everyone who has the guest's email address or phone number. */
	withContact: readonly WireObject[];
}

const PEOPLE = { endpoint: '/user_identities/list', member: 'user_identities' };

/**
 * Finds those with one of these keys, and those with a contact of the guest. Asks the service for
 * each key and contact, because a list can lack a new person.
 */
export async function searchPeople(
	send: SendRequest,
	guest: Guest,
	keys: readonly string[],
): Promise<KnownPeople> {
	const withKeys = await Promise.all(keys.map(async (key) => await getPersonByKey(send, key)));
	const contacts = [guest.emailAddress, guest.phoneNumber].filter((text) => text !== undefined);
	const found = await Promise.all(
		contacts.map(
			async (text) =>
				(await readFirstPage(send, { ...PEOPLE, parameters: { search: text } })).records,
		),
	);
	return choose(
		[...withKeys.filter((person) => person !== undefined), ...found.flat()],
		guest,
		keys,
	);
}

/** Compares every record, because a search also finds partial matches. */
function choose(people: readonly WireObject[], guest: Guest, keys: readonly string[]): KnownPeople {
	const once = new Map(people.map((person) => [person.user_identity_id, person]));
	return {
		byKey: new Map(
			[...once.values()].flatMap((person) => {
				const { user_identity_key: key } = person;
				return typeof key === 'string' && keys.includes(key) ? [[key, person]] : [];
			}),
		),
		withContact: [...once.values()].filter((person) =>
			contactsInCommon(guest, person).some(({ isSame }) => isSame),
		),
	};
}

/** Compares the contacts that both the guest and the person have. */
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

/** Undefined if nobody has the key. The service may ignore what it is asked for. */
export async function getPersonByKey(
	send: SendRequest,
	key: string,
): Promise<WireObject | undefined> {
	const body = { user_identity_key: key };
	const person = await getRecord(send, '/user_identities/get', 'user_identity', body);
	return person?.user_identity_key === key ? person : undefined;
}

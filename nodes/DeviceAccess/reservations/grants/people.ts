import { rethrow } from '../../errors/rethrow';
import { UnexpectedAnswerError } from '../../errors/errors';
import { isNotFound } from '../../errors/refusals';
import { readFirstPage } from '../../lists/listAllPages';
import { readOnce } from '../../lists/readOnce';
import { takeObject } from '../../transport/readAnswer';
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

/**
 * Finds the people that matter for a guest: those with one of these keys, and those with a contact
 * of the guest. `isForEdit`: a person who exists is to get the contact, so that nobody else may have
 * it.
 */
export type FindPeople = (
	guest: Guest,
	keys: readonly string[],
	isForEdit?: boolean,
) => Promise<KnownPeople>;

/** Nobody: the guest's person is known. */
export const NOBODY: KnownPeople = { byKey: new Map(), withContact: [] };

const PEOPLE = { endpoint: '/user_identities/list', member: 'user_identities' };

/**
 * The people that are known without a search: those of the guests that were looked up, or else the
 * first page of people, which is everyone in most workspaces. Who is not among them is searched for
 * before a person gets a contact, or once the service refuses to create the guest's person.
 */
export function peopleOfRun(
	send: SendRequest,
	lookedUp: () => readonly WireObject[] | undefined,
): FindPeople {
	const firstPage = readOnce(
		async () => (await readFirstPage(send, { ...PEOPLE, parameters: {} })).records,
	);
	return async (guest, keys, isForEdit = false) => {
		const known = choose(lookedUp() ?? (await firstPage(undefined)), guest, keys);
		if (!isForEdit || known.withContact.length > 0) return known;
		// Otherwise each execution would try to write the contact of somebody else.
		const { withContact } = await searchPeople(send)(guest, []);
		return { ...known, withContact };
	};
}

/**
 * Asks the service for each key and contact, because a list can lack a new person.
 */
export const searchPeople =
	(send: SendRequest): FindPeople =>
	async (guest, keys) => {
		const withKeys = await Promise.all(keys.map(async (key) => await getByKey(send, key)));
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
	};

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

async function getByKey(send: SendRequest, key: string): Promise<WireObject | undefined> {
	const endpoint = '/user_identities/get';
	try {
		const answer = await send({ endpoint, body: { user_identity_key: key }, effect: 'read' });
		const person = takeObject(answer, 'user_identity');
		if (person.user_identity_key === key) return person;
		throw new UnexpectedAnswerError(
			endpoint,
			'The service returned a different person than requested',
			answer.requestId,
		);
	} catch (error) {
		if (isNotFound(error, 'user_identity')) return undefined;
		return rethrow(error);
	}
}

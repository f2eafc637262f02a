import { InvalidParameterError, UnexpectedAnswerError } from '../../errors/errors';
import { isNotFound } from '../../errors/refusals';
import { readFirstPage } from '../../lists/listAllPages';
import { takeObject } from '../../transport/readAnswer';
import type { SendRequest } from '../../transport/request';
import type { WireObject } from '../../wire/records';
import { withoutUndefined } from '../../wire/withoutUndefined';
import type { GuestFit } from '../plan/plan';
import type { Guest } from '../stays/stayInput';
import { rethrow } from '../../errors/rethrow';

/** The person of a grant: an existing one, or one created with the grant. */
export type GrantPerson = { user_identity_id: string } | { user_identity: Record<string, string> };

/** The person of a new grant, and the corrections to an existing person. */
export interface MatchedGuest {
	person: GrantPerson;
	edit?: Readonly<Record<string, string>>;
}

/**
 * Finds the guest by key, email address or phone number. Addresses and numbers are unique, so a returning guest with a new
 * key is the same person. Throws InvalidParameterError if they belong to different people.
 */
export async function findGuest(
	send: SendRequest,
	guest: Guest,
	ownKey: string,
): Promise<MatchedGuest> {
	const byKey = guest.key === undefined ? undefined : await getByKey(send, guest.key);
	const byContact = byKey && isSameContact(guest, byKey) ? [] : await findByContact(send, guest);
	const people = new Map(
		[byKey, ...byContact].flatMap((person) => (person ? [[person.user_identity_id, person]] : [])),
	);
	if (people.size > 1) {
		throw new InvalidParameterError(
			"The guest's key, email address and phone number belong to different people",
			"Nothing was changed. Compare the people with 'Person: Get Many', then correct the guest.",
		);
	}
	// An earlier execution may have created a person only for this reservation.
	const [known = await getByKey(send, ownKey)] = people.values();
	if (!known) return { person: { user_identity: newPerson(guest, ownKey) } };
	const fit = await withoutTaken(send, fitGuest(guest, known, ownKey), known);
	return {
		person: { user_identity_id: String(known.user_identity_id) },
		edit: fit.is === 'same' ? fit.edit : undefined,
	};
}

const newPerson = ({ key, name, emailAddress, phoneNumber }: Guest, ownKey: string) =>
	withoutUndefined({
		user_identity_key: key ?? ownKey,
		full_name: name,
		email_address: emailAddress,
		phone_number: phoneNumber,
	}) as Record<string, string>;

/**
 * Compares the person of a grant with the guest. Corrects a person created for this reservation. For anyone else, only
 * adds missing data, because two bookings may spell the name of one guest differently.
 */
export function fitGuest(guest: Guest, person: WireObject | undefined, ownKey: string): GuestFit {
	if (!person) return { is: 'same' };
	const isOwn = person.user_identity_key === ownKey;
	if (!isOwn && isOther(guest, person)) return { is: 'another' };
	const wanted = {
		full_name: guest.name,
		email_address: guest.emailAddress,
		phone_number: guest.phoneNumber,
	};
	const differing = Object.entries(wanted).filter(
		([name, value]) =>
			value !== undefined && value !== person[name] && (isOwn || isNothing(person[name])),
	);
	return differing.length === 0
		? { is: 'same' }
		: { is: 'same', edit: Object.fromEntries(differing) as Record<string, string> };
}

/** Drops corrections to contacts that another person has, because the service would refuse them in every execution. */
export async function withoutTaken(
	send: SendRequest,
	fit: GuestFit,
	person: WireObject | undefined,
): Promise<GuestFit> {
	if (fit.is !== 'same' || !fit.edit) return fit;
	const { email_address: emailAddress, phone_number: phoneNumber } = fit.edit;
	const others = (await findByContact(send, { emailAddress, phoneNumber })).filter(
		({ user_identity_id: id }) => id !== person?.user_identity_id,
	);
	const free = Object.entries(fit.edit).filter(
		([name, value]) =>
			name === 'full_name' || !others.some((other) => fold(other[name]) === fold(value)),
	);
	return free.length === 0 ? { is: 'same' } : { is: 'same', edit: Object.fromEntries(free) };
}

/** The same key or a shared contact means the same guest. Otherwise, a different contact or key means another guest. */
function isOther(guest: Guest, person: WireObject): boolean {
	if (guest.key !== undefined && guest.key === person.user_identity_key) return false;
	const says = contactsOf(guest, person);
	if (says.some(({ isSame }) => isSame)) return false;
	return says.length > 0 || (guest.key !== undefined && !isNothing(person.user_identity_key));
}

const isSameContact = (guest: Guest, person: WireObject) =>
	contactsOf(guest, person).every(({ isSame }) => isSame);

/** Compares the contacts that both the guest and the person have. */
function contactsOf({ emailAddress, phoneNumber }: Guest, person: WireObject) {
	const pairs = [
		[emailAddress, person.email_address],
		[phoneNumber, person.phone_number],
	] as const;
	return pairs
		.filter(([given, known]) => given !== undefined && !isNothing(known))
		.map(([given, known]) => ({ isSame: fold(given) === fold(known) }));
}

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

/** Searches the list and compares every record, because a search also finds partial matches. */
async function findByContact(
	send: SendRequest,
	{ emailAddress, phoneNumber }: Guest,
): Promise<WireObject[]> {
	const look = async (member: 'email_address' | 'phone_number', value: string | undefined) => {
		if (value === undefined) return [];
		const { records } = await readFirstPage(send, {
			endpoint: '/user_identities/list',
			member: 'user_identities',
			parameters: { search: value },
		});
		return records.filter((person) => fold(person[member]) === fold(value));
	};
	return [
		...(await look('email_address', emailAddress)),
		...(await look('phone_number', phoneNumber)),
	];
}

const fold = (value: unknown) => String(value).toLowerCase();
const isNothing = (value: unknown) => value === undefined || value === null || value === '';

import { getRecord, unlessGone } from '../lists/getRecord';
import { getGrantsById } from '../reservations/grants/readGrants';
import { PAGE_SIZE } from '../transport/limits';
import type { SendRequest } from '../transport/request';
import { grantIdsIn, happenedAtMs, type ServiceEvent } from '../wire/events';
import { type WireObject, firstText } from '../wire/records';
import { aboutGrant, isValidNow, listGrantsOf, type Opener } from './opener';

/** Who is behind the PIN, card or key of an event: the member `person` of a trigger's item. */
export interface PersonBehind extends WireObject {
	name: string | null;
	/** Where the access comes from; null if only the person is known. */
	reason: Opener['reason'] | null;
	reservation_key: string | null;
	user_identity_id: string | null;
	access_grant_id: string | null;
	access_grant_key: string | null;
}

const NOBODY = {
	name: null,
	reason: null,
	reservation_key: null,
	user_identity_id: null,
	access_grant_id: null,
	access_grant_key: null,
};

export const namesSomebody = (event: ServiceEvent): boolean =>
	grantIdsIn(event).length > 0 ||
	['access_code_id', 'user_identity_id', 'acs_user_id', 'acs_credential_id'].some(
		(name) => firstText(event[name]) !== null,
	);

/**
 * Who is behind the PIN, card or key that an event names, with four requests at most. Undefined if
 * the service no longer knows.
 */
export async function personBehind(
	send: SendRequest,
	event: ServiceEvent,
): Promise<PersonBehind | undefined> {
	const [grantId] = grantIdsIn(event);
	if (grantId !== undefined) {
		const [grant] = (await unlessGone(async () => await getGrantsById(send, [grantId]))) ?? [];
		if (grant) return await ofGrant(send, grant);
	}
	const codeId = firstText(event.access_code_id);
	if (codeId === null) return await ofUser(send, event);
	const ofPin = grantId === undefined ? await grantOfCode(send, codeId) : undefined;
	const personId = firstText(event.user_identity_id);
	if (ofPin && [null, ofPin.user_identity_id].includes(personId)) return await ofGrant(send, ofPin);
	return personId === null ? await ofCode(send, event) : await ofUser(send, event);
}

async function ofGrant(send: SendRequest, grant: WireObject): Promise<PersonBehind> {
	const { user_identity_id: id, access_grant_key: key } = grant;
	const person = await getPerson(send, firstText(id));
	return { ...aboutGrant(grant, person), access_grant_key: firstText(key) };
}

/** If there are several, the service has not filtered its list. */
async function grantOfCode(send: SendRequest, codeId: string): Promise<WireObject | undefined> {
	const grants = await listGrantsOf(send, { access_code_id: codeId }, 2);
	return grants.length === 1 ? grants[0] : undefined;
}

const SOURCES_OF_CODES = [
	{ endpoint: '/access_codes/get', reason: 'access_code', isManaged: true },
	{ endpoint: '/access_codes/unmanaged/get', reason: 'unmanaged_access_code', isManaged: false },
] as const;

/** Without a grant, the name is that of the code. */
async function ofCode(
	send: SendRequest,
	{ access_code_id, access_code_is_managed }: ServiceEvent,
): Promise<PersonBehind | undefined> {
	for (const { endpoint, reason, isManaged } of SOURCES_OF_CODES) {
		if (access_code_is_managed === !isManaged) continue;
		const code = await getRecord(send, endpoint, 'access_code', { access_code_id });
		if (code) return { ...NOBODY, name: firstText(code.name), reason };
	}
	return undefined;
}

/** For a card or key. The grant is the newest of the person that opened this door at that time. */
async function ofUser(send: SendRequest, event: ServiceEvent): Promise<PersonBehind | undefined> {
	const [cardId, namedUserId, personId] = [
		firstText(event.acs_credential_id),
		firstText(event.acs_user_id),
		firstText(event.user_identity_id),
	];
	const card =
		cardId !== null && namedUserId === null && personId === null
			? await getRecord(send, '/acs/credentials/get', 'acs_credential', {
					acs_credential_id: cardId,
				})
			: undefined;
	const userId = namedUserId ?? firstText(card?.acs_user_id);
	const known = personId ?? firstText(card?.user_identity_id);
	const user =
		known === null && userId !== null
			? await getRecord(send, '/acs/users/get', 'acs_user', { acs_user_id: userId })
			: undefined;
	const id = known ?? firstText(user?.user_identity_id);
	const reason = userId !== null || cardId !== null ? 'credential' : null;
	if (id === null) {
		const name = firstText(user?.full_name, user?.display_name, card?.display_name);
		return user || card ? { ...NOBODY, name, reason } : undefined;
	}
	const grant = await grantOfPerson(send, event, id);
	if (grant) return await ofGrant(send, grant);
	const person = await getPerson(send, id);
	const name = firstText(
		person?.full_name,
		person?.display_name,
		user?.full_name,
		user?.display_name,
		card?.display_name,
	);
	return { ...NOBODY, name, reason, user_identity_id: id };
}

async function grantOfPerson(
	send: SendRequest,
	event: ServiceEvent,
	personId: string,
): Promise<WireObject | undefined> {
	// The grant that the event names is gone.
	if (grantIdsIn(event).length > 0) return undefined;
	const door = {
		device_id: firstText(event.device_id) ?? undefined,
		acs_entrance_id: firstText(event.acs_entrance_id) ?? undefined,
	};
	const grants = await listGrantsOf(send, { user_identity_id: personId, ...door }, PAGE_SIZE);
	const startMs = ({ starts_at: start }: WireObject) => Date.parse(String(start));
	return grants
		.filter((grant) => grant.user_identity_id === personId)
		.filter((grant) => isValidNow(grant, happenedAtMs(event)))
		.sort((a, b) => startMs(b) - startMs(a))
		.at(0);
}

const getPerson = async (send: SendRequest, id: string | null) =>
	id === null
		? undefined
		: await getRecord(send, '/user_identities/get', 'user_identity', { user_identity_id: id });

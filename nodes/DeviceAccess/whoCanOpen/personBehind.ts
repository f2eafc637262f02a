import { getRecord } from '../lists/getRecord';
import { listAll } from '../lists/listAllPages';
import { getGrantsById } from '../reservations/grants/readGrants';
import { happenedAtMs } from '../reservations/history/listStayEvents';
import { grantIdsIn } from '../reservations/history/methodLives';
import type { SendRequest } from '../transport/request';
import type { ServiceEvent, WireObject } from '../wire/records';
import { aboutGrant, validityOf } from './grantsOfDoor';
import { firstText, isValidNow, type Opener } from './opener';

/** Who is behind the PIN, card or key of an event: the member `person` of a trigger's item. */
export interface PersonBehind extends WireObject {
	/** Of the person, or else of the code or card. */
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

/** True if an event names a code, grant, card or person. */
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
	if (event.access_code_id !== undefined) {
		const { access_code_id: id } = event;
		const grants = await listGrantsOf(send, { access_code_id: id });
		// A code belongs to one grant. With several, the service has not filtered its list.
		if (grants.length <= 1)
			return grants[0] ? await ofGrant(send, grants[0]) : await ofCode(send, event);
	}
	const [grantId] = grantIdsIn(event);
	if (grantId === undefined) return await ofUser(send, event);
	const [grant] = await getGrantsById(send, [grantId]);
	return grant && (await ofGrant(send, grant));
}

async function listGrantsOf(send: SendRequest, parameters: WireObject): Promise<WireObject[]> {
	return await listAll(send, {
		endpoint: '/access_grants/list',
		member: 'access_grants',
		parameters,
	});
}

async function ofGrant(send: SendRequest, grant: WireObject): Promise<PersonBehind> {
	const { user_identity_id: id, access_grant_key: key } = grant;
	const person = await getPerson(send, firstText(id));
	return { ...aboutGrant(grant, new Map([[id, person ?? {}]])), access_grant_key: firstText(key) };
}

async function ofCode(send: SendRequest, event: ServiceEvent): Promise<PersonBehind | undefined> {
	const sources = [
		['/access_codes/get', 'access_code', true],
		['/access_codes/unmanaged/get', 'unmanaged_access_code', false],
	] as const;
	for (const [endpoint, reason, isManaged] of sources) {
		if (event.access_code_is_managed === !isManaged) continue;
		const body = { access_code_id: event.access_code_id };
		const code = await getRecord(send, endpoint, 'access_code', body);
		if (code) return { ...NOBODY, name: firstText(code.name), reason };
	}
	return undefined;
}

/** For a card or key. The grant is the newest of the person that opened this door at that time. */
async function ofUser(send: SendRequest, event: ServiceEvent): Promise<PersonBehind | undefined> {
	const { acs_credential_id: cardId, device_id, acs_entrance_id } = event;
	const card = cardId
		? await getRecord(send, '/acs/credentials/get', 'acs_credential', { acs_credential_id: cardId })
		: undefined;
	const userId = firstText(event.acs_user_id, card?.acs_user_id);
	const known = firstText(event.user_identity_id, card?.user_identity_id);
	const user =
		known === null && userId !== null
			? await getRecord(send, '/acs/users/get', 'acs_user', { acs_user_id: userId })
			: undefined;
	const id = known ?? firstText(user?.user_identity_id);
	const reason = userId !== null || card ? 'credential' : null;
	if (id === null) {
		const name = firstText(user?.full_name, user?.display_name, card?.display_name);
		return user || card ? { ...NOBODY, name, reason } : undefined;
	}
	const grants = await listGrantsOf(send, { user_identity_id: id, device_id, acs_entrance_id });
	const [grant] = grants
		.filter((one) => one.user_identity_id === id)
		.filter((one) => isValidNow(validityOf(one), happenedAtMs(event)))
		.sort((a, b) => String(b.starts_at).localeCompare(String(a.starts_at)));
	if (grant) return await ofGrant(send, grant);
	const person = await getPerson(send, id);
	const name = firstText(person?.full_name, person?.display_name, user?.full_name);
	return { ...NOBODY, name, reason, user_identity_id: id };
}

const getPerson = async (send: SendRequest, id: string | null) =>
	id === null
		? undefined
		: await getRecord(send, '/user_identities/get', 'user_identity', { user_identity_id: id });

import { isForbidden } from '../errors/errors';
import { getRecord, unlessGone } from '../lists/getRecord';
import { getGrantsById } from '../reservations/grants/readGrants';
import { pinOnLock } from '../reservations/grants/pins';
import { PAGE_SIZE } from '../transport/limits';
import { takeList } from '../transport/httpCall';
import type { SendRequest } from '../transport/request';
import { grantIdsIn, happenedAtMs, type ServiceEvent } from '../wire/events';
import { type WireObject, firstText, idsIn } from '../wire/records';
import { aboutGrant, isValidNow, listGrantsOf, type Opener } from './opener';

const none = null as string | null;

const NOBODY = {
	name: none,
	/** Where the access comes from; null if only the person is known. */
	reason: null as Opener['reason'] | null,
	reservation_key: none,
	user_identity_id: none,
	access_grant_id: none,
	access_grant_key: none,
};

/** Who is behind the PIN, card or key of an event: the member `person` of a trigger's item. */
export type PersonBehind = WireObject & typeof NOBODY;

export const namesSomebody = (event: ServiceEvent): boolean =>
	grantIdsIn(event).length > 0 ||
	['access_code_id', 'user_identity_id', 'acs_user_id', 'acs_credential_id'].some(
		(name) => firstText(event[name]) !== null,
	);

/**
 * Who is behind the PIN, card or key that an event names, with four requests at most. Undefined if
 * the service no longer knows. What the event names must be in the records that the service
 * returns, because it may ignore a filter.
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
	const listed = grantId === undefined ? await grantOfCode(send, codeId) : undefined;
	const personId = firstText(event.user_identity_id);
	if (personId === null) return await ofCode(send, event, listed);
	return listed?.user_identity_id === personId
		? await ofGrant(send, listed)
		: await ofUser(send, event);
}

async function ofGrant(send: SendRequest, grant: WireObject): Promise<PersonBehind> {
	const { user_identity_id: id, access_grant_key: key } = grant;
	const person = await getPerson(send, firstText(id));
	return { ...aboutGrant(grant, person), access_grant_key: firstText(key) };
}

/**
 * If there are several, the service has not filtered its list. Even one can be that of somebody
 * else, so the caller must find the code in it.
 */
async function grantOfCode(send: SendRequest, codeId: string): Promise<WireObject | undefined> {
	const grants = await listGrantsOf(send, { access_code_id: codeId }, 2);
	return grants.length === 1 ? grants[0] : undefined;
}

/** The listed grant is that of the code if it has its PIN. Otherwise, the name is that of the code. */
async function ofCode(
	send: SendRequest,
	event: ServiceEvent,
	grant: WireObject | undefined,
): Promise<PersonBehind | undefined> {
	const shownPin = firstText(event.code);
	const isRead = grant === undefined || shownPin === null;
	const code = isRead ? await getCode(send, event) : undefined;
	const pin = code?.reason === 'unmanaged_access_code' ? null : (shownPin ?? code?.record.code);
	if (grant && (await hasPin(send, grant, firstText(pin), event.device_id)))
		return await ofGrant(send, grant);
	const named = isRead ? code : await getCode(send, event);
	return named && { ...NOBODY, name: firstText(named.record.name), reason: named.reason };
}

async function hasPin(
	send: SendRequest,
	grant: WireObject,
	pin: string | null,
	deviceId: unknown,
): Promise<boolean> {
	if (pin === null) return false;
	const body = { access_grant_id: grant.access_grant_id };
	const methods = await unlessGone(async () =>
		takeList(
			await send({ endpoint: '/access_methods/list', body, effect: 'read' }),
			'access_methods',
		),
	);
	const ids = idsIn(grant.access_method_ids);
	const own = (methods ?? []).filter(({ access_method_id: id }) => ids.includes(String(id)));
	return own.some((method) => pinOnLock(deviceId, method, { record: grant, methods: own }) === pin);
}

const SOURCES_OF_CODES = [
	{ endpoint: '/access_codes/get', reason: 'access_code', isManaged: true },
	{ endpoint: '/access_codes/unmanaged/get', reason: 'unmanaged_access_code', isManaged: false },
] as const;

async function getCode(
	send: SendRequest,
	{ access_code_id, access_code_is_managed }: ServiceEvent,
) {
	for (const { endpoint, reason, isManaged } of SOURCES_OF_CODES) {
		if (access_code_is_managed === !isManaged) continue;
		const record = await getRecord(send, endpoint, 'access_code', { access_code_id });
		if (record) return { record, reason };
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
	if (id === null && !user && !card) return undefined;
	const grant = id === null ? undefined : await grantOfPerson(send, event, id);
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

/** The API key may not be allowed to read people. */
const getPerson = async (send: SendRequest, id: string | null) =>
	id === null
		? undefined
		: await unlessGone(
				async () =>
					await getRecord(send, '/user_identities/get', 'user_identity', { user_identity_id: id }),
				isForbidden,
			);

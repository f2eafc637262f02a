import { maskPins } from '../errors/maskPins';
import { getRecord } from '../lists/getRecord';
import { groupByEach } from '../lists/groupBy';
import { listCodes } from '../lists/listCodes';
import { inBatches } from '../lists/lookUps';
import { listAll, type ListQuery, type Page } from '../lists/listAllPages';
import { codeOfIssue } from '../operation/output/shapeRecord';
import type { Grant } from '../reservations/grants/grant';
import { getRelated, relatedGrants } from '../reservations/grants/readGrants';
import { PAGE_SIZE } from '../transport/limits';
import { takeObject } from '../transport/httpCall';
import type { SendRequest } from '../transport/request';
import type { Endpoint } from '../wire/endpoints';
import { warningsOf } from '../wire/issues';
import { isLock, isOnLock } from '../wire/locks';
import { isWireObject, type WireObject, wireObjectsIn, firstText, idsIn } from '../wire/records';
import { withCodeOfLock } from './codeOfLock';
import {
	aboutGrant,
	isValidIn,
	isValidNow,
	type Opener,
	toOpener,
	type Validity,
	validityOf,
} from './opener';

/** One door, and when, in ISO 8601. */
interface DoorQuery {
	device_id?: string;
	acs_entrance_id?: string;
	/** Undefined means now. */
	from?: string;
	/** Undefined means the moment of `from`. */
	until?: string;
	key_prefix?: string;
}

interface Reading {
	send: SendRequest;
	nowMs: number;
	keyPrefix?: string;
	list: (endpoint: Endpoint, member: string, parameters: WireObject) => Promise<WireObject[]>;
}

/** Now or at any time between two times. Yields one page. */
export async function* pagesOfWhoCanOpen(
	send: SendRequest,
	{ parameters, limit = Infinity, maxPages }: ListQuery,
): AsyncGenerator<Page> {
	const {
		device_id: deviceId,
		acs_entrance_id: entranceId = '',
		...query
	} = parameters as DoorQuery;
	const nowMs = Date.now();
	const list: Reading['list'] = async (endpoint, member, of) =>
		await listAll(send, { endpoint, member, parameters: of, maxPages });
	const reading = { send, nowMs, keyPrefix: query.key_prefix, list };
	const all =
		deviceId === undefined
			? await openersOfEntrance(reading, entranceId)
			: await openersOfDevice(reading, deviceId);
	const records = all
		.filter((opener) => isAskedFor(opener, query, nowMs))
		.sort((a, b) => String(a.name ?? '').localeCompare(String(b.name ?? '')));
	yield { records: records.slice(0, limit), isCut: records.length > limit || undefined };
}

/**
 * Now: what opens the door, and what would if its user were not suspended. Between two times: all
 * that is valid then, also a PIN that is not on its lock yet, and what opens now if now is between
 * them.
 */
function isAskedFor(opener: Opener, { from, until }: DoorQuery, nowMs: number): boolean {
	if (from === undefined && until === undefined)
		return opener.opens_now || (opener.is_suspended && isValidNow(opener, nowMs));
	const fromMs = from === undefined ? nowMs : Date.parse(from);
	const untilMs = until === undefined ? fromMs : Date.parse(until);
	const isNowAsked = fromMs <= nowMs && nowMs <= untilMs;
	return (isNowAsked && opener.opens_now) || isValidIn(opener, { fromMs, untilMs });
}

async function grantsOfDoor({ send, list }: Reading, door: WireObject) {
	const [records, methods] = await Promise.all([
		list('/access_grants/list', 'access_grants', door),
		list('/access_methods/list', 'access_methods', door),
	]);
	const grants = await relatedGrants(send, records);
	const grantsOf = groupByEach(grants, ({ record }) => idsIn(record.access_method_ids));
	// A method whose grant is not listed is no opener: its code or card is one.
	const ofGrants = methods.flatMap((method) => {
		const [grant] = grantsOf.get(String(method.access_method_id)) ?? [];
		return grant ? [{ method, grant }] : [];
	});
	return { grants, ofGrants };
}

const ofGrant = ({ record, person }: Grant, method: WireObject, { keyPrefix }: Reading) => ({
	...aboutGrant(record, person, keyPrefix),
	...validityOf(record),
	mode: firstText(method.mode),
	access_method_id: firstText(method.access_method_id),
});

/**
 * Who can open a lock. At the door, a PIN opens if the lock has a code with it that is valid; a key
 * opens if it is issued and its grant is valid. A code that is being removed may still open.
 */
export async function openersOfDevice(reading: Reading, deviceId: string): Promise<Opener[]> {
	const { send, nowMs } = reading;
	const [{ grants, ofGrants }, listed, unmanaged] = await Promise.all([
		grantsOfDoor(reading, { device_id: deviceId }),
		listCodes(send, '/access_codes/list', deviceId),
		listCodes(send, '/access_codes/unmanaged/list', deviceId),
	]);
	const managed = [...listed, ...(await backupsInUse(send, listed))];
	// A grant for a room names all devices in it.
	const device = grants.flatMap(({ devices }) => devices).find((one) => one.device_id === deviceId);
	if (device && !isLock(device)) return [];
	const withCodes = withCodeOfLock(ofGrants, managed, deviceId, nowMs);
	const known = new Set(withCodes.map(({ code }) => code));
	return [
		...withCodes.map(({ method, grant, code }) => {
			const isWithoutCode = method.mode !== 'code' || isBackup(method);
			return toOpener({
				...ofGrant(grant, method, reading),
				opens_now: code
					? opensNow(code, nowMs)
					: isWithoutCode && methodOpens(method, grant, nowMs),
				access_code_id: firstText(code?.access_code_id),
			});
		}),
		...managed
			.filter((code) => !known.has(code))
			.map((code) => ofCode(code, 'access_code', opensNow(code, nowMs))),
		// One that is not set comes back to its lock only if it has a start.
		...unmanaged
			.filter(({ status, starts_at: start }) => status !== 'unset' || firstText(start) !== null)
			.map((code) =>
				ofCode(code, 'unmanaged_access_code', code.status !== 'unset' && isValidNow(code, nowMs)),
			),
	];
}

const ofCode = (code: WireObject, reason: Opener['reason'], opens: boolean): Opener =>
	toOpener({
		reason,
		// Codes that were made at a lock are often named by their PIN.
		name: firstText(maskPins(code).name),
		...validityOf(code),
		mode: 'code',
		opens_now: opens,
		access_code_id: firstText(code.access_code_id),
	});

/** In place of codes that were not set: no list has them (docs/service.md#lists-8). */
async function backupsInUse(
	send: SendRequest,
	codes: readonly WireObject[],
): Promise<WireObject[]> {
	const ids = codes.flatMap(({ pulled_backup_access_code_id: id }) => firstText(id) ?? []);
	const read = ids.map(
		async (id) => await getRecord(send, '/access_codes/get', 'access_code', { access_code_id: id }),
	);
	return (await Promise.all(read)).filter((code) => code !== undefined);
}

/** True for the PIN of a backup code. */
const isBackup = (method: WireObject) =>
	warningsOf(method).some((issue) => codeOfIssue(issue) === 'pulled_backup_access_code');

/**
 * Whether the lock opens for a managed code now. A lock that has a code opens for it from its
 * start, and until a change of it or its removal is done. A lock without schedules opens as soon as
 * the code is set, and until it is removed.
 */
function opensNow(code: WireObject, nowMs: number): boolean {
	const validity = {
		starts_at: code.status === 'set' ? null : code.starts_at,
		ends_at: code.status === 'removing' ? null : code.ends_at,
	};
	const before = timesBefore(code, 'updating_time_frame').map(({ ends_at: end }) => ({
		...validity,
		ends_at: end,
	}));
	return isOnLock(code) && [validity, ...before].some((one) => isValidNow(one, nowMs));
}

/** Whether a card or key opens now: until a change of its times is done, the old ones count too. */
const methodOpens = (method: WireObject, { record }: Grant, nowMs: number): boolean =>
	method.is_issued === true &&
	[record, ...timesBefore(method, 'updating_access_times')].some((one) => isValidNow(one, nowMs));

const timesBefore = ({ pending_mutations: mutations }: WireObject, change: string): WireObject[] =>
	wireObjectsIn(mutations)
		.filter((mutation) => codeOfIssue(mutation) === change)
		.flatMap(({ from }) => (isWireObject(from) ? [from] : []));

/**
 * Who can open a door of an access system. At the door, a PIN, card or key opens if it is issued
 * and valid; a member of a group that opens the door can open it while the group and the member are
 * valid; and nothing opens for a user who is suspended.
 */
async function openersOfEntrance(reading: Reading, entranceId: string): Promise<Opener[]> {
	const { send, nowMs, list } = reading;
	const door = { acs_entrance_id: entranceId };
	const entrance = takeObject(
		await send({ endpoint: '/acs/entrances/get', body: door, effect: 'read' }),
		'acs_entrance',
	);
	const system = { acs_system_id: entrance.acs_system_id };
	const [{ ofGrants }, credentials, users, groups, unmanaged] = await Promise.all([
		grantsOfDoor(reading, door),
		list('/acs/entrances/list_credentials_with_access', 'acs_credentials', door),
		list('/acs/users/list', 'acs_users', system),
		groupsOf(reading, system, entranceId),
		list('/access_grants/unmanaged/list', 'access_grants', door),
	]);
	const byId = new Map(users.flatMap((user) => idsOfUser(user).map((id) => [id, user])));
	const userOf = (record: WireObject) =>
		idsOfUser(record)
			.map((id) => byId.get(id))
			.find((user) => user !== undefined);
	// The access system lists the cards and keys of grants too.
	const known = await credentialsOf(
		send,
		ofGrants.map(({ method }) => method),
	);
	return [
		...ofGrants.map(({ method, grant: { record }, grant }) =>
			toOpener({
				...ofGrant(grant, method, reading),
				...ofUser(userOf(record), record, methodOpens(method, grant, nowMs)),
			}),
		),
		...credentials
			.filter(({ acs_credential_id: id }) => !known.has(id))
			.map((credential) => ofCredential(credential, userOf(credential), nowMs)),
		...groups.map(({ group, member }) => ofMember(group, member, nowMs)),
		...unmanaged.map((grant) => ofUnmanaged(grant, userOf(grant), nowMs)),
	];
}

/** Of a user of the access system, or of a record that names one. */
const idsOfUser = ({ acs_user_id: id, user_identity_id: personId }: WireObject): string[] =>
	[id, personId].filter((one) => typeof one === 'string');

/** What a user opens: nothing while suspended. */
function ofUser(user: WireObject | undefined, validity: Validity, opens: boolean) {
	const isSuspended = user?.is_suspended === true;
	return {
		...validityOf(validity),
		opens_now: opens && !isSuspended,
		is_suspended: isSuspended,
		acs_user_id: firstText(user?.acs_user_id),
	};
}

function ofCredential(credential: WireObject, user: WireObject | undefined, nowMs: number): Opener {
	const validity = bothValid(credential, scheduleOf(user));
	const opens = credential.is_issued !== false && isValidNow(validity, nowMs);
	return toOpener({
		reason: 'credential',
		name: firstText(nameOfUser(user), credential.display_name),
		...ofUser(user, validity, opens),
		mode: firstText(credential.access_method),
		user_identity_id: firstText(credential.user_identity_id, user?.user_identity_id),
		acs_user_id: firstText(credential.acs_user_id, user?.acs_user_id),
		acs_credential_id: firstText(credential.acs_credential_id),
	});
}

function ofMember(group: WireObject, member: WireObject, nowMs: number): Opener {
	const validity = bothValid(scheduleOf(group), scheduleOf(member));
	return toOpener({
		reason: 'group',
		name: nameOfUser(member),
		...ofUser(member, validity, isValidNow(validity, nowMs)),
		access_group_name: firstText(group.name, group.display_name),
		user_identity_id: firstText(member.user_identity_id),
		acs_access_group_id: firstText(group.acs_access_group_id),
	});
}

const ofUnmanaged = (grant: WireObject, user: WireObject | undefined, nowMs: number): Opener =>
	toOpener({
		reason: 'unmanaged_grant',
		name: firstText(nameOfUser(user), grant.name, grant.display_name),
		...ofUser(user, grant, isValidNow(grant, nowMs)),
		reservation_key: firstText(grant.reservation_key),
		user_identity_id: firstText(grant.user_identity_id),
		access_grant_id: firstText(grant.access_grant_id),
	});

const nameOfUser = (user: WireObject | undefined): string | null =>
	firstText(user?.user_identity_full_name, user?.full_name, user?.display_name);

/** The times of a user or a group; none if it always has access. */
const scheduleOf = (record: WireObject | undefined): WireObject =>
	isWireObject(record?.access_schedule) ? record.access_schedule : {};

const bothValid = (one: Validity, other: Validity) => ({
	starts_at: inOrder(one.starts_at, other.starts_at).at(-1) ?? null,
	ends_at: inOrder(one.ends_at, other.ends_at).at(0) ?? null,
});

const inOrder = (...times: unknown[]): string[] =>
	times.filter((time) => typeof time === 'string').sort((a, b) => Date.parse(a) - Date.parse(b));

/**
 * The service lists the entrances of a group, not the groups of an entrance. This takes one request
 * for each group, and one more for each that opens it.
 */
async function groupsOf({ list }: Reading, system: WireObject, entranceId: string) {
	const groups = await list('/acs/access_groups/list', 'acs_access_groups', system);
	const members = groups.map(async (group) => {
		const id = { acs_access_group_id: group.acs_access_group_id };
		const path = '/acs/access_groups';
		const entrances = await list(`${path}/list_accessible_entrances`, 'acs_entrances', id);
		if (!entrances.some(({ acs_entrance_id: one }) => one === entranceId)) return [];
		const users = await list(`${path}/list_users`, 'acs_users', id);
		return users.map((member) => ({ group, member }));
	});
	return (await Promise.all(members)).flat();
}

async function credentialsOf(send: SendRequest, methods: readonly WireObject[]) {
	const batches = inBatches([...methods], PAGE_SIZE).map(
		async (batch) => await getRelated(send, 'access_method', batch, ['acs_credentials']),
	);
	const related = (await Promise.all(batches)).flatMap(({ acs_credentials: all }) => all);
	return new Set(related.map(({ acs_credential_id: id }) => id));
}

import { inBatches } from '../lists/batchedLookUps';
import { listAll } from '../lists/listAllPages';
import { PAGE_SIZE } from '../transport/limits';
import { takeObject } from '../transport/readAnswer';
import type { SendRequest } from '../transport/request';
import { isWireObject, type WireObject, wireObjectsIn } from '../wire/records';
import { firstText } from '../wire/values';
import {
	type DoorReading,
	grantOfMethod,
	grantsOfDoor,
	type GrantsOfDoor,
	validityOf,
} from './grantsOfDoor';
import { bothValid, isValidNow, type Opener, toOpener } from './opener';

/** The users of the access system, by their own ID and by that of their person. */
interface Users {
	byId: ReadonlyMap<unknown, WireObject>;
	byPerson: ReadonlyMap<unknown, WireObject>;
}

/** A group that opens the entrance, and its members. */
interface Group {
	record: WireObject;
	members: readonly WireObject[];
}

/**
 * Who can open a door of an access system. At the door, a PIN, card or key opens if it is issued
 * and valid; a member of a group that opens the door can open it while the group and the member are
 * valid; and nothing opens for a user who is suspended.
 */
export async function openersOfEntrance(
	send: SendRequest,
	entranceId: string,
	reading: DoorReading,
): Promise<Opener[]> {
	const { nowMs, maxPages } = reading;
	const door = { acs_entrance_id: entranceId };
	const entrance = takeObject(
		await send({ endpoint: '/acs/entrances/get', body: door, effect: 'read' }),
		'acs_entrance',
	);
	const system = { acs_system_id: entrance.acs_system_id };
	const list = async (endpoint: string, member: string, parameters: WireObject) =>
		await listAll(send, { endpoint, member, parameters, maxPages });
	const [ofGrants, credentials, listedUsers, groups, unmanaged] = await Promise.all([
		grantsOfDoor(send, door, reading),
		list('/acs/entrances/list_credentials_with_access', 'acs_credentials', door),
		list('/acs/users/list', 'acs_users', system),
		groupsOf(send, system, entranceId),
		list('/access_grants/unmanaged/list', 'access_grants', door),
	]);
	const users = {
		byId: new Map(listedUsers.map((user) => [user.acs_user_id, user])),
		byPerson: new Map(
			listedUsers
				.filter(({ user_identity_id: id }) => typeof id === 'string')
				.map((user) => [user.user_identity_id, user]),
		),
	};
	// The card of a method without its grant is an opener of its own.
	const ofMethods = await credentialsOfMethods(
		send,
		ofGrants.methods.filter((method) => grantOfMethod(ofGrants.grants, method)),
	);
	return [
		...ofGrants.methods.flatMap((method) => ofMethod(method, ofGrants, users, nowMs) ?? []),
		...credentials
			.filter(({ acs_credential_id: id }) => !ofMethods.has(id))
			.map((credential) => ofCredential(credential, users, nowMs)),
		...groups.flatMap(({ record, members }) =>
			members.map((member) => ofMember(record, member, nowMs)),
		),
		...unmanaged.map((grant) => ofUnmanagedGrant(grant, users, nowMs)),
	];
}

function ofMethod(
	method: WireObject,
	{ grants, about }: GrantsOfDoor,
	users: Users,
	nowMs: number,
): Opener | undefined {
	const grant = grantOfMethod(grants, method);
	if (!grant) return undefined;
	const user = users.byPerson.get(grant.user_identity_id);
	const isSuspended = user?.is_suspended === true;
	const validity = validityOf(grant);
	return toOpener({
		...about(grant),
		...validity,
		mode: firstText(method.mode),
		opens_now: method.is_issued === true && !isSuspended && isValidNow(validity, nowMs),
		is_suspended: isSuspended,
		acs_user_id: firstText(user?.acs_user_id),
		access_method_id: firstText(method.access_method_id),
	});
}

function ofCredential(credential: WireObject, users: Users, nowMs: number): Opener {
	const user =
		users.byId.get(credential.acs_user_id) ?? users.byPerson.get(credential.user_identity_id);
	const isSuspended = user?.is_suspended === true;
	const validity = bothValid(credential, scheduleOf(user));
	return toOpener({
		reason: 'credential',
		name: firstText(nameOfUser(user), credential.display_name),
		...validity,
		mode: firstText(credential.access_method),
		opens_now: credential.is_issued !== false && !isSuspended && isValidNow(validity, nowMs),
		is_suspended: isSuspended,
		user_identity_id: firstText(credential.user_identity_id, user?.user_identity_id),
		acs_user_id: firstText(credential.acs_user_id, user?.acs_user_id),
		acs_credential_id: firstText(credential.acs_credential_id),
	});
}

function ofMember(group: WireObject, member: WireObject, nowMs: number): Opener {
	const isSuspended = member.is_suspended === true;
	const validity = bothValid(scheduleOf(group), scheduleOf(member));
	return toOpener({
		reason: 'group',
		name: nameOfUser(member),
		...validity,
		opens_now: !isSuspended && isValidNow(validity, nowMs),
		is_suspended: isSuspended,
		access_group_name: firstText(group.name, group.display_name),
		user_identity_id: firstText(member.user_identity_id),
		acs_user_id: firstText(member.acs_user_id),
		acs_access_group_id: firstText(group.acs_access_group_id),
	});
}

function ofUnmanagedGrant(grant: WireObject, users: Users, nowMs: number): Opener {
	const user = users.byPerson.get(grant.user_identity_id);
	const isSuspended = user?.is_suspended === true;
	const validity = validityOf(grant);
	return toOpener({
		reason: 'unmanaged_grant',
		name: firstText(nameOfUser(user), grant.name, grant.display_name),
		...validity,
		opens_now: !isSuspended && isValidNow(validity, nowMs),
		is_suspended: isSuspended,
		reservation_key: firstText(grant.reservation_key),
		user_identity_id: firstText(grant.user_identity_id),
		acs_user_id: firstText(user?.acs_user_id),
		access_grant_id: firstText(grant.access_grant_id),
	});
}

const nameOfUser = (user: WireObject | undefined): string | null =>
	firstText(user?.user_identity_full_name, user?.full_name, user?.display_name);

/** The times of a user or a group; none if it always has access. */
const scheduleOf = (record: WireObject | undefined): WireObject =>
	isWireObject(record?.access_schedule) ? record.access_schedule : {};

/**
 * The groups of the system that open the entrance. The service lists the entrances of a group, not
 * the groups of an entrance: one request for each group, and one more for each that opens it.
 */
async function groupsOf(
	send: SendRequest,
	system: { acs_system_id: unknown },
	entranceId: string,
): Promise<Group[]> {
	const groups = await listAll(send, {
		endpoint: '/acs/access_groups/list',
		member: 'acs_access_groups',
		parameters: system,
	});
	const opening = await Promise.all(
		groups.map(async (record) => {
			const group = { acs_access_group_id: record.acs_access_group_id };
			const entrances = await listAll(send, {
				endpoint: '/acs/access_groups/list_accessible_entrances',
				member: 'acs_entrances',
				parameters: group,
			});
			if (!entrances.some(({ acs_entrance_id: id }) => id === entranceId)) return [];
			const members = await listAll(send, {
				endpoint: '/acs/access_groups/list_users',
				member: 'acs_users',
				parameters: group,
			});
			return [{ record, members }];
		}),
	);
	return opening.flat();
}

/** IDs of the credentials behind cards and keys of grants, which the access system lists too. */
async function credentialsOfMethods(
	send: SendRequest,
	methods: readonly WireObject[],
): Promise<Set<unknown>> {
	const ids = methods.map(({ access_method_id: id }) => id);
	const batches = await Promise.all(
		inBatches(ids, PAGE_SIZE).map(async (batch) =>
			takeObject(
				await send({
					endpoint: '/access_methods/get_related',
					body: { access_method_ids: batch, include: ['acs_credentials'] },
					effect: 'read',
				}),
				'batch',
			),
		),
	);
	return new Set(
		batches
			.flatMap(({ acs_credentials: credentials }) => wireObjectsIn(credentials))
			.map(({ acs_credential_id: id }) => id),
	);
}

import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { workspaceIds } from '../../sandbox/fixtures/workspaces';
import type { StoredAccessCode, WorkspaceState } from '../../sandbox/state/state';
import { call } from '../operations/dossier';
import { byId } from '../support/service/byId';
import {
	BOOKED_AT,
	DAY_MS,
	HOUR_MS,
	IN_HOUSE,
	iso,
	useMovedHotel,
} from '../support/service/movedHotel';

const { entrances, devices } = hotel;
const service = useMovedHotel();

const workspace = () => service.sandbox.state.workspaces.get(workspaceIds.main) as WorkspaceState;

const listed = async (
	door: 'device' | 'entrance',
	id: string,
	parameters: INodeParameters = {},
): Promise<IDataObject[]> => {
	const { items, error } = await service.run(`${door}.getWhoCanOpen`, {
		[`${door}Id`]: byId(id),
		returnAll: true,
		...parameters,
	});
	if (error) throw error;
	return items.map(({ json }) => json);
};
const rows = (items: IDataObject[]) =>
	items.map(({ name, reason, mode }) => `${String(name)}: ${String(reason)} ${String(mode)}`);

it('has no PIN, although the name of a code has it', async () => {
	await service.run('unmanagedAccessCode.simulateCreate', {
		deviceId: byId(devices.room101),
		name: 'Key 9713',
		code: '9713',
	});
	const items = await listed('device', devices.room101);
	expect(rows(items)).toContain('Key ****: unmanaged_access_code code');
});

// What must be true at a lock: its keypad takes a PIN if the lock holds a code with it, from the
// start of the code (or as soon as it is set) until its end. The sandbox's state is asked directly.

/** IDs of the codes that a lock holds and takes now. */
function takenNow(deviceId: string): string[] {
	const isHeld = ({ isOnDevice, isUnset }: StoredAccessCode) => isOnDevice ?? !isUnset;
	const isTimely = ({ startsAt, endsAt, status }: StoredAccessCode) =>
		(!startsAt || status === 'set' || Date.parse(startsAt) <= service.now()) &&
		(!endsAt || service.now() < Date.parse(endsAt));
	return (workspace().accessCodesByDevice.get(deviceId) ?? [])
		.filter((code) => isHeld(code) && isTimely(code))
		.map(({ accessCodeId }) => accessCodeId);
}

/** Compares every lock of the hotel, whose list shows no PIN, and returns the IDs of codes that are listed although no lock takes them. */
async function compareLocks(): Promise<string[]> {
	const surplus: string[] = [];
	for (const deviceId of Object.values(devices)) {
		const openers = await listed('device', deviceId);
		expect(openers.filter(({ opens_now: opens }) => opens !== true)).toEqual([]);
		const ids = openers.flatMap(({ access_code_id: id }) => (id === null ? [] : [String(id)]));
		expect(new Set(ids).size).toBe(ids.length);
		expect(ids).toEqual(expect.arrayContaining(takenNow(deviceId)));
		for (const { code } of workspace().accessCodesByDevice.get(deviceId) ?? [])
			expect(JSON.stringify(openers)).not.toContain(`"${code}"`);
		surplus.push(...ids.filter((id) => !takenNow(deviceId).includes(id)));
	}
	return surplus;
}

it('lists exactly the codes that each lock takes, while stays come, change and go', async () => {
	const until = (days: number) => ({ departure: iso(BOOKED_AT + days * DAY_MS) });
	await call(service.sandbox, '/access_codes/create', {
		device_id: devices.room101,
		name: 'Plumber',
		code: '8123',
		starts_at: iso(BOOKED_AT + HOUR_MS),
		ends_at: iso(BOOKED_AT + 3 * HOUR_MS),
	});
	await service.upsert({ ...IN_HOUSE, ...until(2), id: 'suite', guest: 'Guest suite' });
	await service.upsert({
		...IN_HOUSE,
		...until(1),
		id: 'garage',
		guest: 'Guest garage',
		rooms: 'parking',
	});
	await service.upsert({ id: 'later', guest: 'Guest later', rooms: 'room-101' });
	await service.upsert({
		...IN_HOUSE,
		...until(3),
		id: 'moves',
		guest: 'Guest moves',
		rooms: 'room-102',
	});
	expect(await compareLocks()).toEqual([]);
	await service.moveTo(BOOKED_AT + 2 * HOUR_MS);
	expect(await compareLocks()).toEqual([]);
	expect(rows(await listed('device', devices.room101))).toContain('Plumber: access_code code');
	await service.setOnline(devices.frontDoor, false);
	await service.upsert({
		...IN_HOUSE,
		...until(2),
		id: 'suite',
		guest: 'Guest suite',
		status: 'cancelled',
	});
	await service.moveTo(BOOKED_AT + 5 * HOUR_MS);
	// Offline, the front door still takes the PIN of the canceled stay.
	expect(await compareLocks()).toEqual([]);
	expect(await listed('device', devices.frontDoor)).toContainEqual(
		expect.objectContaining({ name: 'Guest suite', opens_now: true }),
	);
	await service.whileTimePasses(
		service.upsert({
			...IN_HOUSE,
			...until(3),
			id: 'moves',
			guest: 'Guest moves',
			rooms: 'room-101',
		}),
	);
	await service.setOnline(devices.frontDoor, true);
	await service.moveTo(BOOKED_AT + 6 * HOUR_MS);
	expect(await compareLocks()).toEqual([]);
	await service.moveTo(BOOKED_AT + 2 * DAY_MS);
	expect(await compareLocks()).toEqual([]);
	await service.moveTo(BOOKED_AT + 11 * DAY_MS);
	expect(await compareLocks()).toEqual([]);
	expect(rows(await listed('device', devices.room101))).toContain('Guest later: reservation code');
});

it('names the guest of each code, also with a PIN of its own on one lock', async () => {
	// Only one of the two locks already has the PIN of the guest.
	await call(service.sandbox, '/access_codes/create', {
		device_id: devices.frontDoor,
		name: 'Night Shift',
		code: '7391',
	});
	await service.moveTo(BOOKED_AT + 1_000);
	await service.upsert(IN_HOUSE, { pinFrom: 'given', pin: '7391' });
	await service.moveTo(BOOKED_AT + HOUR_MS);
	const of = async (deviceId: string) =>
		rows(await listed('device', deviceId)).filter((row) => !row.includes('unmanaged'));
	expect(await of(devices.frontDoor)).toEqual([
		'Front Desk: access_code code',
		'Guest 4711: reservation code',
		'Night Shift: access_code code',
	]);
	expect(await of(devices.room103)).toEqual(['Guest 4711: reservation code']);
});

it('lists who can open a lock between two times, also with a PIN that is not on it yet', async () => {
	await service.upsert({ id: 'later', guest: 'Guest later', rooms: 'room-101' });
	const names = async (from: number, until?: number) =>
		(
			await listed('device', devices.room101, {
				from: iso(BOOKED_AT + from * DAY_MS),
				...(until === undefined ? {} : { until: iso(BOOKED_AT + until * DAY_MS) }),
			})
		).flatMap(({ name, reason, opens_now }) =>
			reason === 'reservation' ? [[name, opens_now]] : [],
		);
	expect(await names(0, 10)).toEqual([]);
	expect(await names(0, 10.1)).toEqual([['Guest later', false]]);
	expect(await names(12)).toEqual([['Guest later', false]]);
	expect(await names(13)).toEqual([]);
	expect(await names(13, 20)).toEqual([]);
});

it('lists between two times around now who still opens after the end, as the lock is offline', async () => {
	await service.upsert({ ...IN_HOUSE, departure: iso(BOOKED_AT + 3 * HOUR_MS) });
	await service.moveTo(BOOKED_AT + HOUR_MS);
	await service.setOnline(devices.frontDoor, false);
	await service.moveTo(BOOKED_AT + 5 * HOUR_MS);
	const guest = expect.objectContaining({ name: 'Guest 4711', opens_now: true });
	const until = iso(BOOKED_AT + DAY_MS);
	expect(await listed('device', devices.frontDoor, { until })).toContainEqual(guest);
});

it('lists the backup code that a lock takes in place of another one', async () => {
	await service.setOnline(devices.frontDoor, false);
	await call(service.sandbox, '/access_codes/create', {
		device_id: devices.frontDoor,
		name: 'Plumber',
		code: '8123',
		starts_at: iso(BOOKED_AT + HOUR_MS),
		ends_at: iso(BOOKED_AT + 30 * HOUR_MS),
		use_backup_access_code_pool: true,
		attempt_for_offline_device: true,
	});
	await service.moveTo(BOOKED_AT + 2 * HOUR_MS);
	const openers = await listed('device', devices.frontDoor);
	expect(openers.map(({ access_code_id: id }) => id)).toEqual(
		expect.arrayContaining(takenNow(devices.frontDoor)),
	);
	expect(rows(openers)).toContain('Plumber: access_code code');
});

// What must be true at a door of an access system: an issued and valid PIN, card or key opens it, a
// member of a group that has the door opens it, and nothing opens for a suspended user.

/** IDs of the methods, credentials and members that open an entrance now, from the sandbox's state. */
function openNow(entranceId: string): string[] {
	const { access } = workspace();
	const has = ({ acs_entrance_ids: ids }: { acs_entrance_ids: string[] }) =>
		ids.includes(entranceId);
	const isTimely = ({ starts_at: start, ends_at: end }: IDataObject) =>
		(!start || Date.parse(String(start)) <= service.now()) &&
		(!end || service.now() < Date.parse(String(end)));
	const isOut = (userId: unknown, personId?: unknown) =>
		access.accessSystemUsers.records.some(
			(user) =>
				user.is_suspended &&
				(user.acs_user_id === userId ||
					(personId !== undefined && user.user_identity_id === personId)),
		);
	const methods = access.accessMethods.records.filter((method) => {
		const grant = access.accessGrants.get(method.access_grant_id);
		return (
			has(method) &&
			method.issued_at !== null &&
			isTimely(grant as unknown as IDataObject) &&
			!isOut(undefined, grant?.user_identity_id)
		);
	});
	const credentials = access.credentials.records.filter(
		(card) =>
			has(card) &&
			card.is_issued === true &&
			isTimely(card as unknown as IDataObject) &&
			!isOut(card.acs_user_id),
	);
	const members = access.accessGroups.records
		.filter((group) => has(group) && isTimely((group.access_schedule ?? {}) as IDataObject))
		.flatMap((group) =>
			group.acs_user_ids
				.filter((userId) => !isOut(userId))
				.map((userId) => `${group.acs_access_group_id} ${userId}`),
		);
	return [
		...methods.map(({ access_method_id: id }) => id),
		...credentials.map(({ acs_credential_id: id }) => id),
		...members,
	].sort();
}

const idsIn = (openers: IDataObject[]) =>
	openers
		.filter(({ opens_now: opens, reason }) => opens === true && reason !== 'unmanaged_grant')
		.flatMap(
			({ access_method_id, acs_credential_id, acs_access_group_id, acs_user_id }) =>
				access_method_id ??
				acs_credential_id ??
				`${String(acs_access_group_id)} ${String(acs_user_id)}`,
		)
		.sort();

async function compareEntrances(): Promise<void> {
	for (const entranceId of Object.values(entrances))
		expect(idsIn(await listed('entrance', entranceId))).toEqual(openNow(entranceId));
}

it('lists exactly who opens each entrance, while people join, leave and are suspended', async () => {
	const { cleaning, nightDesk } = hotel.accessSystemUsers;
	const { staff, conference } = hotel.accessGroups;
	await compareEntrances();
	await service.upsert({ ...IN_HOUSE, id: 'guest', rooms: 'room-101' });
	await call(service.sandbox, '/acs/access_groups/add_user', {
		acs_access_group_id: conference,
		acs_user_id: cleaning,
	});
	await service.moveTo(BOOKED_AT + HOUR_MS);
	await compareEntrances();
	await call(service.sandbox, '/acs/users/suspend', { acs_user_id: cleaning });
	await call(service.sandbox, '/acs/access_groups/remove_user', {
		acs_access_group_id: staff,
		acs_user_id: nightDesk,
	});
	await service.moveTo(BOOKED_AT + 2 * HOUR_MS);
	await compareEntrances();
	await service.moveTo(BOOKED_AT + 30 * DAY_MS);
	await compareEntrances();
});

it('lists a member whose own entrances have the door, and says who is suspended', async () => {
	const { cleaning } = hotel.accessSystemUsers;
	const { items } = await service.run('accessSystemUser.getEntrances', {
		findBy: 'id',
		accessSystemUserId: byId(cleaning),
		returnAll: true,
	});
	expect(items.map(({ json }) => json.acs_entrance_id)).toContain(entrances.elevator);
	const ofCleaning = async () =>
		(await listed('entrance', entrances.elevator)).filter(({ acs_user_id: id }) => id === cleaning);
	expect(await ofCleaning()).toMatchObject([
		{ name: 'Cleaning', reason: 'group', access_group_name: 'Staff', opens_now: true },
	]);
	await call(service.sandbox, '/acs/users/suspend', { acs_user_id: cleaning });
	await service.moveTo(BOOKED_AT + HOUR_MS);
	expect(await ofCleaning()).toMatchObject([
		{ name: 'Cleaning', reason: 'group', is_suspended: true, opens_now: false },
	]);
});

it('fails if any list cannot be read, because a part of them would hide somebody', async () => {
	for (const path of ['/acs/access_groups/list_users', '/acs/users/list', '/access_methods/list']) {
		service.sandbox.faults.always(path, { kind: 'status', status: 500, body: {} });
		await expect(
			listed('entrance', entrances.lobby, { options: { maxRetries: 0 } }),
		).rejects.toMatchObject({ httpCode: '500' });
		service.sandbox.faults.clear();
	}
});

it('refuses an end in the past without a start, which would run backwards', async () => {
	const until = (ms: number) => listed('device', devices.room101, { until: iso(ms) });
	await expect(until(BOOKED_AT - HOUR_MS)).rejects.toMatchObject({
		message: "'Until' is in the past",
	});
	expect(await until(BOOKED_AT + HOUR_MS)).not.toHaveLength(0);
});

import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { Compile } from 'typebox/schema';
import { RECORD_TYPES } from '../../nodes/DeviceAccess/resources/customer/recordTypes';
import { resources } from '../../nodes/DeviceAccess/resources';
import type { Fault } from '../../sandbox/faults/faults';
import type { SandboxSettings } from '../../sandbox/faults/settings';
import { hotel } from '../../sandbox/fixtures/hotel';
import { workspaceIds } from '../../sandbox/fixtures/workspaces';
import {
	byId,
	type HotelSandbox,
	type OperationName,
	QUICK_CHECKS,
	startHotelSandbox,
} from '../support/hotelSandbox';
import { logInOnWebview } from '../support/logInOnWebview';
import { inRows } from '../support/inRows';
import { expectToFit, schemaOf } from '../support/outputSchemas';
import { pollTrigger } from '../support/pollTrigger';
import { tokenCredentials } from '../support/tokenCredentials';

interface Case {
	what: string;
	parameters?: INodeParameters;
	/** Runs before the operation: fills its record, or returns the parameters with its ID. */
	prepare?: (service: HotelSandbox) => Promise<INodeParameters | void>;
	settings?: Partial<SandboxSettings>;
}

const {
	devices,
	unmanagedCodes,
	managedCodes,
	accessGrants,
	accessMethods,
	accessGroups,
	userIdentities,
	spaces,
	entrances,
} = hotel;
const ALL: INodeParameters = { returnAll: true };
const FOR_LONG = { attemptDurationMs: 60_000 };
const quickly = (options: INodeParameters = {}): INodeParameters => ({
	options: { ...QUICK_CHECKS, onFailedAction: 'returnItem', ...options },
});

const codeId = (id: string) => ({ accessCodeId: byId(id) });
const onDevice = (id: string) => ({ deviceId: byId(id) });
const grantId = (id: string) => ({ accessGrantId: byId(id) });
const stayed = { starts_at: '2031-01-31T15:00:00.000Z', ends_at: '2031-02-02T11:00:00.000Z' };
const stay = { startsAt: stayed.starts_at, endsAt: stayed.ends_at };
const newGrant = (parameters: INodeParameters): INodeParameters => ({
	userIdentityId: byId(userIdentities.guest101),
	requestedAccessMethods: { method: [{ mode: 'code' }, { mode: 'mobile_key' }] },
	...parameters,
});

/** One record of each type that a customer can have. */
const ALL_RECORDS = Object.fromEntries(
	Object.entries(RECORD_TYPES).map(([name, { key, needsName }]) => [
		name,
		[{ [key]: 'k-1', ...(needsName ? { name: 'One' } : {}) }],
	]),
);

/** How an action can end: with success, still pending, not waited for, or with a returned failure. */
function endings(path: string, parameters: INodeParameters): Case[] {
	return [
		{ what: 'with success', parameters: { ...parameters, ...quickly() } },
		{
			what: 'pending',
			parameters: { ...parameters, ...quickly({ waitTimeout: 0 }) },
			settings: FOR_LONG,
		},
		{ what: 'not waited for', parameters: { ...parameters, waitForCompletion: false } },
		{
			what: 'failed',
			parameters: { ...parameters, ...quickly() },
			prepare: async ({ sandbox }) =>
				await Promise.resolve(
					sandbox.faults.next(path, { kind: 'attemptFails', message: 'The lock is busy.' }),
				),
		},
	];
}

/** Changes codes, grants, a method and groups, and leaves the changes pending. */
async function changeAll(service: HotelSandbox): Promise<void> {
	service.sandbox.settings.attemptDurationMs = 60_000;
	const { run } = service;
	await run('accessCode.update', {
		...codeId(managedCodes.frontDesk),
		updateFields: { code: '1099', name: 'Guest 7', ...stay },
		waitForCompletion: false,
	});
	await run('accessCode.delete', { ...codeId(managedCodes.meetingRoom), waitForCompletion: false });
	await run('accessCode.create', {
		...onDevice(devices.garage),
		code: '1098',
		...stay,
		waitForCompletion: false,
	});
	await run('accessGrant.update', {
		...grantId(accessGrants.stay104),
		updateFields: { name: 'Long stay', endsAt: '2033-01-01T00:00:00Z' },
	});
	await run(
		'accessGrant.create',
		newGrant({
			deviceIds: inRows('device', devices.room104, devices.poolGate, devices.storeRoom),
			requestedAccessMethods: { method: [{ mode: 'code', code: '1041' }] },
		}),
	);
	await run('accessMethod.delete', { accessMethodId: byId(accessMethods.code101) });
	await run('accessGroup.addUser', {
		accessGroupId: byId(accessGroups.conference),
		userIdentityId: byId(userIdentities.guest101),
	});
	await run('accessGroup.delete', { accessGroupId: byId(accessGroups.staff) });
}

const inRoom = (value: string): INodeParameters[string] => ({ __rl: true, mode: 'key', value });
const reservation = (options: INodeParameters = {}): INodeParameters => ({
	reservationKey: '4711',
	status: 'confirmed',
	guestName: 'Guest',
	guestContact: 'guest@example.com',
	rooms: inRoom('room-101'),
	arrival: stayed.starts_at,
	departure: stayed.ends_at,
	...quickly(options),
});
const makeReservation = async ({ run }: HotelSandbox) =>
	void (await run('reservation.upsert', reservation()));

const changed = (parameters: INodeParameters): Case => ({
	what: 'after changes',
	parameters,
	prepare: changeAll,
});

/** The ID of the attempt of a conversion that succeeded, failed or is pending. */
const attemptOf =
	(id: string) =>
	async ({ run }: HotelSandbox) => {
		const { items } = await run('unmanagedAccessCode.convertToManaged', {
			...codeId(id),
			waitForCompletion: false,
		});
		return {
			actionAttemptId: (items[0]?.json.action_attempt as IDataObject).action_attempt_id,
		} as INodeParameters;
	};
const ofAttempts = (parameters: INodeParameters = {}): Case[] => [
	{ what: 'that succeeded', parameters, prepare: attemptOf(unmanagedCodes.convertible) },
	{ what: 'that failed', parameters, prepare: attemptOf(unmanagedCodes.failsToConvert) },
	{
		what: 'under way',
		parameters,
		prepare: attemptOf(unmanagedCodes.convertible),
		settings: FOR_LONG,
	},
];

/** Makes one device unmanaged. */
const giveUp = async ({ run }: HotelSandbox) =>
	void (await run('device.update', {
		...onDevice(devices.room202),
		updateFields: { isManaged: false },
	}));

const newInstantKey = async ({ run }: HotelSandbox) => {
	const { items } = await run('userIdentity.generateInstantKey', {
		userIdentityId: byId(userIdentities.guest101),
	});
	return { instantKeyId: byId(String(items[0]?.json.instant_key_id)) };
};

const newWebview = async ({ run }: HotelSandbox) => {
	const { items } = await run('connectWebview.create', {
		additionalFields: { customerKey: 'owner-7' },
	});
	return { connectWebviewId: byId(String(items[0]?.json.connect_webview_id)) };
};

/** The webview and the new account after an owner has logged in. */
async function newAccount(
	service: HotelSandbox,
): Promise<Record<'webview' | 'account', INodeParameters>> {
	const { items } = await service.run('connectWebview.create');
	const id = String(items[0]?.json.connect_webview_id);
	return {
		webview: { connectWebviewId: byId(id) },
		account: { connectedAccountId: byId(await logInOnWebview(service.sandbox, id)) },
	};
}

const withFault =
	(path: string, fault: Fault) =>
	async ({ sandbox }: HotelSandbox) =>
		await Promise.resolve(sandbox.faults.next(path, fault));

const member = {
	accessGroupId: byId(accessGroups.staff),
	userIdentityId: byId(userIdentities.nightDesk),
};
const read = (parameters: INodeParameters, prepare?: Case['prepare']): Case[] => [
	{ what: 'as it is', parameters, prepare },
];

const user = { accessSystemUserId: byId(hotel.accessSystemUsers.nightDesk) };
const card = { accessCredentialId: byId(hotel.credentials.cleaningCard) };
const userByPerson = {
	findBy: 'userIdentity',
	userIdentityId: byId(userIdentities.nightDesk),
	accessSystemId: byId(hotel.accessSystem),
};

/** The runs of each operation, with the conditions that its items depend on. */
const CASES: Record<OperationName, Case[]> = {
	'accessCode.create': [
		...endings('/access_codes/create', {
			...onDevice(devices.room101),
			code: '1099',
			name: 'Guest 7',
			...stay,
		}),
		{
			what: 'waited for',
			parameters: {
				...onDevice(devices.room101),
				...quickly({ waitUntilSet: true, addIssueSummary: true }),
			},
		},
		{
			what: 'that cannot be set',
			parameters: {
				...onDevice(devices.garage),
				...quickly({ waitUntilSet: true, addIssueSummary: true }),
			},
		},
	],
	'accessCode.createMultiple': read({
		deviceIds: inRows('device', devices.room101, devices.room102),
		name: 'Guest 7',
	}),
	'accessCode.get': [
		...read(codeId(managedCodes.room104)),
		changed(codeId(managedCodes.frontDesk)),
		changed(codeId(managedCodes.meetingRoom)),
	],
	'accessCode.getAll': [
		{ what: 'as they are', parameters: { devices: 'all', ...ALL } },
		changed({ devices: 'all', ...ALL }),
	],
	'accessCode.update': [
		...endings('/access_codes/update', {
			...codeId(managedCodes.frontDesk),
			updateFields: { code: '1099' },
		}),
		{
			what: 'waited for',
			parameters: {
				...codeId(managedCodes.frontDesk),
				updateFields: { name: 'Guest 7' },
				...quickly({ waitUntilSet: true }),
			},
		},
	],
	'accessCode.updateMultiple': [
		{
			what: 'as it is',
			prepare: async ({ run }) => {
				const { items } = await run('accessCode.createMultiple', {
					deviceIds: inRows('device', devices.room101, devices.room102),
				});
				return {
					commonCodeKey: String(items[0]?.json.common_code_key),
					updateFields: { name: 'Guest 8' },
				};
			},
		},
	],
	'accessCode.delete': endings('/access_codes/delete', codeId(managedCodes.frontDesk)),
	'accessCode.generateCode': read(onDevice(devices.room101)),
	'accessCode.pullBackupAccessCode': [
		{
			what: 'as it is',
			prepare: async ({ run }) => {
				const { items } = await run('accessCode.create', {
					...onDevice(devices.room101),
					...stay,
					additionalFields: { useBackupAccessCodePool: true },
					...quickly(),
				});
				return codeId(String(items[0]?.json.access_code_id));
			},
		},
	],
	'accessGrant.create': [
		{
			what: 'as it is',
			parameters: newGrant({
				spaceIds: inRows('space', spaces.room101),
				additionalFields: {
					name: 'Stay',
					accessGrantKey: 'stay-7',
					reservationKey: 'reservation-7',
					...stay,
				},
			}),
		},
		{
			what: 'with only a mobile key',
			parameters: newGrant({
				entranceIds: inRows('entrance', entrances.lobby),
				requestedAccessMethods: { method: [{ mode: 'mobile_key' }] },
			}),
		},
		{
			what: 'with devices that are left out',
			parameters: newGrant({
				deviceIds: inRows('device', devices.room104, devices.storeRoom),
				requestedAccessMethods: { method: [{ mode: 'code', code: '1041' }] },
			}),
		},
		{
			what: 'waited for',
			parameters: newGrant({
				spaceIds: inRows('space', spaces.room101),
				...quickly({ waitUntilIssued: true }),
			}),
		},
		{
			what: 'pending',
			parameters: newGrant({
				spaceIds: inRows('space', spaces.room101),
				...quickly({ waitUntilIssued: true, waitTimeout: 0 }),
			}),
			settings: FOR_LONG,
		},
	],
	'accessGrant.get': [
		...read(grantId(accessGrants.stay101)),
		changed(grantId(accessGrants.stay104)),
	],
	'accessGrant.getAll': [{ what: 'as they are', parameters: ALL }, changed(ALL)],
	'accessGrant.update': [
		...read({
			...grantId(accessGrants.stay101),
			updateFields: { name: 'Long stay', endsAt: '2033-01-01T00:00:00Z' },
		}),
		{
			what: 'waited for',
			parameters: {
				...grantId(accessGrants.stay104),
				updateFields: { name: 'Long stay', hasNoEnd: true },
				...quickly({ waitUntilIssued: true }),
			},
		},
		{
			what: 'that cannot be read afterwards',
			parameters: {
				findBy: 'key',
				accessGrantKey: 'stay-101',
				updateFields: { name: 'Long stay' },
			},
			prepare: async ({ sandbox }) =>
				await Promise.resolve(
					sandbox.faults.always('/access_grants/get', { kind: 'unauthorized' }),
				),
		},
	],
	'accessGrant.getRelated': [
		...read(grantId(accessGrants.stay101)),
		changed(grantId(accessGrants.stay104)),
	],
	'accessGrant.delete': read(grantId(accessGrants.stay101)),
	'accessGrant.requestAccessMethods': [
		...read({
			...grantId(accessGrants.stay104),
			requestedAccessMethods: { method: [{ mode: 'mobile_key' }] },
		}),
		{
			what: 'waited for',
			parameters: {
				...grantId(accessGrants.stay104),
				requestedAccessMethods: { method: [{ mode: 'mobile_key' }] },
				...quickly({ waitUntilIssued: true }),
			},
		},
	],
	'accessMethod.get': [
		...read({ accessMethodId: byId(accessMethods.mobileKey101) }),
		changed({ accessMethodId: byId(accessMethods.code104) }),
		changed({ accessMethodId: byId(accessMethods.code101) }),
	],
	'reservation.upsert': [
		{ what: 'created', parameters: reservation() },
		{
			what: 'waited for',
			parameters: reservation({ waitUntilIssued: true, accessMethods: ['code', 'mobile_key'] }),
		},
		{
			what: 'moved',
			parameters: reservation(),
			prepare: async ({ run }) =>
				void (await run('reservation.upsert', { ...reservation(), rooms: inRoom('room-102') })),
		},
		{ what: 'ignored', parameters: { ...reservation(), status: 'inquiry' } },
		{
			what: 'ended',
			parameters: { ...reservation(), status: 'canceled' },
			prepare: makeReservation,
		},
		{ what: 'shown in a dry run', parameters: reservation({ dryRun: true, guestNumber: 2 }) },
	],
	'reservation.syncMany': [
		{
			what: 'with a removal',
			parameters: {
				...reservation({ removeGone: true, removeAtMost: '5' }),
				reservationKey: 'other',
			},
			prepare: makeReservation,
		},
	],
	'reservation.get': read({ reservationKey: '4711' }, makeReservation),
	'reservation.getAll': read({ filters: {}, ...ALL }, makeReservation),
	'reservation.delete': [
		{ what: 'ended', parameters: { reservationKey: '4711' }, prepare: makeReservation },
	],
	'reservation.changePin': [
		{
			what: 'changed',
			parameters: { reservationKey: '4711', options: QUICK_CHECKS },
			prepare: makeReservation,
		},
	],
	'accessMethod.getAll': [
		...read({ filters: { accessGrantId: accessGrants.stay102 }, ...ALL }),
		changed({ filters: { accessGrantId: accessGrants.stay104 }, ...ALL }),
	],
	'accessMethod.delete': [
		...read({ accessMethodId: byId(accessMethods.code101) }),
		{
			what: 'of a grant',
			parameters: { methodsOf: 'accessGrant', ...grantId(accessGrants.stay101) },
		},
		{
			what: 'of a reservation',
			parameters: { methodsOf: 'reservation', reservationKey: 'reservation-101' },
		},
	],
	'accessMethod.getRelated': [
		...read({ accessMethodId: byId(accessMethods.mobileKey101) }),
		changed({ accessMethodId: byId(accessMethods.code104) }),
	],
	'accessMethod.encode': endings('/access_methods/encode', {
		accessMethodId: byId(accessMethods.cardToEncode),
		encoderId: byId(hotel.encoder),
	}),
	'accessMethod.assignCard': endings('/access_methods/assign_card', {
		accessMethodId: byId(accessMethods.cardToAssign),
		cardNumber: hotel.spareCardNumber,
	}),
	'accessMethod.unlockDoor': endings('/access_methods/unlock_door', {
		accessMethodId: byId(accessMethods.cloudKey104),
		entranceId: byId(entrances.lobby),
	}),
	'accessGroup.get': [
		...read({ accessGroupId: byId(accessGroups.conference) }),
		changed({ accessGroupId: byId(accessGroups.staff) }),
	],
	'accessGroup.getAll': [{ what: 'as they are', parameters: ALL }, changed(ALL)],
	'accessGroup.getUsers': read({ accessGroupId: byId(accessGroups.staff), ...ALL }),
	'accessGroup.getEntrances': read({ accessGroupId: byId(accessGroups.staff), ...ALL }),
	'accessGroup.addUser': [
		...read({ ...member, accessGroupId: byId(accessGroups.conference) }),
		{
			what: 'of the access system',
			parameters: {
				...member,
				member: 'accessSystemUser',
				accessSystemUserId: byId(hotel.accessSystemUsers.cleaning),
			},
		},
	],
	'accessGroup.removeUser': [
		...read(member),
		{
			what: 'of the access system',
			parameters: {
				...member,
				member: 'accessSystemUser',
				accessSystemUserId: byId(hotel.accessSystemUsers.cleaning),
			},
		},
	],
	'accessGroup.delete': read({ accessGroupId: byId(accessGroups.staff) }),
	'accessSystem.get': read({ accessSystemId: byId(hotel.accessSystem) }),
	'accessSystem.getAll': read(ALL),
	'accessSystem.getManagers': read(
		{ accessSystemId: byId(hotel.accessSystem), ...ALL },
		async ({ sandbox }) => {
			const access = sandbox.state.workspaces.get(workspaceIds.main)?.access;
			access?.accessSystems.update(hotel.assignmentSystem, { is_credential_manager: true });
			return await Promise.resolve();
		},
	),
	'accessCredential.create': [
		...read({
			...user,
			accessMethod: 'card',
			additionalFields: { entranceIds: [entrances.lobby], isMultiPhoneSync: false, ...stay },
		}),
		{
			what: 'a PIN',
			parameters: { ...userByPerson, accessMethod: 'code', additionalFields: { code: '7711' } },
		},
	],
	'accessCredential.get': [
		...read(card),
		{ what: 'to be encoded', parameters: { accessCredentialId: byId(hotel.credentials.newCard) } },
	],
	'accessCredential.getAll': read(ALL),
	'accessCredential.update': [
		...read({ ...card, updateFields: { endsAt: stay.endsAt } }),
		{
			what: 'that cannot be read afterwards',
			parameters: { ...card, updateFields: { endsAt: stay.endsAt } },
			prepare: async ({ sandbox }) =>
				await Promise.resolve(
					sandbox.faults.always('/acs/credentials/get', { kind: 'unauthorized' }),
				),
		},
	],
	'accessCredential.delete': read(card),
	'accessCredential.assign': read({
		accessCredentialId: byId(hotel.credentials.spareCard),
		userIdentityId: byId(userIdentities.nightDesk),
	}),
	'accessCredential.unassign': read({
		...card,
		member: 'accessSystemUser',
		accessSystemUserId: byId(hotel.accessSystemUsers.cleaning),
	}),
	'accessSystemUser.create': read({
		accessSystemId: byId(hotel.accessSystem),
		fullName: 'Gardener',
		additionalFields: {
			emailAddress: 'gardener@example.com',
			phoneNumber: '+15555550100',
			userIdentityId: userIdentities.guest102,
			startsAt: stay.startsAt,
		},
	}),
	'accessSystemUser.get': [
		...read(user),
		{
			what: 'being suspended',
			parameters: user,
			settings: FOR_LONG,
			prepare: async ({ run }) => void (await run('accessSystemUser.suspend', user)),
		},
		{
			what: 'being deleted',
			parameters: user,
			settings: FOR_LONG,
			prepare: async ({ run }) => void (await run('accessSystemUser.delete', user)),
		},
	],
	'accessSystemUser.getAll': read(ALL),
	'accessSystemUser.getEntrances': read({ ...user, ...ALL }),
	'accessSystemUser.update': [
		...read({ ...user, updateFields: { fullName: 'Other', ...stay } }),
		{
			what: 'that cannot be read afterwards',
			parameters: { ...userByPerson, updateFields: { fullName: 'Other' } },
			prepare: async ({ sandbox }) =>
				await Promise.resolve(sandbox.faults.always('/acs/users/get', { kind: 'unauthorized' })),
		},
	],
	'accessSystemUser.delete': read(userByPerson),
	'accessSystemUser.suspend': [...read(user), { what: 'by person', parameters: userByPerson }],
	'accessSystemUser.unsuspend': [...read(user), { what: 'by person', parameters: userByPerson }],
	'accessSystemUser.addToGroup': read({ ...user, accessGroupId: byId(accessGroups.conference) }),
	'accessSystemUser.removeFromGroup': read({ ...user, accessGroupId: byId(accessGroups.staff) }),
	'accessSystemUser.revokeAccess': [...read(user), { what: 'by person', parameters: userByPerson }],
	'actionAttempt.get': ofAttempts(),
	'actionAttempt.getAll': [
		{
			what: 'of both ends',
			parameters: ALL,
			prepare: async (service) => {
				await attemptOf(unmanagedCodes.convertible)(service);
				await attemptOf(unmanagedCodes.failsToConvert)(service);
			},
		},
	],
	'actionAttempt.waitForCompletion': ofAttempts(quickly({ waitTimeout: 0 })),
	'connectWebview.create': read({
		additionalFields: {
			customerKey: 'owner-7',
			customMetadata: { entries: [{ key: 'owner', value: 'Owner 7' }] },
		},
	}),
	'connectWebview.get': [
		...read({}, newWebview),
		{ what: 'with an account', prepare: async (service) => (await newAccount(service)).webview },
	],
	'connectWebview.getAll': read(ALL, newWebview),
	'connectWebview.delete': read({}, newWebview),
	'connectedAccount.update': [
		{
			what: 'as it is',
			parameters: { updateFields: { name: 'Owner 7' } },
			prepare: async (service) => (await newAccount(service)).account,
		},
	],
	'connectedAccount.sync': [
		{ what: 'as it is', prepare: async (service) => (await newAccount(service)).account },
	],
	'connectedAccount.simulateDisconnect': [
		{ what: 'as it is', prepare: async (service) => (await newAccount(service)).account },
	],
	'connectedAccount.delete': [
		{ what: 'as it is', prepare: async (service) => (await newAccount(service)).account },
	],
	'customer.pushData': [
		...read({
			customerKey: 'owner-7',
			records: { people: [{ recordType: 'guest_key', key: 'g-7', name: 'Guest 7' }] },
		}),
		{
			what: 'of all types',
			parameters: {
				customerKey: 'owner-7',
				specifyData: 'json',
				data: JSON.stringify(ALL_RECORDS),
			},
		},
	],
	'customer.deleteData': [
		...read({ keys: 'owner-7', confirmKeys: 'owner-7' }),
		{ what: 'of rooms', parameters: { keyType: 'room_key', keys: 'r-1', confirmKeys: 'r-1' } },
	],
	'customer.createPortal': read({ customerKey: 'owner-7' }),
	'connectedAccount.get': read({ findBy: 'email', email: 'august@example.com' }),
	'connectedAccount.getAll': read(ALL),
	'device.get': [
		...read(onDevice(devices.frontDoor)),
		{ what: 'offline', parameters: onDevice(devices.garage) },
	],
	'device.getAll': read(ALL),
	'device.update': [
		...read({
			...onDevice(devices.room101),
			updateFields: { name: 'Suite', customMetadata: { entries: [{ key: 'floor', value: '2' }] } },
		}),
		{
			what: 'given up',
			parameters: { ...onDevice(devices.room101), updateFields: { isManaged: false } },
		},
	],
	'device.lock': endings('/locks/lock_door', onDevice(devices.frontDoor)),
	'device.unlock': endings('/locks/unlock_door', onDevice(devices.frontDoor)),
	'device.configureAutoLock': endings('/locks/configure_auto_lock', onDevice(devices.frontDoor)),
	'device.reportProviderMetadata': read({
		...onDevice(devices.room101),
		timeZone: 'Europe/Lisbon',
	}),
	'device.simulate': [
		...read({ ...onDevice(devices.frontDoor), simulation: 'disconnect' }),
		...endings('/locks/simulate/keypad_code_entry', {
			...onDevice(devices.frontDoor),
			simulation: 'keypadCodeEntry',
			code: '1001',
		}),
	],
	'encoder.get': [
		...read({ encoderId: byId(hotel.encoder) }),
		{ what: 'that was removed', parameters: { encoderId: byId(hotel.removedEncoder) } },
	],
	'encoder.getAll': read(ALL),
	'encoder.encode': endings('/acs/encoders/encode_credential', {
		encoderId: byId(hotel.encoder),
		accessCredentialId: byId(hotel.credentials.newCard),
	}),
	'encoder.scan': [
		...endings('/acs/encoders/scan_credential', { encoderId: byId(hotel.encoder) }),
		{
			what: 'of an unknown card',
			parameters: { encoderId: byId(hotel.encoder), ...quickly() },
			prepare: async ({ run }) =>
				void (await run('encoder.simulate', {
					encoderId: byId(hotel.encoder),
					simulation: 'scanFindsUnknownCard',
				})),
		},
	],
	'encoder.simulate': read({ encoderId: byId(hotel.encoder), simulation: 'scanFindsKnownCard' }),
	'encoder.scanToAssign': endings('/acs/encoders/scan_to_assign_credential', {
		encoderId: byId(hotel.encoder),
		userIdentityId: byId(userIdentities.nightDesk),
	}),
	'entrance.get': read({ entranceId: byId(entrances.lobby) }),
	'entrance.getAll': read(ALL),
	'entrance.getCredentials': read({ entranceId: byId(entrances.lobby), ...ALL }),
	'entrance.unlock': endings('/acs/entrances/unlock', {
		entranceId: byId(entrances.lobby),
		accessCredentialId: byId(hotel.cloudKeyCredential),
	}),
	'event.get': [
		{
			what: 'as it is',
			prepare: async ({ sandbox }) => {
				const event = sandbox.emitEvent({
					event_type: 'access_code.unmanaged.converted_to_managed',
					access_code_id: unmanagedCodes.convertible,
				});
				return await Promise.resolve({ eventId: event.event_id });
			},
		},
	],
	'event.getAll': [changed({ since: '2026-01-01T00:00:00Z', ...ALL })],
	'space.create': read({
		name: 'Annex',
		additionalFields: { spaceKey: 'annex', customerKey: 'owner-7', checkInTime: '15:00' },
	}),
	'space.upsert': [
		{
			what: 'created',
			parameters: { spaceKey: 'annex', deviceIds: inRows('device', devices.spa) },
		},
		{ what: 'updated', parameters: { spaceKey: 'room-101', name: 'Suite' } },
		{ what: 'shown in a dry run', parameters: { spaceKey: 'annex', options: { dryRun: true } } },
	],
	'space.update': read({
		spaceId: byId(spaces.room101),
		updateFields: { timeZone: 'Europe/Madrid' },
	}),
	'space.addDevices': read({
		spaceId: byId(spaces.room101),
		deviceIds: inRows('device', devices.spa),
	}),
	'space.removeDevices': read({
		spaceId: byId(spaces.room101),
		deviceIds: inRows('device', devices.room101),
	}),
	'space.addEntrances': read({
		spaceId: byId(spaces.room101),
		entranceIds: inRows('entrance', entrances.gym),
	}),
	'space.removeEntrances': read({
		spaceId: byId(spaces.room101),
		entranceIds: inRows('entrance', entrances.lobby),
	}),
	'space.delete': read({ spaceId: byId(spaces.emptyWing) }),
	'space.get': read({ spaceId: byId(spaces.room101) }),
	'space.getAll': read(ALL),
	'unmanagedAccessCode.get': [
		...read(codeId(unmanagedCodes.cannotBeManaged)),
		{
			what: 'that failed to be converted',
			parameters: codeId(unmanagedCodes.failsToConvert),
			prepare: async (service) => {
				await attemptOf(unmanagedCodes.failsToConvert)(service);
			},
		},
	],
	'unmanagedAccessCode.getAll': [
		...read({ devices: 'all', ...ALL }),
		{
			what: 'with advice',
			parameters: { devices: 'all', ...ALL, options: { addMigrationAdvice: true } },
		},
	],
	'unmanagedAccessCode.convertToManaged': [
		...endings('/access_codes/unmanaged/convert_to_managed', codeId(unmanagedCodes.convertible)),
		{
			what: 'that is unsupported',
			parameters: { ...codeId(unmanagedCodes.cannotBeManaged), ...quickly() },
		},
		{
			what: 'told by events',
			parameters: { ...codeId(unmanagedCodes.failsToConvert), ...quickly() },
			settings: { convertAnswer: 'okOnly' },
		},
	],
	'unmanagedAccessCode.delete': endings(
		'/access_codes/unmanaged/delete',
		codeId(unmanagedCodes.convertible),
	),
	'unmanagedAccessCode.replaceWithManaged': [
		{
			what: 'with success',
			parameters: { ...codeId(unmanagedCodes.cannotBeManaged), ...quickly() },
		},
		{
			what: 'unchanged',
			parameters: { ...codeId(unmanagedCodes.cannotBeManaged), ...quickly() },
			prepare: withFault('/access_codes/unmanaged/delete', { kind: 'attemptFails' }),
		},
		{
			what: 'locked out',
			parameters: { ...codeId(unmanagedCodes.cannotBeManaged), ...quickly() },
			prepare: withFault('/access_codes/create', { kind: 'attemptFails' }),
		},
		{
			what: 'locked out without a new code',
			parameters: { ...codeId(unmanagedCodes.cannotBeManaged), ...quickly() },
			prepare: withFault('/access_codes/create', { kind: 'unauthorized' }),
		},
		{
			what: 'pending',
			parameters: { ...codeId(unmanagedCodes.cannotBeManaged), ...quickly({ waitTimeout: 0 }) },
			settings: FOR_LONG,
		},
	],
	'unmanagedAccessCode.simulateCreate': read({
		...onDevice(devices.frontDoor),
		name: 'Guest 9',
		code: '1096',
	}),
	'unmanagedDevice.get': read(onDevice(devices.room202), giveUp),
	'unmanagedDevice.getAll': read(ALL, giveUp),
	'unmanagedDevice.convertToManaged': read(onDevice(devices.room202), giveUp),
	'unmanagedUserIdentity.get': read({ userIdentityId: byId(hotel.unmanaged.userIdentity) }),
	'unmanagedUserIdentity.getAll': read(ALL),
	'unmanagedUserIdentity.convertToManaged': read({
		userIdentityId: byId(hotel.unmanaged.userIdentity),
	}),
	'unmanagedAccessGrant.get': read(grantId(hotel.unmanaged.accessGrant)),
	'unmanagedAccessGrant.getAll': read(ALL),
	'unmanagedAccessGrant.convertToManaged': read(grantId(hotel.unmanaged.accessGrant)),
	'unmanagedAccessMethod.get': read({ accessMethodId: byId(hotel.unmanaged.code) }),
	'unmanagedAccessMethod.getAll': read({ ...grantId(hotel.unmanaged.accessGrant), ...ALL }),
	'instantKey.get': read({}, newInstantKey),
	'instantKey.getAll': read(ALL, newInstantKey),
	'instantKey.delete': read({}, newInstantKey),
	'userIdentity.generateInstantKey': read({ userIdentityId: byId(userIdentities.guest101) }),
	'userIdentity.getDevices': read({ userIdentityId: byId(userIdentities.guest102), ...ALL }),
	'userIdentity.getEntrances': read({ userIdentityId: byId(userIdentities.guest101), ...ALL }),
	'userIdentity.grantAccessToDevice': read({
		userIdentityId: byId(userIdentities.nightDesk),
		...onDevice(devices.frontDoor),
	}),
	'userIdentity.revokeAccessToDevice': read({
		userIdentityId: byId(userIdentities.nightDesk),
		...onDevice(devices.frontDoor),
	}),
	'userIdentity.addAccessSystemUser': [
		...read({
			userIdentityId: byId(userIdentities.guest101),
			accessSystemUserId: byId(hotel.accessSystemUsers.cleaning),
		}),
		{
			what: 'by the key',
			parameters: {
				findBy: 'key',
				userIdentityKey: 'cleaning',
				accessSystemUserId: byId(hotel.accessSystemUsers.cleaning),
			},
		},
	],
	'userIdentity.removeAccessSystemUser': read({
		userIdentityId: byId(userIdentities.nightDesk),
		accessSystemUserId: byId(hotel.accessSystemUsers.nightDesk),
	}),
	'userIdentity.create': read({ additionalFields: { fullName: 'Walk-In Guest' } }),
	'userIdentity.get': read({ userIdentityId: byId(userIdentities.guest101) }),
	'userIdentity.getAll': read(ALL),
	'userIdentity.update': [
		...read({ userIdentityId: byId(userIdentities.guest101), updateFields: { fullName: 'Guest' } }),
		{
			what: 'that cannot be read afterwards',
			parameters: {
				userIdentityId: byId(userIdentities.guest101),
				updateFields: { fullName: 'Guest' },
			},
			prepare: async ({ sandbox }) =>
				await Promise.resolve(
					sandbox.faults.always('/user_identities/get', { kind: 'unauthorized' }),
				),
		},
	],
	'userIdentity.delete': read({ userIdentityId: byId(userIdentities.nightDesk) }),
	'workspace.get': read({}),
	'workspace.create': read(
		{ name: 'Trial', additionalFields: { companyName: 'Grand', logoShape: 'circle' } },
		async ({ sandbox, credentials }) => {
			Object.assign(credentials, tokenCredentials(sandbox));
			return await Promise.resolve();
		},
	),
	'workspace.getAll': read(ALL),
	'workspace.update': [
		...read({ updateFields: { name: 'Hotel', logoShape: 'circle' } }),
		{
			what: 'that cannot be read afterwards',
			parameters: { updateFields: { name: 'Hotel' } },
			prepare: async ({ sandbox }) =>
				await Promise.resolve(sandbox.faults.always('/workspaces/get', { kind: 'unauthorized' })),
		},
	],
	'workspace.resetSandbox': endings('/workspaces/reset_sandbox', { workspaceName: 'Hotel' }),
};

const operations = resources.flatMap((resource) =>
	resource.operations.map((operation) => ({
		name: `${resource.value}.${operation.value}` as OperationName,
		operation,
	})),
);

/** Every output form that the operation offers. */
function formsOf(name: OperationName): INodeParameters[] {
	const { output } = operations.find((entry) => entry.name === name)?.operation ?? {};
	if (!output) return [{}];
	return [
		{},
		{ output: 'raw' },
		{ output: 'selectedFields', outputFieldNames: Object.keys(output.selectable) },
	];
}

const runs = Object.entries(CASES).flatMap(([name, cases]) =>
	cases.map((entry) => ({ name: name as OperationName, ...entry })),
);

describe('what the nodes really return', () => {
	it('is checked for every operation', () => {
		expect(Object.keys(CASES).sort()).toEqual(operations.map(({ name }) => name).sort());
	});

	it.each(runs)(
		'fits the schema of $name in every form: $what',
		async ({ name, parameters, prepare, settings }) => {
			const service = await startHotelSandbox({ settings: { attemptDurationMs: 0, ...settings } });
			try {
				const [resource, operation] = name.split('.');
				const isWrite =
					operations.find((entry) => entry.name === name)?.operation.effect === 'write';
				let prepared: INodeParameters | undefined;
				for (const form of formsOf(name)) {
					if (!prepared || isWrite) prepared = { ...parameters, ...(await prepare?.(service)) };
					const options = { addIssueSummary: true, ...(prepared.options as INodeParameters) };
					const { items, error } = await service.run(name, { ...prepared, ...form, options });
					if (error) throw error;
					expect(items.length).toBeGreaterThan(0);
					for (const { json } of items) expectToFit(schemaOf(resource, operation), json);
				}
			} finally {
				await service.stop();
			}
		},
	);

	it('has the types of the schema if a trigger returns an event, which may have more fields', async () => {
		const { sandbox, credentials, stop } = await startHotelSandbox();
		sandbox.emitEvent({
			event_type: 'access_code.unmanaged.converted_to_managed',
			access_code_id: unmanagedCodes.unset,
		});
		const items = await pollTrigger('deviceAccessPollingTrigger', {
			credentials,
			staticData: {},
			mode: 'manual',
		});
		await stop();
		const [item] = items ?? [];
		const [, errors] = Compile(schemaOf()).Errors(item?.json);
		expect(errors).toEqual([]);
		expect(Object.keys(item?.json ?? {})).toEqual(
			expect.arrayContaining([
				'event_id',
				'event_type',
				'created_at',
				'workspace_id',
				'access_code_id',
			]),
		);
	});
});

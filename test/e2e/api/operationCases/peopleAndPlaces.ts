import { hotel } from '../../../../sandbox/fixtures/hotel';
import { inRows } from '../../../support/inRows';
import { byId } from '../../workflowFiles';
import {
	gets,
	lists,
	type OperationCase,
	paired,
	QUICKLY,
	type Stage,
	type WireRecord,
} from './operationCase';

const GET_PERSON = '/user_identities/get';
const LIST_WEBVIEWS = '/connect_webviews/list';
const LIST_KEYS = '/instant_keys/list';
const { guest101, guest102, nightDesk } = hotel.userIdentities;
const { cleaning } = hotel.accessSystemUsers;
const { frontDoor } = hotel.devices;
const RAW = { output: 'raw' };
const GET_SPACE = '/spaces/get';
/** The space that one case creates, others change, and the last one deletes. */
const ANNEX = { space_key: 'annex' };
/** The person that one case creates and another deletes. */
const WALK_IN = { user_identity_key: 'walk-in-7' };

const accountNamed = async (ask: Stage['ask'], name: string): Promise<string> => {
	const [account] = await ask<WireRecord[]>('/connected_accounts/list', 'connected_accounts', {
		search: name,
	});
	return String(account?.connected_account_id);
};

export const peopleAndPlacesCases: readonly OperationCase[] = [
	lists('space.getAll', 'lists all spaces', ['/spaces/list', 'spaces']),
	gets('space.get', 'gets one space', 'spaceId', [
		'/spaces/get',
		'space',
		'space_id',
		hotel.spaces.room101,
	]),
	{
		operation: 'space.create',
		title: 'creates a space',
		play: async ({ run, ask }) => {
			const items = await run({ name: 'Annex', additionalFields: { spaceKey: ANNEX.space_key } });

			expect(items).toEqual([paired(await ask(GET_SPACE, 'space', ANNEX))]);
		},
	},
	{
		operation: 'space.upsert',
		title: 'makes a space what it should be',
		play: async ({ run, ask }) => {
			const items = await run({
				spaceKey: ANNEX.space_key,
				additionalFields: { timeZone: 'Europe/Madrid' },
			});

			const space = await ask(GET_SPACE, 'space', ANNEX);
			const changes = [{ what: 'time_zone', before: null, after: 'Europe/Madrid' }];
			expect(items).toEqual([
				paired({ ...ANNEX, outcome: 'updated', changes, space_id: space.space_id, space }),
			]);
		},
	},
	{
		operation: 'space.update',
		title: 'names a space',
		play: async ({ run, ask }) => {
			const items = await run({
				findBy: 'key',
				spaceKey: ANNEX.space_key,
				updateFields: { name: 'Garden House' },
			});

			const space = await ask(GET_SPACE, 'space', ANNEX);
			expect(space).toMatchObject({ name: 'Garden House' });
			expect(items).toEqual([paired(space)]);
		},
	},
	changesDoors('space.addDevices', 'puts a lock into a space', 'device', hotel.devices.spa, {
		device_count: 1,
	}),
	changesDoors('space.removeDevices', 'takes a lock out of a space', 'device', hotel.devices.spa, {
		device_count: 0,
	}),
	changesDoors(
		'space.addEntrances',
		'adds an entrance to a space',
		'entrance',
		hotel.entrances.gym,
		{ acs_entrance_count: 1 },
	),
	changesDoors(
		'space.removeEntrances',
		'takes an entrance out of a space',
		'entrance',
		hotel.entrances.gym,
		{ acs_entrance_count: 0 },
	),
	{
		operation: 'space.delete',
		title: 'deletes a space',
		play: async ({ run, ask, isKnown }) => {
			const { space_id: id } = await ask(GET_SPACE, 'space', ANNEX);

			expect(await run({ spaceId: byId(String(id)) })).toEqual([
				paired({ space_id: id, deleted: true }),
			]);
			expect(await isKnown(GET_SPACE, ANNEX)).toBe(false);
		},
	},
	lists('entrance.getAll', 'lists all entrances', ['/acs/entrances/list', 'acs_entrances']),
	gets('entrance.get', 'gets one entrance', 'entranceId', [
		'/acs/entrances/get',
		'acs_entrance',
		'acs_entrance_id',
		hotel.entrances.lobby,
	]),
	lists(
		'entrance.getCredentials',
		'lists the cards and keys of an entrance',
		[
			'/acs/entrances/list_credentials_with_access',
			'acs_credentials',
			{ acs_entrance_id: hotel.entrances.lobby },
		],
		{
			entranceId: byId(hotel.entrances.lobby),
			...RAW,
		},
	),
	{
		operation: 'entrance.unlock',
		title: 'opens the lobby',
		play: async ({ run }) => {
			const items = await run({
				entranceId: byId(hotel.entrances.lobby),
				accessCredentialId: byId(hotel.cloudKeyCredential),
				options: QUICKLY,
			});

			expect(items).toEqual([
				expect.objectContaining({
					json: expect.objectContaining({
						acs_entrance_id: hotel.entrances.lobby,
						outcome: 'unlocked',
					}),
				}),
			]);
		},
	},
	lists(
		'accessSystem.getAll',
		'lists all access systems',
		['/acs/systems/list', 'acs_systems'],
		RAW,
	),
	gets(
		'accessSystem.get',
		'gets one access system',
		'accessSystemId',
		['/acs/systems/get', 'acs_system', 'acs_system_id', hotel.accessSystem],
		RAW,
	),
	{
		operation: 'accessSystem.getManagers',
		title: 'finds no credential manager where there is none',
		play: async ({ run }) => {
			expect(await run({ accessSystemId: byId(hotel.accessSystem) })).toEqual([]);
		},
	},
	lists(
		'connectedAccount.getAll',
		'lists the accounts at lock makers',
		['/connected_accounts/list', 'connected_accounts'],
		RAW,
	),
	{
		operation: 'connectedAccount.get',
		title: 'gets the account of a lock',
		play: async ({ run, ask }) => {
			const { connected_account_id: id } = await ask('/devices/get', 'device', {
				device_id: hotel.devices.room101,
			});
			const account = await ask('/connected_accounts/get', 'connected_account', {
				connected_account_id: id,
			});

			expect(await run({ findBy: 'id', connectedAccountId: byId(String(id)), ...RAW })).toEqual([
				paired(account),
			]);
		},
	},
	{
		operation: 'connectWebview.create',
		title: 'makes a link for an owner',
		play: async ({ run, ask }) => {
			const items = await run({ additionalFields: { customerKey: 'owner-7' }, ...RAW });

			const webviews = await ask<WireRecord[]>(LIST_WEBVIEWS, 'connect_webviews', {
				customer_key: 'owner-7',
			});
			expect([webviews.length, items]).toEqual([1, webviews.map(paired)]);
		},
	},
	lists(
		'connectWebview.getAll',
		'lists the links for owners',
		[LIST_WEBVIEWS, 'connect_webviews'],
		RAW,
	),
	{
		operation: 'connectWebview.get',
		title: 'looks whether the owner has logged in',
		play: async ({ run, ask }) => {
			const [webview] = await ask<WireRecord[]>(LIST_WEBVIEWS, 'connect_webviews');

			expect(
				await run({ connectWebviewId: byId(String(webview?.connect_webview_id)), ...RAW }),
			).toEqual([paired(webview)]);
		},
	},
	{
		operation: 'connectWebview.delete',
		title: 'ends the link',
		play: async ({ run, ask }) => {
			const [webview] = await ask<WireRecord[]>(LIST_WEBVIEWS, 'connect_webviews');
			const id = webview?.connect_webview_id;

			expect(await run({ connectWebviewId: byId(String(id)) })).toEqual([
				paired({ connect_webview_id: id, deleted: true }),
			]);
			expect(await ask(LIST_WEBVIEWS, 'connect_webviews')).toEqual([]);
		},
	},
	{
		operation: 'connectedAccount.update',
		title: 'names an account',
		play: async ({ run, ask }) => {
			const id = await accountNamed(ask, 'nuki');
			const items = await run({ connectedAccountId: byId(id), updateFields: { name: 'Owner 7' } });

			const account = await ask('/connected_accounts/get', 'connected_account', {
				connected_account_id: id,
			});
			expect(account).toMatchObject({ display_name: 'Owner 7' });
			expect(items).toEqual([paired(account)]);
		},
	},
	{
		operation: 'connectedAccount.sync',
		title: 'has an account read again',
		play: async ({ run, ask }) => {
			const id = await accountNamed(ask, 'nuki');
			expect(await run({ connectedAccountId: byId(id) })).toEqual([
				paired({ connected_account_id: id, outcome: 'requested', message: expect.any(String) }),
			]);
		},
	},
	{
		operation: 'connectedAccount.simulateDisconnect',
		title: 'disconnects an account',
		play: async ({ run, ask }) => {
			const id = await accountNamed(ask, 'nuki');
			expect(await run({ connectedAccountId: byId(id) })).toEqual([
				paired({ connected_account_id: id, outcome: 'simulated', message: expect.any(String) }),
			]);
			expect(
				await ask('/connected_accounts/get', 'connected_account', { connected_account_id: id }),
			).toMatchObject({ errors: [{ error_code: 'account_disconnected' }] });
		},
	},
	{
		operation: 'connectedAccount.delete',
		title: 'removes an account',
		play: async ({ run, ask, isKnown }) => {
			const id = await accountNamed(ask, 'nuki');
			expect(await run({ connectedAccountId: byId(id) })).toEqual([
				paired({ connected_account_id: id, deleted: true }),
			]);
			expect(await isKnown('/connected_accounts/get', { connected_account_id: id })).toBe(false);
		},
	},
	{
		operation: 'userIdentity.create',
		title: 'creates a person',
		play: async ({ run, ask }) => {
			const items = await run({
				additionalFields: { fullName: 'Walk-In Guest', userIdentityKey: WALK_IN.user_identity_key },
			});

			const person = await ask(GET_PERSON, 'user_identity', WALK_IN);
			expect(person).toMatchObject({ full_name: 'Walk-In Guest' });
			expect(items).toEqual([paired(person)]);
		},
	},
	lists(
		'userIdentity.getAll',
		'lists all persons',
		['/user_identities/list', 'user_identities'],
		RAW,
	),
	gets(
		'userIdentity.get',
		'gets one person',
		'userIdentityId',
		[GET_PERSON, 'user_identity', 'user_identity_id', guest101],
		RAW,
	),
	{
		operation: 'userIdentity.update',
		title: 'corrects the name of a person',
		play: async ({ run, ask }) => {
			const items = await run({
				userIdentityId: byId(guest102),
				updateFields: { fullName: 'Family of Room 102' },
			});

			const person = await ask(GET_PERSON, 'user_identity', { user_identity_id: guest102 });
			expect(person).toMatchObject({ full_name: 'Family of Room 102' });
			expect(items).toEqual([paired(person)]);
		},
	},
	lists(
		'userIdentity.getDevices',
		'lists the devices that a person can open',
		['/user_identities/list_accessible_devices', 'devices', { user_identity_id: guest102 }],
		{
			userIdentityId: byId(guest102),
			...RAW,
		},
	),
	lists(
		'userIdentity.getEntrances',
		'lists the entrances that a person can open',
		[
			'/user_identities/list_accessible_entrances',
			'acs_entrances',
			{ user_identity_id: nightDesk },
		],
		{
			userIdentityId: byId(nightDesk),
		},
	),
	...(['grant', 'revoke'] as const).map((verb): OperationCase => ({
		operation: `userIdentity.${verb}AccessToDevice`,
		title: `${verb}s access to a device`,
		play: async ({ run }) => {
			const ids = { user_identity_id: nightDesk, device_id: frontDoor };
			expect(await run({ userIdentityId: byId(nightDesk), deviceId: byId(frontDoor) })).toEqual([
				paired({ ...ids, [verb === 'grant' ? 'granted' : 'revoked']: true }),
			]);
		},
	})),
	{
		operation: 'userIdentity.addAccessSystemUser',
		title: 'says which person a user is',
		play: async ({ run, ask }) => {
			expect(
				await run({ userIdentityId: byId(guest101), accessSystemUserId: byId(cleaning) }),
			).toEqual([paired({ user_identity_id: guest101, acs_user_id: cleaning, added: true })]);
			expect(await ask(GET_PERSON, 'user_identity', { user_identity_id: guest101 })).toMatchObject({
				acs_user_ids: [cleaning],
			});
		},
	},
	{
		operation: 'userIdentity.removeAccessSystemUser',
		title: 'says that the user is not the person any more',
		play: async ({ run, ask }) => {
			expect(
				await run({ userIdentityId: byId(guest101), accessSystemUserId: byId(cleaning) }),
			).toEqual([paired({ user_identity_id: guest101, acs_user_id: cleaning, removed: true })]);
			expect(await ask(GET_PERSON, 'user_identity', { user_identity_id: guest101 })).toMatchObject({
				acs_user_ids: [],
			});
		},
	},
	{
		operation: 'userIdentity.generateInstantKey',
		title: 'makes a link for a person',
		play: async ({ run, ask }) => {
			const items = await run({ userIdentityId: byId(guest101) });

			const keys = await ask<WireRecord[]>(LIST_KEYS, 'instant_keys');
			expect([keys.length, items]).toEqual([1, keys.map(paired)]);
		},
	},
	lists('instantKey.getAll', 'lists the links', [LIST_KEYS, 'instant_keys']),
	{
		operation: 'instantKey.get',
		title: 'gets a link by itself',
		play: async ({ run, ask }) => {
			const [key] = await ask<WireRecord[]>(LIST_KEYS, 'instant_keys');

			expect(await run({ findBy: 'link', instantKeyUrl: key?.instant_key_url })).toEqual([
				paired(key),
			]);
		},
	},
	{
		operation: 'instantKey.delete',
		title: 'takes the link back',
		play: async ({ run, ask }) => {
			const [key] = await ask<WireRecord[]>(LIST_KEYS, 'instant_keys');

			expect(await run({ instantKeyId: byId(String(key?.instant_key_id)) })).toEqual([
				paired({ instant_key_id: key?.instant_key_id, deleted: true }),
			]);
			expect(await ask(LIST_KEYS, 'instant_keys')).toEqual([]);
		},
	},
	{
		operation: 'userIdentity.delete',
		title: 'removes a person',
		play: async ({ run, ask, isKnown }) => {
			const { user_identity_id: id } = await ask<WireRecord>(GET_PERSON, 'user_identity', WALK_IN);

			expect(await run({ userIdentityId: byId(String(id)) })).toEqual([
				paired({ user_identity_id: id, deleted: true }),
			]);
			expect(await isKnown(GET_PERSON, WALK_IN)).toBe(false);
		},
	},
];

/** A case that changes one door of a space; its item is the space afterwards. */
function changesDoors(
	operation: OperationCase['operation'],
	title: string,
	kind: 'device' | 'entrance',
	doorId: string,
	expected: object,
): OperationCase {
	return {
		operation,
		title,
		play: async ({ run, ask }) => {
			const { space_id: id } = await ask(GET_SPACE, 'space', ANNEX);
			const [item] = (await run({
				spaceId: byId(String(id)),
				[`${kind}Ids`]: inRows(kind, doorId),
			})) as Array<{ json: WireRecord }>;

			expect(item?.json).toMatchObject({
				space_id: id,
				[kind === 'device' ? 'device_ids' : 'acs_entrance_ids']: [doorId],
			});
			expect(await ask(GET_SPACE, 'space', ANNEX)).toMatchObject(expected);
		},
	};
}

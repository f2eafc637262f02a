import { hotel } from '../../../../sandbox/fixtures/hotel';
import { inRows } from '../../../support/inRows';
import { byId } from '../../workflowFiles';
import { gets, lists, type OperationCase, paired, type WireRecord } from './operationCase';

const GET_PERSON = '/user_identities/get';
const { guest101, guest102 } = hotel.userIdentities;
const RAW = { output: 'raw' };
const GET_SPACE = '/spaces/get';
/** The space that one case creates, others change, and the last one deletes. */
const ANNEX = { space_key: 'annex' };
/** The person that one case creates and another deletes. */
const WALK_IN = { user_identity_key: 'walk-in-7' };

export const peopleAndPlacesCases: readonly OperationCase[] = [
	lists('space.getAll', 'lists all spaces', ['/spaces/list', 'spaces']),
	gets('space.get', 'gets one space', 'spaceId', ['/spaces/get', 'space', 'space_id', hotel.spaces.room101]),
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
			const items = await run({ spaceKey: ANNEX.space_key, additionalFields: { timeZone: 'Europe/Madrid' } });

			const space = await ask(GET_SPACE, 'space', ANNEX);
			const changes = [{ what: 'time_zone', before: null, after: 'Europe/Madrid' }];
			expect(items).toEqual([paired({ ...ANNEX, outcome: 'updated', changes, space_id: space.space_id, space })]);
		},
	},
	{
		operation: 'space.update',
		title: 'names a space',
		play: async ({ run, ask }) => {
			const items = await run({ findBy: 'key', spaceKey: ANNEX.space_key, updateFields: { name: 'Garden House' } });

			const space = await ask(GET_SPACE, 'space', ANNEX);
			expect(space).toMatchObject({ name: 'Garden House' });
			expect(items).toEqual([paired(space)]);
		},
	},
	changesDoors('space.addDevices', 'puts a lock into a space', 'device', hotel.devices.spa, { device_count: 1 }),
	changesDoors('space.removeDevices', 'takes a lock out of a space', 'device', hotel.devices.spa, { device_count: 0 }),
	changesDoors('space.addEntrances', 'adds an entrance to a space', 'entrance', hotel.entrances.gym, { acs_entrance_count: 1 }),
	changesDoors('space.removeEntrances', 'takes an entrance out of a space', 'entrance', hotel.entrances.gym, { acs_entrance_count: 0 }),
	{
		operation: 'space.delete',
		title: 'deletes a space',
		play: async ({ run, ask, isKnown }) => {
			const { space_id: id } = await ask(GET_SPACE, 'space', ANNEX);

			expect(await run({ spaceId: byId(String(id)) })).toEqual([paired({ space_id: id, deleted: true })]);
			expect(await isKnown(GET_SPACE, ANNEX)).toBe(false);
		},
	},
	lists('entrance.getAll', 'lists all entrances', ['/acs/entrances/list', 'acs_entrances']),
	gets('entrance.get', 'gets one entrance', 'entranceId', ['/acs/entrances/get', 'acs_entrance', 'acs_entrance_id', hotel.entrances.lobby]),
	lists('accessSystem.getAll', 'lists all access systems', ['/acs/systems/list', 'acs_systems'], RAW),
	gets('accessSystem.get', 'gets one access system', 'accessSystemId', ['/acs/systems/get', 'acs_system', 'acs_system_id', hotel.accessSystem], RAW),
	lists('connectedAccount.getAll', 'lists the accounts at lock makers', ['/connected_accounts/list', 'connected_accounts'], RAW),
	{
		operation: 'connectedAccount.get',
		title: 'gets the account of a lock',
		play: async ({ run, ask }) => {
			const { connected_account_id: id } = await ask('/devices/get', 'device', { device_id: hotel.devices.room101 });
			const account = await ask('/connected_accounts/get', 'connected_account', { connected_account_id: id });

			expect(await run({ findBy: 'id', connectedAccountId: byId(String(id)), ...RAW })).toEqual([paired(account)]);
		},
	},
	{
		operation: 'userIdentity.create',
		title: 'creates a person',
		play: async ({ run, ask }) => {
			const items = await run({ additionalFields: { fullName: 'Walk-In Guest', userIdentityKey: WALK_IN.user_identity_key } });

			const person = await ask(GET_PERSON, 'user_identity', WALK_IN);
			expect(person).toMatchObject({ full_name: 'Walk-In Guest' });
			expect(items).toEqual([paired(person)]);
		},
	},
	lists('userIdentity.getAll', 'lists all persons', ['/user_identities/list', 'user_identities'], RAW),
	gets('userIdentity.get', 'gets one person', 'userIdentityId', [GET_PERSON, 'user_identity', 'user_identity_id', guest101], RAW),
	{
		operation: 'userIdentity.update',
		title: 'corrects the name of a person',
		play: async ({ run, ask }) => {
			const items = await run({ userIdentityId: byId(guest102), updateFields: { fullName: 'Family of Room 102' } });

			const person = await ask(GET_PERSON, 'user_identity', { user_identity_id: guest102 });
			expect(person).toMatchObject({ full_name: 'Family of Room 102' });
			expect(items).toEqual([paired(person)]);
		},
	},
	{
		operation: 'userIdentity.delete',
		title: 'removes a person',
		play: async ({ run, ask, isKnown }) => {
			const { user_identity_id: id } = await ask<WireRecord>(GET_PERSON, 'user_identity', WALK_IN);

			expect(await run({ userIdentityId: byId(String(id)) })).toEqual([paired({ user_identity_id: id, deleted: true })]);
			expect(await isKnown(GET_PERSON, WALK_IN)).toBe(false);
		},
	},
];

/** One door, and what the space says of itself afterwards. */
function changesDoors(operation: OperationCase['operation'], title: string, kind: 'device' | 'entrance', doorId: string, expected: object): OperationCase {
	return {
		operation,
		title,
		play: async ({ run, ask }) => {
			const { space_id: id } = await ask(GET_SPACE, 'space', ANNEX);
			const [item] = (await run({ spaceId: byId(String(id)), [`${kind}Ids`]: inRows(kind, doorId) })) as Array<{ json: WireRecord }>;

			expect(item?.json).toMatchObject({ space_id: id, [kind === 'device' ? 'device_ids' : 'acs_entrance_ids']: [doorId] });
			expect(await ask(GET_SPACE, 'space', ANNEX)).toMatchObject(expected);
		},
	};
}

import { hotel } from '../../../../sandbox/fixtures/hotel';
import { byId } from '../../workflowFiles';
import { gets, lists, type OperationCase, paired, type WireRecord } from './operationCase';

const GET_PERSON = '/user_identities/get';
const { guest101, guest102 } = hotel.userIdentities;
const RAW = { output: 'raw' };
/** The person that one case creates and another deletes. */
const WALK_IN = { user_identity_key: 'walk-in-7' };

export const peopleAndPlacesCases: readonly OperationCase[] = [
	lists('space.getAll', 'lists all spaces', ['/spaces/list', 'spaces']),
	gets('space.get', 'gets one space', 'spaceId', ['/spaces/get', 'space', 'space_id', hotel.spaces.room101]),
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

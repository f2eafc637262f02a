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

const GET = '/access_grants/get';
const { stay101, stay102, stay104 } = hotel.accessGrants;
const RAW = { output: 'raw' };
const UNTIL_ISSUED = { options: { ...QUICKLY, waitUntilIssued: true } };
/** The key of the grant that one case creates and another deletes. */
const NEW_STAY = { access_grant_key: 'stay-7' };

/** The grant with its methods, after all of them work. */
async function issuedGrant({ ask }: Stage, grant: WireRecord) {
	const methods = await ask<WireRecord[]>('/access_methods/list', 'access_methods', {
		access_grant_id: grant.access_grant_id,
	});
	return paired({
		...grant,
		access_methods: methods,
		outcome: 'issued',
		message: 'All access methods are issued',
	});
}

export const accessGrantCases: readonly OperationCase[] = [
	lists('accessGrant.getAll', 'lists all grants', ['/access_grants/list', 'access_grants'], RAW),
	{
		operation: 'accessGrant.getRelated',
		title: 'gets the person and the doors of a grant',
		play: async ({ run, ask }) => {
			const include = ['user_identities', 'devices', 'acs_entrances'];
			const batch = await ask('/access_grants/get_related', 'batch', {
				access_grant_ids: [stay104],
				include,
			});

			expect(await run({ accessGrantId: byId(stay104), related: include })).toEqual([
				paired(batch),
			]);
		},
	},
	gets(
		'accessGrant.get',
		'gets one grant',
		'accessGrantId',
		[GET, 'access_grant', 'access_grant_id', stay102],
		RAW,
	),
	{
		operation: 'accessGrant.get',
		title: 'gets one grant by the key of the booking',
		play: async ({ run, ask }) => {
			const grant = await ask(GET, 'access_grant', { access_grant_key: 'stay-101' });

			expect(grant.access_grant_id).toBe(stay101);
			expect(await run({ findBy: 'key', accessGrantKey: 'stay-101', ...RAW })).toEqual([
				paired(grant),
			]);
		},
	},
	{
		operation: 'accessGrant.create',
		title: 'gives a new guest a PIN and a mobile key for a room, and waits until both work',
		play: async (stage) => {
			const items = await stage.run({
				person: 'new',
				newUserIdentity: { fullName: 'Guest of Room 102', emailAddress: 'guest-7@example.com' },
				requestedAccessMethods: {
					method: [{ mode: 'code', code: '1097' }, { mode: 'mobile_key' }],
				},
				spaceIds: inRows('space', hotel.spaces.room102),
				additionalFields: { accessGrantKey: NEW_STAY.access_grant_key, name: 'Stay 7' },
				...UNTIL_ISSUED,
			});

			const grant = await stage.ask(GET, 'access_grant', NEW_STAY);
			const person = await stage.ask('/user_identities/get', 'user_identity', {
				user_identity_id: grant.user_identity_id,
			});
			const issued = await issuedGrant(stage, grant);
			expect(person).toMatchObject({
				full_name: 'Guest of Room 102',
				email_address: 'guest-7@example.com',
			});
			expect(issued.json).toMatchObject({
				name: 'Stay 7',
				space_ids: [hotel.spaces.room102],
				access_methods: [
					{ mode: 'code', code: '1097', is_issued: true },
					{ mode: 'mobile_key', is_issued: true },
				],
			});
			expect(items).toEqual([issued]);
		},
	},
	{
		operation: 'accessGrant.update',
		title: 'lets a guest stay longer, and waits until the keys follow',
		play: async (stage) => {
			const items = await stage.run({
				findBy: 'id',
				accessGrantId: byId(stay104),
				updateFields: { name: 'Long stay', endsAt: '2037-01-01T11:00:00Z' },
				...UNTIL_ISSUED,
			});

			const grant = await stage.ask(GET, 'access_grant', { access_grant_id: stay104 });
			expect(grant).toMatchObject({ name: 'Long stay', ends_at: '2037-01-01T11:00:00.000Z' });
			expect(items).toEqual([
				paired(
					expect.objectContaining({
						access_grant_id: stay104,
						name: 'Long stay',
						ends_at: grant.ends_at,
						outcome: 'issued',
					}),
				),
			]);
		},
	},
	{
		operation: 'accessGrant.requestAccessMethods',
		title: 'adds a mobile key to a grant, and waits until it works',
		play: async (stage) => {
			const items = await stage.run({
				accessGrantId: byId(stay104),
				requestedAccessMethods: { method: [{ mode: 'mobile_key' }] },
				...UNTIL_ISSUED,
			});

			const methods = await stage.ask<WireRecord[]>('/access_methods/list', 'access_methods', {
				access_grant_id: stay104,
			});
			expect(methods.map(({ mode }) => mode)).toEqual(['code', 'cloud_key', 'mobile_key']);
			expect(items).toEqual([
				paired(
					expect.objectContaining({
						access_grant_id: stay104,
						outcome: 'issued',
						access_methods: methods.map(({ access_method_id, mode }): unknown =>
							expect.objectContaining({ access_method_id, mode, is_issued: true }),
						),
					}),
				),
			]);
		},
	},
	{
		operation: 'accessGrant.delete',
		title: 'takes the access of a guest away',
		play: async ({ run, ask, untilUnknown }) => {
			const { access_grant_id: id } = await ask(GET, 'access_grant', NEW_STAY);

			expect(await run({ accessGrantId: byId(String(id)) })).toEqual([
				paired({ access_grant_id: id, deleted: true }),
			]);
			await untilUnknown(GET, { access_grant_id: id });
		},
	},
];

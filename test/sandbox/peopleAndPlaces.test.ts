import { hotel } from '../../sandbox/fixtures/hotel';
import { workspaceIds } from '../../sandbox/fixtures/workspaces';
import { calls, clock, sandbox, useFreshSandbox } from './freshSandbox';

const { guest101, guest102, nightDesk } = hotel.userIdentities;
const { lobby } = hotel.entrances;

useFreshSandbox();

async function ids(path: string, filters: object, member: string, id: string): Promise<unknown[]> {
	return (await calls.call<Array<Record<string, unknown>>>(path, filters, member)).map(
		(record) => record[id],
	);
}

describe('user identities', () => {
	const people = async (filters: object) =>
		await ids('/user_identities/list', filters, 'user_identities', 'user_identity_id');

	it('are listed by the system that manages their credentials, which no system of the fixture does', async () => {
		expect(await people({ credential_manager_acs_system_id: hotel.accessSystem })).toEqual([]);
		sandbox.state.workspaces
			.get(workspaceIds.main)
			?.access.accessSystems.update(hotel.accessSystem, { is_credential_manager: true });
		expect(await people({ credential_manager_acs_system_id: hotel.accessSystem })).toEqual([
			nightDesk,
		]);
	});

	it('have a key, an email address and a phone number that nobody else has, and keep their own', async () => {
		const phone_number = '+15555550100';
		await calls.call('/user_identities/create', { phone_number });
		const { user_identity_id } = await calls.call<{ user_identity_id: string }>(
			'/user_identities/get',
			{ user_identity_key: 'guest-101' },
			'user_identity',
		);
		const taken: Array<[object, string]> = [
			[{ user_identity_key: 'guest-102' }, 'duplicate_user_identity_key'],
			[{ email_address: 'Guest-102@Example.com' }, 'duplicate_email_address'],
			[{ phone_number }, 'duplicate_phone_number'],
		];
		for (const [member, type] of taken) {
			const refused = { status: 409, error: { type, data: member } };
			expect(await calls.refusal('/user_identities/create', member)).toMatchObject(refused);
			expect(
				await calls.refusal('/user_identities/update', { user_identity_id, ...member }),
			).toMatchObject(refused);
			const inline = {
				user_identity: member,
				device_ids: [hotel.devices.room101],
				requested_access_methods: [{ mode: 'cloud_key' }],
			};
			expect(await calls.refusal('/access_grants/create', inline)).toMatchObject(refused);
		}
		await calls.call('/user_identities/update', {
			user_identity_id,
			email_address: 'GUEST-101@example.com',
			user_identity_key: 'guest-101',
		});
	});

	it('are refused with 400 for what is taken, where the setting says so', async () => {
		sandbox.settings.takenIdentityAnswer = 'invalidInput';
		const refusal = await calls.refusal('/user_identities/create', {
			email_address: 'guest-101@example.com',
		});
		expect(refusal).toMatchObject({ status: 400, error: { type: 'invalid_input' } });
		expect(refusal.error.validation_errors).toEqual({
			_errors: [],
			email_address: { _errors: ['Already taken'] },
		});
	});

	it('are the one who has the address of a grant, where the setting says so, unless it is that of two', async () => {
		sandbox.settings.inlineIdentityTaken = 'reused';
		const grantFor = (user_identity: object) => ({
			user_identity,
			device_ids: [hotel.devices.room101],
			requested_access_methods: [{ mode: 'cloud_key' }],
		});
		expect(
			await calls.createGrant(
				grantFor({ full_name: 'Another Name', email_address: 'guest-101@example.com' }),
			),
		).toMatchObject({ user_identity_id: guest101 });
		expect(await people({})).toHaveLength(3);
		expect(
			await calls.call('/user_identities/get', { user_identity_id: guest101 }, 'user_identity'),
		).toMatchObject({ full_name: 'Guest of Room 101' });
		const ofTwo = { user_identity_key: 'guest-102', email_address: 'guest-101@example.com' };
		expect(await calls.refusal('/access_grants/create', grantFor(ofTwo))).toMatchObject({
			status: 409,
		});
	});

	it('take their grants with them when they are deleted', async () => {
		await calls.call('/user_identities/delete', { user_identity_id: guest101 });
		expect(await people({})).toEqual([nightDesk, guest102]);
		await clock.advanceBy(2_000);
		expect((await calls.grants()).map((grant) => grant.access_grant_id)).toEqual([
			hotel.accessGrants.stay102,
			hotel.accessGrants.stay104,
		]);
	});

	it.each<[string, string, object, number, string]>([
		[
			'a bad phone number',
			'/user_identities/create',
			{ phone_number: '0155' },
			400,
			'invalid_input',
		],
		[
			'the key of another one',
			'/user_identities/update',
			{ user_identity_id: guest102, user_identity_key: 'guest-101' },
			409,
			'duplicate_user_identity_key',
		],
	])('refuse %s', async (_what, path, parameters, status, type) => {
		expect(await calls.refusal(path, parameters)).toMatchObject({ status, error: { type } });
	});
});

describe('spaces', () => {
	const spaces = async (filters: object) =>
		await ids('/spaces/list', filters, 'spaces', 'space_id');

	it('filter devices and entrances, from the start and after a change', async () => {
		const devices = async (space_id: string) =>
			await ids('/devices/list', { space_id }, 'devices', 'device_id');
		expect(await devices(hotel.spaces.suite)).toEqual([
			hotel.devices.frontDoor,
			hotel.devices.room103,
		]);
		await calls.call('/spaces/add_devices', {
			space_id: hotel.spaces.emptyWing,
			device_ids: [hotel.devices.spa],
		});
		expect(await devices(hotel.spaces.emptyWing)).toEqual([hotel.devices.spa]);
		await calls.call('/spaces/remove_devices', {
			space_id: hotel.spaces.suite,
			device_ids: [hotel.devices.frontDoor],
		});
		expect(await devices(hotel.spaces.suite)).toEqual([hotel.devices.room103]);
		expect(
			await ids(
				'/acs/entrances/list',
				{ space_id: hotel.spaces.room102 },
				'acs_entrances',
				'acs_entrance_id',
			),
		).toEqual([lobby]);
		expect(await calls.events()).toMatchObject([
			{
				event_type: 'space.device_membership_changed',
				space_id: hotel.spaces.emptyWing,
				space_key: 'empty-wing',
				device_ids: [hotel.devices.spa],
				acs_entrance_ids: [],
			},
			{
				event_type: 'space.device_membership_changed',
				space_id: hotel.spaces.suite,
				space_key: 'suite',
				device_ids: [hotel.devices.room103],
				acs_entrance_ids: [],
			},
		]);
	});

	it.each<[string, string, object, number, string]>([
		['no address', '/spaces/update', { name: 'Nowhere' }, 400, 'invalid_input'],
		[
			'an hour that does not exist',
			'/spaces/update',
			{ space_key: 'suite', customer_data: { default_checkin_time: '24:00' } },
			400,
			'invalid_input',
		],
		[
			'words for a time',
			'/spaces/create',
			{ name: 'Annex', customer_data: { default_checkout_time: 'noon' } },
			400,
			'invalid_input',
		],
		[
			'an unknown time zone',
			'/spaces/create',
			{ name: 'Annex', customer_data: { time_zone: 'Atlantis/Harbour' } },
			400,
			'invalid_input',
		],
		[
			'an offset for a time zone',
			'/spaces/create',
			{ name: 'Annex', customer_data: { time_zone: '+01:00' } },
			400,
			'invalid_input',
		],
	])('refuse %s', async (_what, path, parameters, status, type) => {
		expect(await calls.refusal(path, parameters)).toMatchObject({ status, error: { type } });
		expect(await spaces({})).toHaveLength(5);
	});
});

it('deprecated parameters have the effect of those that replace them', async () => {
	const { room101, suite } = hotel.spaces;
	const devices = async (filter: object) =>
		await ids('/devices/list', filter, 'devices', 'device_id');
	const entrances = async (filter: object) =>
		await ids('/acs/entrances/list', filter, 'acs_entrances', 'acs_entrance_id');
	expect([
		await devices({ unstable_location_id: suite }),
		await entrances({ location_id: suite }),
	]).toEqual([await devices({ space_id: suite }), await entrances({ space_id: suite })]);
	const user = { acs_system_id: hotel.accessSystem, full_name: 'New', email: 'new@example.com' };
	expect(await calls.call('/acs/users/create', user, 'acs_user')).toMatchObject({
		email_address: 'new@example.com',
	});
	const grant = await calls.createGrant({
		user_identity_id: guest101,
		requested_access_methods: [{ mode: 'cloud_key' }],
		location_ids: [room101],
		location: { device_ids: [hotel.devices.spa] },
	});
	expect(grant.space_ids).toEqual([room101]);
	expect(
		await ids(
			'/access_grants/list',
			{ device_id: hotel.devices.spa },
			'access_grants',
			'access_grant_id',
		),
	).toEqual([grant.access_grant_id]);
});

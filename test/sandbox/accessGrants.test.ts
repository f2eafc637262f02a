import { hotel } from '../../sandbox/fixtures/hotel';
import { NOW, calls, clock, sandbox, useFreshSandbox } from './freshSandbox';

const STAY = { starts_at: '2026-03-01T15:00:00.000Z', ends_at: '2026-03-05T11:00:00.000Z' };
const { room101, room102, room103, frontDoor, poolGate } = hotel.devices;
const { lobby } = hotel.entrances;
const guest = { user_identity_id: hotel.userIdentities.nightDesk };

useFreshSandbox();

const codeFor = async (parameters: object = {}, code?: string) =>
	await calls.createGrant({
		...guest,
		device_ids: [room101, room102],
		requested_access_methods: [{ mode: 'code', code }],
		...STAY,
		...parameters,
	});
const typesOf = (events: Array<Record<string, unknown>>, subject: string) =>
	events.map(({ event_type: type }) => String(type)).filter((type) => type.startsWith(subject));

describe('creating a grant', () => {
	it('finds a person by key once, and makes none when the grant is refused', async () => {
		await calls.refusal('/access_grants/create', {
			user_identity: { user_identity_key: 'new-guest' },
			access_grant_key: 'stay-101',
			requested_access_methods: [{ mode: 'cloud_key' }],
		});
		await codeFor({
			user_identity_id: undefined,
			user_identity: { user_identity_key: 'new-guest' },
		});
		const people = await calls.call<unknown[]>('/user_identities/list', {}, 'user_identities');
		expect(people).toHaveLength(4);
	});

	it('needs an access method, unless the setting says otherwise', async () => {
		const none = { ...guest, device_ids: [room101], requested_access_methods: [] };
		expect(await calls.refusal('/access_grants/create', none)).toMatchObject({ status: 400 });
		sandbox.settings.grantWithoutMethods = 'created';
		expect((await calls.createGrant(none)).access_method_ids).toEqual([]);
	});

	it('makes the methods after a while where the setting says so', async () => {
		sandbox.settings.accessMethodsMade = 'afterwards';
		const { access_grant_id: id, access_method_ids: atFirst } = await codeFor();
		expect(atFirst).toEqual([]);
		await clock.advanceBy(2_000);
		const [methodId] = (await calls.grant(id)).access_method_ids;
		expect(await calls.method(methodId)).toMatchObject({ is_issued: false });
		await clock.advanceBy(2_000);
		expect(await calls.method(methodId)).toMatchObject({ is_issued: true });
	});
});

describe('a PIN', () => {
	it('is issued when it is set on all devices, and the doors are told', async () => {
		const { access_grant_id, access_method_ids } = await codeFor({ acs_entrance_ids: [lobby] });
		await clock.advanceBy(2_000);
		expect(await calls.method(access_method_ids[0])).toMatchObject({
			is_issued: true,
			issued_at: '2026-03-01T12:00:02.000Z',
			code: '5001',
			pending_mutations: [],
		});
		const events = await calls.events();
		expect(typesOf(events, 'access_grant.')).toEqual([
			'access_grant.created',
			'access_grant.access_granted_to_door',
			'access_grant.access_granted_to_all_doors',
		]);
		expect(typesOf(events, 'access_method.')).toEqual([
			'access_method.created',
			'access_method.issued',
		]);
		expect(events.find(({ event_type: type }) => type === 'access_method.issued')).toEqual({
			event_id: expect.any(String) as string,
			event_type: 'access_method.issued',
			created_at: '2026-03-01T12:00:02.000Z',
			occurred_at: '2026-03-01T12:00:02.000Z',
			workspace_id: '10000000-0000-4000-8000-000000000001',
			access_method_id: access_method_ids[0],
			access_grant_ids: [access_grant_id],
			code: '5001',
			is_backup_code: false,
		});
	});

	it('that has ended is chosen again at once, or only after the others, as the setting says', async () => {
		const pinOfNext = async () => {
			const { access_grant_id } = await codeFor();
			const [code] = await calls.codes(access_grant_id);
			await calls.call('/access_grants/delete', { access_grant_id });
			await clock.advanceBy(2_000);
			return code?.code;
		};
		expect([await pinOfNext(), await pinOfNext()]).toEqual(['5001', '5001']);
		sandbox.settings.chosenPins = 'next';
		expect([await pinOfNext(), await pinOfNext()]).toEqual(['5002', '5003']);
	});

	it('of a stay far ahead is issued, while its codes wait for their time', async () => {
		const later = { starts_at: '2026-05-01T15:00:00.000Z', ends_at: '2026-05-05T11:00:00.000Z' };
		const { access_grant_id, access_method_ids } = await codeFor(later);
		await clock.advanceBy(2_000);
		expect(await calls.method(access_method_ids[0])).toMatchObject({
			is_issued: true,
			pending_mutations: [{ mutation_code: 'provisioning_access' }],
		});
		expect(await calls.codes(access_grant_id)).toMatchObject([
			{
				status: 'unset',
				pending_mutations: [
					{ mutation_code: 'deferring_creation', scheduled_at: '2026-04-28T15:00:00.000Z' },
				],
			},
			{
				status: 'unset',
				pending_mutations: [
					{ mutation_code: 'deferring_creation', scheduled_at: '2026-04-28T15:00:00.000Z' },
				],
			},
		]);
		await clock.advanceBy(Date.parse('2026-04-28T15:01:00.000Z') - clock.now());
		expect(await calls.method(access_method_ids[0])).toMatchObject({
			is_issued: true,
			pending_mutations: [],
		});
	});
});

describe('what cannot be given', () => {
	it('is named no longer once another PIN fits', async () => {
		sandbox.settings.grantCodeUnavailable = 'missingDevice';
		const grant = await codeFor({ device_ids: [room101, poolGate] }, '7654');
		await calls.call('/access_grants/request_access_methods', {
			access_grant_id: grant.access_grant_id,
			requested_access_methods: [{ mode: 'code' }],
		});
		expect((await calls.grant(grant.access_grant_id)).errors).toEqual([]);
	});

	it('is named, where the setting says so: devices that cannot have the PIN get no code, the others do', async () => {
		sandbox.settings.grantCodeUnavailable = 'missingDevice';
		const grant = await codeFor({ device_ids: [room101, poolGate] }, '7654');
		expect(grant.errors).toEqual([
			{
				error_code: 'cannot_create_requested_access_methods',
				message: 'Some devices did not get an access code.',
				created_at: NOW,
				missing_device_ids: [poolGate],
			},
		]);
		expect((await calls.codes(grant.access_grant_id)).map(({ device_id }) => device_id)).toEqual([
			room101,
		]);
		const [event] = await calls.events({
			event_type: 'access_grant.could_not_create_requested_access_methods',
		});
		expect(event).toMatchObject({
			access_grant_id: grant.access_grant_id,
			error_message: 'Some devices did not get an access code.',
			missing_device_ids: [poolGate],
		});
		await clock.advanceBy(2_000);
		expect(await calls.method(grant.access_method_ids[0])).toMatchObject({ is_issued: true });
		expect(typesOf(await calls.events(), 'access_grant.access_granted')).toEqual([]);
	});

	it('fails the method when a lock refuses, by a scripted fault', async () => {
		sandbox.faults.next('/access_grants/create', {
			kind: 'attemptFails',
			type: 'lock_jammed',
			message: 'The lock is jammed.',
		});
		const { access_grant_id, access_method_ids } = await codeFor();
		await clock.advanceBy(2_000);
		expect(await calls.grant(access_grant_id)).toMatchObject({
			warnings: [
				{
					warning_code: 'underprovisioned_access',
					failed_devices: [
						{ device_id: room101, error_code: 'lock_jammed', message: 'The lock is jammed.' },
						{ device_id: room102, error_code: 'lock_jammed', message: 'The lock is jammed.' },
					],
				},
			],
		});
		expect(await calls.method(access_method_ids[0])).toMatchObject({
			is_issued: false,
			errors: [{ error_code: 'failed_to_issue', message: 'The lock is jammed.' }],
		});
		expect(typesOf(await calls.events(), 'access_method.')).toEqual([
			'access_method.created',
			'access_method.failed_to_issue',
		]);
	});
});

describe('updating a grant', () => {
	const ends_at = '2026-03-06T11:00:00.000Z';

	it('sets the codes again when a stay that was over is made longer', async () => {
		const { access_grant_id: id, access_method_ids } = await codeFor(
			{ device_ids: [room101] },
			'7654',
		);
		await clock.advanceBy(Date.parse(STAY.ends_at) - clock.now() + 60_000);
		expect(await calls.codes(id)).toEqual([]);
		await calls.call('/access_grants/update', { access_grant_id: id, ends_at });
		await clock.advanceBy(2_000);
		expect(await calls.codes(id)).toMatchObject([
			{ device_id: room101, code: '7654', status: 'set', ends_at },
		]);
		expect(await calls.method(access_method_ids[0])).toMatchObject({
			is_issued: true,
			code: '7654',
		});
	});
});

describe('changing the devices of a space', () => {
	it('gives and takes the codes of its grants, and shows that as pending', async () => {
		const { access_grant_id: id, access_method_ids } = await codeFor({
			device_ids: [],
			space_ids: [hotel.spaces.suite],
		});
		await clock.advanceBy(2_000);
		await calls.call('/spaces/add_devices', {
			space_id: hotel.spaces.suite,
			device_ids: [room102],
		});
		const before = { device_ids: [frontDoor, room103] };
		const after = { device_ids: [frontDoor, room103, room102] };
		expect((await calls.grant(id)).pending_mutations).toMatchObject([
			{ mutation_code: 'updating_spaces', from: before, to: { ...after, common_code_key: null } },
		]);
		expect((await calls.method(access_method_ids[0])).pending_mutations).toMatchObject([
			{ mutation_code: 'provisioning_access', from: before, to: after },
		]);
		await clock.advanceBy(2_000);
		await calls.call('/spaces/remove_devices', {
			space_id: hotel.spaces.suite,
			device_ids: [frontDoor],
		});
		expect((await calls.method(access_method_ids[0])).pending_mutations).toMatchObject([
			{ mutation_code: 'revoking_access', from: after, to: { device_ids: [room103, room102] } },
		]);
		await clock.advanceBy(2_000);
		expect((await calls.codes(id)).map(({ device_id }) => device_id)).toEqual([room103, room102]);
		expect((await calls.grant(id)).pending_mutations).toEqual([]);
		expect(await calls.method(access_method_ids[0])).toMatchObject({
			is_issued: true,
			pending_mutations: [],
		});
	});
});

describe('deleting a grant', () => {
	it('takes its methods and codes with it, after a while', async () => {
		const { access_grant_id: id, access_method_ids } = await codeFor({
			acs_entrance_ids: [lobby],
			requested_access_methods: [{ mode: 'code' }, { mode: 'mobile_key' }],
		});
		await clock.advanceBy(5_000);
		await calls.call('/access_grants/delete', { access_grant_id: id });
		expect(await calls.grant(id)).toMatchObject({ warnings: [{ warning_code: 'being_deleted' }] });
		expect(await calls.method(access_method_ids[0])).toMatchObject({
			warnings: [{ warning_code: 'being_deleted' }],
			pending_mutations: [
				{
					mutation_code: 'revoking_access',
					from: { device_ids: [room101, room102] },
					to: { device_ids: [] },
				},
			],
		});
		await clock.advanceBy(2_000);
		expect(await calls.refusal('/access_grants/get', { access_grant_id: id })).toMatchObject({
			status: 404,
			error: { type: 'access_grant_not_found' },
		});
		expect(
			await calls.refusal('/access_methods/get', { access_method_id: access_method_ids[0] }),
		).toMatchObject({
			status: 404,
			error: { type: 'access_method_not_found' },
		});
		for (const device_id of [room101, room102]) {
			expect(await calls.call('/access_codes/list', { device_id }, 'access_codes')).toEqual([]);
		}
		const events = await calls.events({ since: '2026-03-01T12:00:05.000Z' });
		expect(typesOf(events, 'access_method.')).toEqual([
			'access_method.deleted',
			'access_method.deleted',
		]);
		expect(typesOf(events, 'access_grant.')).toEqual([
			'access_grant.access_to_door_lost',
			'access_grant.deleted',
		]);
	});

	it('refuses changes meanwhile, and takes a second deletion for the same', async () => {
		const { access_grant_id } = await codeFor();
		await calls.call('/access_grants/delete', { access_grant_id });
		await calls.call('/access_grants/delete', { access_grant_id });
		expect(
			await calls.refusal('/access_grants/update', { access_grant_id, name: 'Late' }),
		).toMatchObject({
			status: 409,
			error: { type: 'access_grant_busy' },
		});
	});
});

describe('the rules for a grant', () => {
	const base = { ...guest, device_ids: [room101], requested_access_methods: [{ mode: 'code' }] };
	const asking = (method: object) => ({ ...base, requested_access_methods: [method] });
	const rules: Array<[string, object, number, string]> = [
		['a PIN of three digits', asking({ mode: 'code', code: '123' }), 400, 'invalid_input'],
		['a PIN of ten digits', asking({ mode: 'code', code: '1234567890' }), 400, 'invalid_input'],
		['a PIN with letters', asking({ mode: 'code', code: '12ab' }), 400, 'invalid_input'],
		[
			'a use count below one',
			asking({ mode: 'mobile_key', instant_key_max_use_count: 0 }),
			400,
			'invalid_input',
		],
		['no person', { ...base, user_identity_id: undefined }, 400, 'invalid_input'],
		['two persons', { ...base, user_identity: {} }, 400, 'invalid_input'],
		[
			'an end before the start',
			{ ...base, starts_at: STAY.ends_at, ends_at: STAY.starts_at },
			400,
			'invalid_input',
		],
		['an end in the past', { ...base, ends_at: '2026-02-01T00:00:00.000Z' }, 400, 'invalid_input'],
		[
			'a key that is taken',
			{ ...base, access_grant_key: 'stay-101' },
			409,
			'duplicate_access_grant_key',
		],
	];

	it.each(rules)('refuse %s', async (_what, parameters, status, type) => {
		expect(await calls.refusal('/access_grants/create', parameters)).toMatchObject({
			status,
			error: { type },
			ok: false,
		});
		expect(await calls.grants()).toHaveLength(3);
	});

	it.each([
		['/access_grants/get', {}, 400, 'invalid_input'],
		[
			'/access_grants/update',
			{ access_grant_key: 'stay-101', ends_at: '2026-01-01T00:00:00Z' },
			400,
			'invalid_input',
		],
	])('hold for %s with %j', async (path, parameters, status, type) => {
		expect(await calls.refusal(path, parameters)).toMatchObject({ status, error: { type } });
	});
});

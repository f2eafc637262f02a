import { hotel } from '../../sandbox/fixtures/hotel';
import { resort } from '../../sandbox/fixtures/resort';
import { callSandbox } from './callSandbox';
import { calls, clock, replaceSandbox, sandbox, useFreshSandbox } from './freshSandbox';

const STAY = { starts_at: '2026-03-01T15:00:00.000Z', ends_at: '2026-03-05T11:00:00.000Z' };
const { room101, room102, room104, room201, garage } = hotel.devices;
const { lobby, elevator, gym } = hotel.entrances;
const START_MS = Date.parse(STAY.starts_at);
const MINUTE_MS = 60_000;

useFreshSandbox();

const create = async (parameters: object) =>
	await calls.createGrant({
		user_identity_id: hotel.userIdentities.guest101,
		requested_access_methods: [{ mode: 'code' }],
		...STAY,
		...parameters,
	});
const update = async (access_grant_id: string, changes: object) =>
	await calls.call('/access_grants/update', { access_grant_id, ...changes });
const steer = async (path: string, device_id: string) =>
	await callSandbox(sandbox, `/_sandbox/devices/${path}`, { device_id });
const typesOf = async (subject: string) =>
	(await calls.events())
		.map(({ event_type: type }) => String(type))
		.filter((type) => type.startsWith(subject));
const devicesOf = async (id: string) => (await calls.codes(id)).map(({ device_id }) => device_id);

describe('other places of a grant', () => {
	it('are refused, ignored or taken, as the setting says', async () => {
		const { access_grant_id: id } = await create({ device_ids: [room101] });
		await clock.advanceBy(2_000);
		const places = { device_ids: [room102], space_ids: [] };
		await update(id, places);
		await clock.advanceBy(2_000);
		expect(await devicesOf(id)).toEqual([room101]);

		sandbox.settings.grantUpdatePlaces = 'refused';
		const refusal = await calls.refusal('/access_grants/update', {
			access_grant_id: id,
			name: 'Moved',
			...places,
		});
		expect(refusal).toMatchObject({
			status: 400,
			error: { type: 'invalid_input', validation_errors: { device_ids: {}, space_ids: {} } },
		});
		expect(await calls.grant(id)).toMatchObject({ name: null });

		sandbox.settings.grantUpdatePlaces = 'replaced';
		await update(id, places);
		await clock.advanceBy(2_000);
		expect(await devicesOf(id)).toEqual([room102]);
	});

	describe('where they are taken', () => {
		beforeEach(() => {
			sandbox.settings.grantUpdatePlaces = 'replaced';
		});

		it('end keys that open nothing any more, and make those that had no door', async () => {
			const { access_grant_id: id, errors } = await create({
				device_ids: [room101],
				requested_access_methods: [{ mode: 'code' }, { mode: 'mobile_key' }],
			});
			expect(errors).toMatchObject([{ error_code: 'cannot_create_requested_access_methods' }]);
			await update(id, { space_ids: [hotel.spaces.room102], device_ids: [] });
			await clock.advanceBy(2_000);
			const modes = async () =>
				(await calls.methods(id)).map(({ mode, is_issued }) => [mode, is_issued]);
			expect(await modes()).toEqual([
				['code', true],
				['mobile_key', true],
			]);
			expect(await calls.grant(id)).toMatchObject({ errors: [], warnings: [] });
			await update(id, { space_ids: [hotel.spaces.suite] });
			await clock.advanceBy(2_000);
			expect(await modes()).toEqual([['code', true]]);
			expect(await calls.grant(id)).toMatchObject({
				errors: [{ error_code: 'cannot_create_requested_access_methods' }],
			});
		});

		it('are refused with what is unknown, and by the rules of reservations; nothing changes then', async () => {
			await create({ acs_entrance_ids: [lobby], reservation_key: 'R-1' });
			const { access_grant_id: id } = await create({
				acs_entrance_ids: [lobby],
				reservation_key: 'R-1',
			});
			const refused = async (places: object) =>
				await calls.refusal('/access_grants/update', { access_grant_id: id, ...places });
			expect(await refused({ device_ids: [lobby] })).toMatchObject({
				status: 404,
				error: { type: 'device_not_found' },
			});
			expect(await refused({ acs_entrance_ids: [elevator] })).toMatchObject({ status: 409 });
			expect(await refused({ acs_entrance_ids: [gym] })).toMatchObject({ status: 400 });
			expect(
				await calls.call(
					'/access_grants/list',
					{ acs_entrance_id: lobby, reservation_key: 'R-1' },
					'access_grants',
				),
			).toHaveLength(2);
		});
	});
});

describe('other times of a grant', () => {
	const ends_at = '2026-03-06T11:00:00.000Z';

	it('are not on a lock that is offline: the PIN is reissued when the lock is back', async () => {
		const { access_grant_id: id, access_method_ids } = await create({ device_ids: [room201] });
		await clock.advanceBy(2_000);
		await steer('disconnect', room201);
		await update(id, { ends_at });
		await clock.advanceBy(10_000);
		expect(await calls.method(access_method_ids[0])).toMatchObject({
			is_issued: false,
			warnings: [{ warning_code: 'delay_in_issuing' }],
		});
		await steer('connect', room201);
		await clock.advanceBy(2_000);
		expect(await calls.method(access_method_ids[0])).toMatchObject({
			is_issued: true,
			warnings: [],
			errors: [],
		});
		expect(await calls.codes(id)).toMatchObject([{ ends_at }]);
	});
});

describe('a PIN that a lock cannot have', () => {
	it.each<[string, string, string]>([
		['is taken there', room201, '2011'],
		['is too short for it', hotel.devices.poolGate, '7654'],
	])('because it %s is another one there, which the grant tells', async (_why, device, code) => {
		const { access_grant_id: id } = await create({
			device_ids: [room104, device],
			requested_access_methods: [{ mode: 'code', code }],
		});
		const [, other] = await calls.codes(id);
		expect(await calls.codes(id)).toMatchObject([
			{ device_id: room104, code },
			{ device_id: device },
		]);
		expect(other?.code).not.toBe(code);
		expect(await calls.grant(id)).toMatchObject({
			errors: [],
			warnings: [
				{
					warning_code: 'requested_code_unavailable',
					device_id: device,
					original_code: code,
					new_code: other?.code,
				},
			],
		});
		await clock.advanceBy(2_000);
		expect(await calls.methods(id)).toMatchObject([{ is_issued: true, code }]);
	});

	it('because it takes none at all, is named', async () => {
		await replaceSandbox({ clock, fixture: 'resort' });
		const { boatHouse } = resort.devices;
		const grant = await create({
			user_identity_id: undefined,
			user_identity: { full_name: 'Guest' },
			device_ids: [boatHouse],
		});
		expect(grant).toMatchObject({
			access_method_ids: [],
			errors: [
				{ error_code: 'cannot_create_requested_access_methods', missing_device_ids: [boatHouse] },
			],
			warnings: [{ warning_code: 'device_does_not_support_access_codes', device_id: boatHouse }],
		});
	});
});

describe('a lock that is offline when its PIN is to be set', () => {
	const isIssued = async (id?: string) => await calls.method(id);

	it('delays the PIN, fails it at the start, and issues it when the lock is back', async () => {
		const { access_grant_id: id, access_method_ids } = await create({ device_ids: [garage] });
		await clock.advanceBy(2_000);
		expect(await isIssued(access_method_ids[0])).toMatchObject({
			is_issued: false,
			errors: [],
			warnings: [{ warning_code: 'delay_in_issuing' }],
		});
		await clock.advanceBy(START_MS - clock.now() - 1);
		expect(await isIssued(access_method_ids[0])).toMatchObject({ errors: [] });
		await clock.advanceBy(1);
		expect(await isIssued(access_method_ids[0])).toMatchObject({
			is_issued: false,
			errors: [{ error_code: 'failed_to_issue' }],
		});
		await steer('connect', garage);
		await clock.advanceBy(2_000);
		expect(await isIssued(access_method_ids[0])).toMatchObject({
			is_issued: true,
			errors: [],
			warnings: [],
		});
		expect(await calls.grant(id)).toMatchObject({ warnings: [] });
		expect([...(await typesOf('device.')), ...(await typesOf('access_method.'))]).toEqual([
			'device.connected',
			'access_method.created',
			'access_method.delay_in_issuing',
			'access_method.failed_to_issue',
			'access_method.issued',
		]);
	});

	it('gives a backup code at the start where the lock has some, and nothing has failed', async () => {
		await steer('disconnect', room101);
		const { access_method_ids } = await create({ device_ids: [room101] });
		await clock.advanceBy(START_MS - clock.now() + MINUTE_MS);
		expect(await isIssued(access_method_ids[0])).toMatchObject({
			is_issued: true,
			errors: [],
			warnings: [{ warning_code: 'pulled_backup_access_code' }],
		});
		expect(await typesOf('access_method.')).not.toContain('access_method.failed_to_issue');
	});

	it('leaves a PIN issued that was so before, while its codes waited, and the grant tells', async () => {
		const later = { starts_at: '2026-04-01T15:00:00.000Z', ends_at: '2026-04-05T11:00:00.000Z' };
		const { access_grant_id: id, access_method_ids } = await create({
			device_ids: [room201],
			...later,
		});
		await clock.advanceBy(2_000);
		await steer('disconnect', room201);
		await clock.advanceBy(Date.parse('2026-03-29T15:01:00.000Z') - clock.now());
		expect(await isIssued(access_method_ids[0])).toMatchObject({ is_issued: true, errors: [] });
		expect(await calls.grant(id)).toMatchObject({
			warnings: [
				{ warning_code: 'underprovisioned_access', failed_devices: [{ device_id: room201 }] },
			],
		});
	});
});

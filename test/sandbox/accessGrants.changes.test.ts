import { hotel } from '../../sandbox/fixtures/hotel';
import { callSandbox } from './callSandbox';
import { calls, clock, sandbox, useFreshSandbox } from './freshSandbox';

const STAY = { starts_at: '2026-03-01T15:00:00.000Z', ends_at: '2026-03-05T11:00:00.000Z' };
const { room101, room102, room201, garage } = hotel.devices;
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

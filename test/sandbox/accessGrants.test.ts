import { hotel } from '../../sandbox/fixtures/hotel';
import { calls, clock, sandbox, useFreshSandbox } from './freshSandbox';

const STAY = { starts_at: '2026-03-01T15:00:00.000Z', ends_at: '2026-03-05T11:00:00.000Z' };
const { room101, room102 } = hotel.devices;
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

describe('deleting a grant', () => {
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
	const rules: Array<[string, object, number, string]> = [
		['no access method', { ...base, requested_access_methods: [] }, 400, 'invalid_input'],
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

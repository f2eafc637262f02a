import { hotel } from '../../sandbox/fixtures/hotel';
import { resort } from '../../sandbox/fixtures/resort';
import type { Grant } from './accessCalls';
import { calls, clock, replaceSandbox, sandbox, useFreshSandbox } from './freshSandbox';

const STAY = { starts_at: '2026-03-02T15:00:00.000Z', ends_at: '2026-03-05T11:00:00.000Z' };
const { lobby, elevator, gym } = hotel.entrances;
const PATH = '/access_grants/create';

useFreshSandbox();

const grantOf = (parameters: object) => ({
	user_identity_id: hotel.userIdentities.guest101,
	requested_access_methods: [{ mode: 'code' }],
	...STAY,
	...parameters,
});
const create = async (parameters: object) => await calls.createGrant(grantOf(parameters));
const refusal = async (parameters: object) => await calls.refusal(PATH, grantOf(parameters));
const R1 = { reservation_key: 'R-1' };

describe('a reservation key', () => {
	it('is refused where none can, and nobody is made', async () => {
		const people = async () =>
			(await calls.call<unknown[]>('/user_identities/list', {}, 'user_identities')).length;
		const before = await people();
		const grant = {
			...R1,
			acs_entrance_ids: [gym],
			user_identity_id: undefined,
			user_identity: { full_name: 'New Guest' },
		};
		expect(await refusal(grant)).toMatchObject({ status: 400, error: { type: 'invalid_input' } });
		expect(await people()).toBe(before);
	});

	it.each<[string, object]>([
		['locks', { device_ids: [hotel.devices.room101] }],
		['a space of locks', { space_keys: ['suite'] }],
	])(
		'is refused for %s alone, or without effect where the setting says so',
		async (_what, places) => {
			expect(await refusal({ ...R1, ...places })).toMatchObject({ status: 400 });
			sandbox.settings.reservationKeyOnDevicesAlone = 'ignored';
			expect(await create({ ...R1, ...places })).toMatchObject(R1);
			expect(
				await create({
					...R1,
					device_ids: [hotel.devices.room102],
					starts_at: '2026-04-01T15:00:00.000Z',
					ends_at: null,
				}),
			).toMatchObject(R1);
		},
	);
});

describe('the grants of a reservation', () => {
	beforeEach(
		async () =>
			void (await create({
				...R1,
				acs_entrance_ids: [lobby, elevator],
				access_grant_key: 'first',
			})),
	);

	it('have the doors of the first or fewer, and any others that cannot belong to one', async () => {
		await create({ ...R1, acs_entrance_ids: [elevator] });
		await create({
			...R1,
			acs_entrance_ids: [lobby, elevator, gym],
			device_ids: [hotel.devices.spa],
		});
		expect(await calls.call('/access_grants/list', R1, 'access_grants')).toHaveLength(3);
	});

	it('are refused for other doors, and for more', async () => {
		await create({ reservation_key: 'R-2', acs_entrance_ids: [lobby] });
		for (const acs_entrance_ids of [[elevator], [lobby, elevator]]) {
			expect(await refusal({ reservation_key: 'R-2', acs_entrance_ids })).toMatchObject({
				status: 409,
				error: { type: 'conflict' },
			});
		}
	});

	it('are refused for times that do not overlap', async () => {
		const later = {
			acs_entrance_ids: [lobby],
			starts_at: STAY.ends_at,
			ends_at: '2026-03-08T11:00:00.000Z',
		};
		expect(await refusal({ ...R1, ...later })).toMatchObject({
			status: 409,
			error: { type: 'conflict' },
		});
	});

	it('fix the doors as long as they exist', async () => {
		await create({ reservation_key: 'R-2', acs_entrance_ids: [lobby], access_grant_key: 'moving' });
		const moved = { reservation_key: 'R-2', acs_entrance_ids: [elevator] };
		const { access_grant_id } = await calls.call<Grant>(
			'/access_grants/get',
			{ access_grant_key: 'moving' },
			'access_grant',
		);
		await calls.call('/access_grants/delete', { access_grant_id });
		expect(await refusal(moved)).toMatchObject({ status: 409 });
		await clock.advanceBy(2_000);
		await create(moved);
	});
});

describe('a system that demands a reservation key', () => {
	const tower = {
		acs_entrance_ids: [resort.entrances.tower1],
		user_identity_id: undefined,
		user_identity: { full_name: 'Guest' },
	};

	it('refuses guests without, and takes staff, who have no end', async () => {
		await replaceSandbox({ clock, fixture: 'resort' });
		expect(await refusal(tower)).toMatchObject({ status: 400, error: { type: 'invalid_input' } });
		expect(await create({ ...tower, ...R1 })).toMatchObject(R1);
		expect(await create({ ...tower, ends_at: null })).toMatchObject({ ends_at: null });
	});
});

describe('the key of a deleted grant', () => {
	const stay = { device_ids: [hotel.devices.room101], access_grant_key: 'stay-1' };
	const taken = { status: 409, error: { type: 'duplicate_access_grant_key' } };

	beforeEach(async () => {
		const { access_grant_id } = await create(stay);
		await clock.advanceBy(5_000);
		await calls.call('/access_grants/delete', { access_grant_id });
	});

	it('is free when the grant is gone', async () => {
		expect(await refusal(stay)).toMatchObject(taken);
		await clock.advanceBy(2_000);
		await create(stay);
	});

	it('is free at once where the setting says so, and names the new grant', async () => {
		sandbox.settings.deletedGrantKeys = 'freeAtOnce';
		const { access_grant_id } = await create(stay);
		const named = async () =>
			await calls.call('/access_grants/get', { access_grant_key: 'stay-1' }, 'access_grant');
		expect(await named()).toMatchObject({ access_grant_id });
		await clock.advanceBy(2_000);
		expect(await named()).toMatchObject({ access_grant_id });
	});

	it('is never free where the setting says so, and refused in either form', async () => {
		sandbox.settings.deletedGrantKeys = 'neverFree';
		await clock.advanceBy(2_000);
		expect(await refusal(stay)).toMatchObject(taken);
		sandbox.settings.takenKeyAnswer = 'invalidInput';
		expect(await refusal(stay)).toMatchObject({ status: 400, error: { type: 'invalid_input' } });
	});
});

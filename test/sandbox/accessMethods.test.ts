import { hotel } from '../../sandbox/fixtures/hotel';
import type { Attempt } from './accessCalls';
import { calls, clock, sandbox, useFreshSandbox } from './freshSandbox';

const STAY = { starts_at: '2026-03-01T15:00:00.000Z', ends_at: '2026-03-05T11:00:00.000Z' };
const { code101, mobileKey101, cardToEncode, cardToAssign, cloudKey104 } = hotel.accessMethods;
const { stay101 } = hotel.accessGrants;
const { room101, room102 } = hotel.devices;

useFreshSandbox();

const act = async (path: string, parameters: object) =>
	await calls.call<Attempt>(path, parameters, 'action_attempt');
const encode = async (id: string, encoder = hotel.encoder) =>
	await act('/access_methods/encode', { access_method_id: id, acs_encoder_id: encoder });
const assign = async (card: string) =>
	await act('/access_methods/assign_card', { access_method_id: cardToAssign, card_number: card });
const types = async () => (await calls.events()).map(({ event_type: type }) => type);

describe('assigning a card', () => {
	it('fails for a card that somebody has', async () => {
		await assign(hotel.spareCardNumber);
		await clock.advanceBy(2_000);
		const { access_method_ids } = await calls.createGrant({
			user_identity_id: hotel.userIdentities.guest101,
			acs_entrance_ids: [hotel.entrances.gym],
			requested_access_methods: [{ mode: 'card' }],
		});
		const attempt = await act('/access_methods/assign_card', {
			access_method_id: access_method_ids[0],
			card_number: hotel.spareCardNumber,
		});
		await clock.advanceBy(2_000);
		expect(await calls.attempt(attempt)).toMatchObject({
			status: 'error',
			error: { type: 'credential_not_found' },
		});
	});
});

it.each<[string, string, object, number, string]>([
	[
		'a code to encode',
		'/access_methods/encode',
		{ access_method_id: code101, acs_encoder_id: hotel.encoder },
		400,
		'invalid_input',
	],
	[
		'a card to encode that is to be assigned',
		'/access_methods/encode',
		{ access_method_id: cardToAssign, acs_encoder_id: hotel.encoder },
		400,
		'invalid_input',
	],
	[
		'a card to assign that is to be encoded',
		'/access_methods/assign_card',
		{ access_method_id: cardToEncode, card_number: '900001' },
		400,
		'invalid_input',
	],
	[
		'a mobile key to unlock with',
		'/access_methods/unlock_door',
		{ access_method_id: mobileKey101, acs_entrance_id: hotel.entrances.lobby },
		400,
		'invalid_input',
	],
	[
		'an entrance that the key does not open',
		'/access_methods/unlock_door',
		{ access_method_id: cloudKey104, acs_entrance_id: hotel.entrances.gym },
		400,
		'invalid_input',
	],
	[
		'two ways to name what to delete',
		'/access_methods/delete',
		{ access_method_id: code101, access_grant_id: stay101 },
		400,
		'invalid_input',
	],
])('refuses %s', async (_what, path, parameters, status, type) => {
	expect(await calls.refusal(path, parameters)).toMatchObject({ status, error: { type } });
});

describe('a backup code', () => {
	const failing = { kind: 'attemptFails', type: 'failed_to_set_on_device' } as const;
	const createFailing = async (deviceIds: string[]) => {
		sandbox.faults.next('/access_grants/create', failing);
		return await calls.createGrant({
			user_identity_id: hotel.userIdentities.guest101,
			device_ids: deviceIds,
			requested_access_methods: [{ mode: 'code' }],
			...STAY,
		});
	};
	const toTheStart = async () => await clock.advanceBy(Date.parse(STAY.starts_at) - clock.now());

	it('takes the place of the PIN at the start, when the method is of one device', async () => {
		const { access_grant_id, access_method_ids } = await createFailing([room101]);
		await clock.advanceBy(60_000);
		expect(await calls.method(access_method_ids[0])).toMatchObject({
			is_issued: false,
			errors: [{ error_code: 'failed_to_issue' }],
			code: '5001',
		});
		await toTheStart();
		const method = await calls.method(access_method_ids[0]);
		expect(method).toMatchObject({
			is_issued: true,
			issued_at: STAY.starts_at,
			errors: [],
			warnings: [{ warning_code: 'pulled_backup_access_code' }],
		});
		expect(method.warnings[0]).not.toHaveProperty('original_access_method_id');
		expect(method.code).not.toBe('5001');
		expect(await calls.grant(access_grant_id)).toMatchObject({ access_method_ids, warnings: [] });
		expect((await calls.events({ event_type: 'access_method.issued' }))[0]).toMatchObject({
			code: method.code,
			is_backup_code: true,
		});
	});

	it('becomes a method of its own, which names the original one, when there are other devices', async () => {
		const { access_grant_id, access_method_ids } = await createFailing([room101, room102]);
		await toTheStart();
		const [original, first, ...others] = await calls.methods(access_grant_id);
		expect(original).toMatchObject({ access_method_id: access_method_ids[0] });
		expect(first).toMatchObject({
			mode: 'code',
			is_issued: true,
			warnings: [
				{
					warning_code: 'pulled_backup_access_code',
					original_access_method_id: access_method_ids[0],
				},
			],
		});
		const grant = await calls.grant(access_grant_id);
		expect(grant.requested_access_methods[0]?.created_access_method_ids).toEqual(
			grant.access_method_ids,
		);
		expect(grant.access_method_ids).toHaveLength(2 + others.length);
	});
});

it('a fresh start of the workspace ends what is under way', async () => {
	await encode(cardToEncode);
	await calls.call('/access_grants/delete', { access_grant_id: stay101 });
	await calls.call('/workspaces/reset_sandbox', {});
	await clock.advanceBy(60_000);
	expect(await calls.method(cardToEncode)).toMatchObject({
		is_issued: false,
		is_ready_for_encoding: true,
	});
	expect(await calls.grant(stay101)).toMatchObject({ warnings: [] });
	expect(await types()).toEqual([]);
});

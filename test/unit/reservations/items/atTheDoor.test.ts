import { atTheDoor } from '../../../../nodes/DeviceAccess/reservations/items/atTheDoor';
import type { WireObject } from '../../../../nodes/DeviceAccess/wire/records';
import { grantFixture } from '../grantFixture';

const STARTS_MS = Date.parse('2030-06-20T15:00:00.000Z');
const HOUR_MS = 3_600_000;
const lock = (properties: WireObject = { online: true, battery_level: 0.84 }): WireObject => ({
	device_id: 'lock-a',
	display_name: 'Room 1',
	can_remotely_unlock: true,
	properties,
});
const code = (status: string): WireObject => ({ device_id: 'lock-a', code: '4821', status });
const METHOD = { access_method_id: 'm1', mode: 'code', code: '4821', is_issued: true };

const at = (
	{ devices = [lock()], codes }: { devices?: WireObject[]; codes?: WireObject[] },
	nowMs = STARTS_MS,
) => atTheDoor(grantFixture({ record: {}, methods: [METHOD], devices, codes }), nowMs);

it.each<[string, WireObject[] | undefined, boolean | null, string]>([
	['on the lock', [code('set')], true, 'The PIN is on the lock.'],
	['not set yet', [code('setting')], false, 'The PIN is not on the lock.'],
	['in a state that nobody knows', [code('unknown')], null, 'is not known.'],
	['no code at all', [], null, 'is not known.'],
])('says whether the PIN is on the locks: %s', (_what, codes, expected, text) => {
	expect(at({ codes })).toMatchObject({
		pin_on_locks: expected,
		locks: [
			{
				device_id: 'lock-a',
				name: 'Room 1',
				is_online: true,
				battery_level: 0.84,
				can_unlock: true,
				has_pin: expected,
				text: expect.stringMatching(new RegExp(`^Room 1: online, battery 84%\\. .*${text}$`)),
			},
		],
	});
});

it('counts a PIN as on the locks only if each of them has it', () => {
	const other = { ...lock(), device_id: 'lock-b' };
	const on = [code('set')];
	expect(at({ devices: [lock(), other], codes: on }).pin_on_locks).toBeNull();
	expect(
		at({ devices: [lock(), other], codes: [...on, { ...code('setting'), device_id: 'lock-b' }] })
			.pin_on_locks,
	).toBe(false);
	expect(at({ devices: [], codes: on }).pin_on_locks).toBeNull();
});

it('says nothing of a state that the lock does not report', () => {
	expect(at({ devices: [lock({})], codes: [code('set')] }).locks).toMatchObject([
		{ is_online: null, battery_level: null, text: 'Room 1. The PIN is on the lock.' },
	]);
});

it.each<[string, WireObject, string, number, boolean]>([
	['all is well', {}, 'set', STARTS_MS, false],
	['a lock is offline without the PIN', { online: false }, 'setting', STARTS_MS, true],
	['a lock is offline and has the PIN', { online: false }, 'set', STARTS_MS, false],
	['the PIN is late, and the stay has begun', {}, 'setting', STARTS_MS + HOUR_MS, true],
	['the lock gets the PIN at the arrival, in an hour', {}, 'setting', STARTS_MS - HOUR_MS, false],
	[
		'the PIN is late, and the stay begins in a week',
		{},
		'setting',
		STARTS_MS - 168 * HOUR_MS,
		false,
	],
	['the stay is over', { online: false }, 'setting', STARTS_MS + 480 * HOUR_MS, false],
])(
	'says whether the guest could be locked out: %s',
	(_what, properties, status, nowMs, isAtRisk) => {
		const devices = [lock({ online: true, ...properties })];
		expect(at({ devices, codes: [code(status)] }, nowMs).is_at_risk).toBe(isAtRisk);
	},
);

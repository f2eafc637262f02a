import { atRiskProblems, toItem } from '../../../../nodes/DeviceAccess/reservations/items/item';
import type { WireObject } from '../../../../nodes/DeviceAccess/wire/records';
import { grantFixture } from '../grantFixture';

const DOOR = { device_id: 'door', display_name: 'Front Door', properties: { online: true } };
const ISSUED = { access_method_id: 'm1', mode: 'code', code: '4821', is_issued: true };
const withPinOfDoor = (code: string) =>
	grantFixture({
		record: {},
		methods: [ISSUED],
		devices: [DOOR],
		codes: [{ device_id: 'door', code, status: 'set' }],
	});
const key = { prefix: 'reservation:', reservationKey: '4711' };

it('has the name that came in, not the one of the person', () => {
	const item = (guestName?: string) => toItem(key, grantFixture({ name: 'Ann' }), { guestName });
	expect([item('Bob').guest_name, item().guest_name]).toEqual(['Bob', 'Ann']);
});

it('has no name if the guest has none, in place of which the access has the number of the booking', () => {
	const named = (person: WireObject) => toItem(key, grantFixture({ name: '4711', person }), {});
	expect([named({ full_name: 'Ann' }).guest_name, named({}).guest_name]).toEqual(['Ann', null]);
});

it('gives the booking system no PIN as long as the guest before has the access', () => {
	const item = toItem(key, withPinOfDoor('1717'), { newGuest: 'Bob' });
	expect([item.all_pins, item.pin]).toEqual([null, '4821']);
});

it('has the PIN of a door that takes another one, and all PINs as a booking system gets them', () => {
	expect(toItem(key, withPinOfDoor('1717'), {})).toMatchObject({
		pin: '4821',
		pins: [{ door: 'Front Door', device_id: 'door', pin: '1717' }],
		all_pins: '4821, Front Door: 1717',
	});
	expect(toItem(key, withPinOfDoor('4821'), {}).all_pins).toBe('4821');
	expect(toItem(key, grantFixture({ pin: undefined, methods: [] }), {}).all_pins).toBeNull();
});

it.each<[string, string, string, boolean]>([
	['a door has a new PIN', '4821', '1717', true],
	['a door has the same PIN of its own', '1717', '1717', false],
	['a door has the common PIN again', '1717', '4821', false],
])('says in changes that a PIN changed, beside anything else: %s', (_what, had, has, isSaid) => {
	const changes = [{ what: 'rooms' as const, before: [], after: [] }];
	const item = toItem(key, withPinOfDoor(has), { changes, before: withPinOfDoor(had) });
	expect((item.changes as Array<{ what: string }>).map(({ what }) => what)).toEqual(
		isSaid ? ['rooms', 'pin'] : ['rooms'],
	);
});

it.each<[string, Parameters<typeof toItem>[2], boolean]>([
	['created', { outcome: 'created' }, true],
	['only read', {}, true],
	['failed, because it shows the access before the change', { outcome: 'failed' }, false],
	['a dry run', { outcome: 'created', isDryRun: true }, false],
])('tells the guest only what is certain: %s', (_what, report, isTold) => {
	const item = toItem(key, withPinOfDoor('4821'), { ...report, secret: 'key_of_the_credential' });
	expect(item.message_key !== null).toBe(isTold);
});

const OFFLINE = { ...DOOR, properties: { online: false }, errors: [] };
const JAMMED = { errors: [{ error_code: 'lock_jammed', message: 'The lock is jammed.' }] };
/** A stay that has begun, at a lock that is offline and one that is jammed. */
const atOfflineLock = (code: object) =>
	grantFixture({
		startsAt: '2020-01-01T15:00:00.000Z',
		endsAt: null,
		record: {},
		methods: [ISSUED],
		devices: [OFFLINE, { device_id: 'b', display_name: 'Room', ...JAMMED }],
		codes: [
			{ device_id: 'door', code: '4821', ...code },
			{ device_id: 'b', status: 'set' },
		],
	});

it.each<[string, object, string[]]>([
	[
		'has the PIN',
		{ status: 'unset', is_scheduled_on_device: true },
		[
			'The PIN is already on the lock.',
			'What to do: The PIN is on the lock, so the door opens. You cannot change it until the lock is online again.',
		],
	],
	[
		'does not have the PIN',
		{ status: 'unset', is_scheduled_on_device: false },
		[
			'The PIN is not on Front Door yet.',
			"What to do: Check the lock's battery and its connection. If it does not recover before the arrival, give the guest another way in.",
		],
	],
])('tells the host the same of an offline lock everywhere: it %s', (_what, code, lines) => {
	const { host_message: text } = toItem(key, atOfflineLock(code), {});
	for (const line of lines) expect(String(text).split('\n')).toContain(line);
});

it('names the cause of a stay at risk without what follows from it', () => {
	const late = { warning_code: 'delay_in_issuing', message: 'Late.' };
	const atRisk = (device: object) =>
		atRiskProblems(
			grantFixture({
				record: { errors: [{ error_code: 'underprovisioned_access', message: 'No PIN.' }] },
				methods: [{ ...ISSUED, is_issued: false, warnings: [late] }],
				devices: [{ ...DOOR, ...device }],
				codes: [{ device_id: 'door', code: '4821', status: 'setting' }],
			}),
			Date.now(),
			3_600_000,
		).map(({ code }) => code);
	expect(atRisk({ properties: { online: false } })).toEqual(['device_offline']);
	expect(atRisk({}).sort()).toEqual(['delay_in_issuing', 'underprovisioned_access']);
});

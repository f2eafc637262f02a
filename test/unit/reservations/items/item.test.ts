import { pinOnLocksOf } from '../../../../nodes/DeviceAccess/reservations/items/tell';
import type { Grant } from '../../../../nodes/DeviceAccess/reservations/grants/grant';
import {
	atRiskProblems,
	type ItemReport,
	readItem,
	toItem,
} from '../../../../nodes/DeviceAccess/reservations/items/item';
import { PIN_CHANGE } from '../../../../nodes/DeviceAccess/reservations/plan/diff';
import type { WireObject } from '../../../../nodes/DeviceAccess/wire/records';
import { answeringSend } from '../../answeringSend';
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

const LINK = 'https://key.example/1';

it('shows the access, and the booking as long as there is none', () => {
	const report = {
		outcome: 'created' as const,
		times: { startsAt: '2031-01-29T14:00:00.000Z', endsAt: '2031-01-31T10:00:00.000Z' },
		placeNames: ['B'],
		contacts: { email_address: 'ada@example.com', phone_number: '+15550001111' },
	};
	const booking = {
		outcome: 'created',
		stay_key: 'reservation:4711',
		guest_email: 'ada@example.com',
		guest_phone: '+15550001111',
	};
	const methods = [
		ISSUED,
		{ access_method_id: 'm2', mode: 'mobile_key', is_issued: true, instant_key_url: LINK },
	];
	const grant = grantFixture({ methods, record: { access_grant_id: 'grant-1' } });
	expect(toItem(key, grant, report)).toMatchObject({
		...booking,
		is_ready: true,
		starts_at: '2030-06-20T15:00:00.000Z',
		ends_at: '2030-06-22T11:00:00.000Z',
		rooms: ['A'],
		instant_key_url: LINK,
		access_grant_id: 'grant-1',
		access_grant: { access_grant_id: 'grant-1', access_methods: methods },
		host_row: 'reservation:4711',
	});
	expect(toItem(key, grant, { ...report, isNew: true }).is_ready).toBe(false);
	expect(toItem(key, grant, {})).not.toHaveProperty('host_row');
	expect(toItem(key, undefined, { ...report, isDryRun: true })).toMatchObject({
		...booking,
		is_ready: false,
		starts_at: '2031-01-29T14:00:00.000Z',
		ends_at: '2031-01-31T10:00:00.000Z',
		rooms: ['B'],
		pin: null,
		pins: [],
		all_pins: null,
		instant_key_url: null,
		access_grant_id: null,
		access_grant: null,
		dry_run: true,
		would_work: true,
	});
});

const OTHER = { name: 'UTC', isChosen: false, setsDoors: false };
const BERLIN = { space_id: 'a', customer_data: { time_zone: 'Europe/Berlin' } };

it.each<[string, Grant | undefined, ItemReport, string | undefined, boolean]>([
	[
		'of the room',
		grantFixture({ spaces: [BERLIN] }),
		{ timeZone: 'Asia/Tokyo' },
		'Europe/Berlin',
		false,
	],
	['of the rooms of the booking', undefined, { timeZone: 'Asia/Tokyo' }, 'Asia/Tokyo', false],
	[
		'that somebody chose',
		grantFixture(),
		{ otherTimeZone: { ...OTHER, isChosen: true } },
		'UTC',
		false,
	],
	['of the workflow', grantFixture(), {}, 'UTC', true],
	[
		'of the workflow, at rooms before a move',
		grantFixture({ spaceIds: ['a'] }),
		{ timeZone: 'Asia/Tokyo', spaceIds: ['b'] },
		'UTC',
		true,
	],
	[
		'of the workflow, by which the doors open',
		undefined,
		{ otherTimeZone: { ...OTHER, setsDoors: true } },
		'UTC',
		true,
	],
	['of the workflow, at doors without one', undefined, { doors: [DOOR] }, 'UTC', true],
	['of no door', undefined, {}, undefined, false],
])('has the time zone %s, and says if nobody chose it', (_what, grant, report, zone, isSaid) => {
	const item = toItem(key, grant, { otherTimeZone: OTHER, ...report });
	const codes = (item.problems as WireObject[]).map(({ code }) => code);
	expect([item.time_zone, codes.includes('no_time_zone')]).toEqual([zone, isSaid]);
});

it('shows no contact of another guest in the mailbox of the stay', () => {
	const person = {
		user_identity_id: 'person-1',
		user_identity_key: 'reservation:4711',
		full_name: 'Ann Lee',
		email_address: 'ann@example.com',
	};
	const emailFor = (guestName?: string) =>
		toItem(key, grantFixture({ person, name: 'Ann Lee' }), { guestName }).guest_email;
	expect([undefined, 'Ann Lee', 'Mrs Ann Leigh'].map(emailFor)).toEqual([
		'ann@example.com',
		'ann@example.com',
		null,
	]);
});

it('has the name that came in, not the one of the person', () => {
	const item = (guestName?: string) => toItem(key, grantFixture({ name: 'Ann' }), { guestName });
	expect([item('Bob').guest_name, item().guest_name]).toEqual(['Bob', 'Ann']);
});

it('has no name if the guest has none, in place of which the access has the number of the booking', () => {
	const named = (person: WireObject) => toItem(key, grantFixture({ name: '4711', person }), {});
	expect([named({ full_name: 'Ann' }).guest_name, named({}).guest_name]).toEqual(['Ann', null]);
});

it('shows no PIN of access that somebody ends meanwhile', async () => {
	const record = { warnings: [{ warning_code: 'being_deleted' }] };
	const { send } = answeringSend(() => ({ access_codes: [], ok: true }));
	const grants = { readAgainOf: () => ({ grant: grantFixture({ record }), isNew: false }) };
	const stay = { ...key, status: 'confirmed' as const };
	const item = await readItem({ send, grants }, stay, 'grant-1', { outcome: 'updated' });
	expect([item.outcome, item.pin]).toEqual(['failed', null]);
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

it.each<[string, string | undefined, string, boolean]>([
	['a door has a new PIN', '4821', '1717', true],
	['a door has the same PIN of its own', '1717', '1717', false],
	['a door has the common PIN again', '1717', '4821', false],
	['the first PIN', undefined, '4821', false],
])('says in changes that a PIN changed, beside anything else: %s', (_what, had, has, isSaid) => {
	const changes = [{ what: 'rooms' as const, before: [], after: [] }];
	const before =
		had === undefined ? grantFixture({ pin: undefined, methods: [] }) : withPinOfDoor(had);
	const item = toItem(key, withPinOfDoor(has), { changes, before });
	expect((item.changes as Array<{ what: string }>).map(({ what }) => what)).toEqual(
		isSaid ? ['rooms', 'pin'] : ['rooms'],
	);
	const twice = toItem(key, withPinOfDoor(has), { changes: [...changes, PIN_CHANGE], before });
	expect(twice.changes).toHaveLength(2);
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
const atOfflineLock = (code: object, ofRoom: object) =>
	grantFixture({
		startsAt: '2020-01-01T15:00:00.000Z',
		endsAt: null,
		record: {},
		methods: [ISSUED],
		devices: [OFFLINE, { device_id: 'b', display_name: 'Room', ...JAMMED }],
		codes: [
			{ device_id: 'door', code: '4821', ...code },
			{ device_id: 'b', ...ofRoom },
		],
	});

const UNSET = { status: 'unset', is_scheduled_on_device: false };
const UNKNOWN = { status: 'unknown' };

it.each<[string, object, object, string[]]>([
	[
		'has the PIN',
		{ status: 'unset', is_scheduled_on_device: true },
		{ status: 'set' },
		[
			'The PIN is already on the lock.',
			'What to do: The PIN is on the lock, so the door opens. You cannot change it until the lock is online again.',
		],
	],
	['does not have the PIN', UNSET, UNSET, ['The PIN is not on Front Door and Room yet.']],
	[
		'may have the PIN',
		UNKNOWN,
		{ status: 'set' },
		['Whether the PIN is on Front Door is not known.'],
	],
	[
		'does not have the PIN, another may',
		UNSET,
		UNKNOWN,
		['The PIN is not on Front Door yet. Whether the PIN is on Room is not known.'],
	],
])('tells the host the same of an offline lock everywhere: it %s', (_what, code, ofRoom, lines) => {
	const { host_message: text } = toItem(key, atOfflineLock(code, ofRoom), {});
	for (const line of lines) expect(String(text).split('\n')).toContain(line);
});

it('says nothing of the PIN on locks without a lock or a PIN', () => {
	const of = (changes: Partial<Grant>) =>
		pinOnLocksOf(grantFixture({ devices: [DOOR], ...changes }));
	expect([of({ devices: [] }), of({ pin: undefined })]).toEqual([undefined, undefined]);
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

describe('atRiskProblems', () => {
	const HOUR_MS = 3_600_000;
	const NOW_MS = Date.parse('2031-01-31T15:00:00.000Z');
	const stay = (startsInHours: number, isIssued: boolean, status: string) =>
		grantFixture({
			startsAt: new Date(NOW_MS + startsInHours * HOUR_MS).toISOString(),
			record: {},
			methods: [{ access_method_id: 'm1', mode: 'code', is_issued: isIssued }],
			devices: [{ device_id: 'd1', properties: { online: true } }],
			codes: [{ device_id: 'd1', status }],
		});

	it.each<[string, number, boolean, string, string[]]>([
		['a PIN that is issued and waits for the start', 2, true, 'unset', []],
		[
			'a PIN that is not on its lock although the stay has begun',
			-0.1,
			true,
			'setting',
			['not_ready'],
		],
		['a PIN on its lock', -0.1, true, 'set', []],
		['a PIN that is not issued on the day before', 20, false, 'unset', ['not_ready']],
		['a PIN that is not issued two days before', 48, false, 'unset', []],
	])('judges %s', (_what, startsInHours, isIssued, status, codes) => {
		expect(
			atRiskProblems(stay(startsInHours, isIssued, status), NOW_MS, 24 * HOUR_MS).map(
				({ code }) => code,
			),
		).toEqual(codes);
	});
});

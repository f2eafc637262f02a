import * as fc from 'fast-check';
import type { Grant, Method } from '../../../nodes/DeviceAccess/reservations/grants/grant';
import { messageKey, toItem } from '../../../nodes/DeviceAccess/reservations/items/item';
import type { WireObject } from '../../../nodes/DeviceAccess/wire/records';
import { grantFixture } from '../reservations/grantFixture';
import { assertProperty } from '../../support/assert/assertProperty';

const SECRET = 'key_of_the_credential';
const keyOf = (grant: Grant, secret = SECRET) => messageKey(grant, undefined, secret);

interface Told {
	spaceIds: string[];
	startsAt: string;
	endsAt: string | null;
	timeZone: string;
	pin: string;
	/** By lock. */
	pinsOfDoors: Record<string, string>;
	link: string | null;
}

interface Untold {
	isReversed: boolean;
	isOnline: boolean;
	name: string;
	roomName: string;
	hasCodes: boolean;
	createdAtMs: number;
}

const DOORS = ['door-1', 'door-2'];
const pin = fc.constantFrom('4821', '1717', '482173');
const FIELDS = {
	spaceIds: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1 }),
	startsAt: fc.constantFrom('2030-06-20T15:00:00.000Z', '2030-06-20T16:00:00.000Z'),
	endsAt: fc.constantFrom('2030-06-22T11:00:00.000Z', '2030-06-23T11:00:00.000Z', null),
	timeZone: fc.constantFrom('Europe/Berlin', 'Asia/Kolkata'),
	pin,
	pinsOfDoors: fc.dictionary(fc.constantFrom(...DOORS), fc.constantFrom('9035', '6604')),
	link: fc.constantFrom(null, 'https://key.example.com/1', 'https://key.example.com/2'),
};
const told: fc.Arbitrary<Told> = fc.record(FIELDS);
const untold: fc.Arbitrary<Untold> = fc.record({
	isReversed: fc.boolean(),
	isOnline: fc.boolean(),
	name: fc.constantFrom('Ann', 'Bob'),
	roomName: fc.constantFrom('Room', 'Suite'),
	hasCodes: fc.boolean(),
	createdAtMs: fc.nat(),
});

function toGrant(what: Told, how: Untold): Grant {
	const ordered = <Entry>(list: Entry[]) => (how.isReversed ? [...list].reverse() : list);
	const devices = DOORS.map((id) => ({
		device_id: id,
		display_name: id,
		properties: { online: how.isOnline },
		errors: how.isOnline ? [] : [{ error_code: 'device_disconnected', message: 'Offline' }],
	}));
	const warnings = Object.entries(what.pinsOfDoors).map(([id, code]) => ({
		warning_code: 'requested_code_unavailable',
		device_id: id,
		original_code: what.pin,
		new_code: code,
	}));
	return grantFixture({
		name: how.name,
		startsAt: how.isReversed ? what.startsAt.replace('.000Z', '+00:00') : what.startsAt,
		endsAt: what.endsAt,
		createdAtMs: how.createdAtMs,
		spaceIds: ordered([...what.spaceIds].sort()),
		spaces: ordered(
			what.spaceIds.map((id) => ({
				space_id: id,
				name: how.roomName,
				customer_data: { time_zone: what.timeZone },
			})),
		),
		pin: what.pin,
		record: { warnings: ordered(warnings), instant_key_url: what.link },
		methods: [{ access_method_id: 'm1', mode: 'code', code: what.pin, is_issued: true }],
		devices: ordered(devices),
		codes: how.hasCodes
			? devices.map(({ device_id: id }) => ({
					device_id: id,
					code: what.pinsOfDoors[id] ?? what.pin,
					status: 'set',
				}))
			: undefined,
	});
}

const normal = ({ spaceIds, ...what }: Told) =>
	JSON.stringify({
		...what,
		pinsOfDoors: Object.entries(what.pinsOfDoors).sort(),
		spaceIds: [...spaceIds].sort(),
	});

it('is the same if and only if the guest must know the same', () => {
	// Two values drawn apart differ in everything at once, which hides a field that does not count: one of them changes.
	const field = fc.constantFrom(...(Object.keys(FIELDS) as Array<keyof Told>));
	assertProperty(
		fc.property(told, told, field, untold, untold, (one, drawn, changed, how, otherwise) => {
			const other = { ...one, [changed]: drawn[changed] };
			const keys = [keyOf(toGrant(one, how)), keyOf(toGrant(other, otherwise))];
			// So that nobody finds a PIN by trying.
			expect(keyOf(toGrant(one, how), 'another key')).not.toBe(keys[0]);
			expect(keys[0] === keys[1]).toBe(normal(one) === normal(other));
			expect(keyOf(toGrant(one, otherwise))).toBe(keys[0]);
			expect(keys[0]).toMatch(/^[a-p]{32}$/);
		}),
		500,
	);
});

it('is another one for another guest, whether the access is new or that of a guest in the house', () => {
	const ofPerson = (id: string) => withRecords({ user_identity_id: id }, issued);
	const first = keyOf(ofPerson('ann'));
	expect(keyOf(ofPerson('bob'))).not.toBe(first);
	const inHouse = messageKey(ofPerson('ann'), undefined, SECRET, 'Bob');
	expect(inHouse).not.toBe(first);
	expect(messageKey(ofPerson('ann'), undefined, SECRET, 'Bob')).toBe(inHouse);
});

const issued = { access_method_id: 'm1', mode: 'code', code: '4821', is_issued: true };
const withRecords = (record: WireObject, ...methods: Method[]) => grantFixture({ record, methods });

it.each<[string, Grant, boolean]>([
	['the PIN is not issued', withRecords({}, { ...issued, is_issued: false }), false],
	['there is no PIN or key', grantFixture({ methods: [] }), false],
	[
		'new times are not issued',
		withRecords({ pending_mutations: [{ mutation_code: 'updating_access_times' }] }, issued),
		false,
	],
	[
		'a lock cannot have the access',
		withRecords({ errors: [{ error_code: 'cannot_create_requested_access_methods' }] }, issued),
		false,
	],
	[
		'a card waits for a person',
		withRecords({}, issued, {
			access_method_id: 'm2',
			mode: 'card',
			is_issued: false,
			is_ready_for_encoding: true,
		}),
		true,
	],
])('tells whether a message can be sent: %s', (_what, grant, isReady) => {
	expect(keyOf(grant) !== null).toBe(isReady);
});

it('differs once backup codes replace the PIN on locks, in any order', () => {
	const backup = {
		...issued,
		code: '9035',
		warnings: [
			{ warning_code: 'pulled_backup_access_code', original_access_method_id: 'method-1' },
		],
	};
	const first = { ...issued, access_method_id: 'method-1' };
	const other = { ...backup, code: '6604' };
	const key = keyOf(withRecords({}, first, backup, other));
	expect(key).not.toBe(keyOf(withRecords({}, first)));
	expect(keyOf(withRecords({}, first, other, backup))).toBe(key);
	const taken = { ...first, access_method_id: 'method-0', code: '1717' };
	const ofTaken = {
		...backup,
		warnings: [{ ...backup.warnings[0], original_access_method_id: 'method-0' }],
	};
	expect(keyOf(withRecords({}, taken, ofTaken, first))).toBe(keyOf(withRecords({}, first)));
});

it('is in the item, except in a dry run', () => {
	const grant = withRecords({}, issued);
	const key = { prefix: 'reservation:', reservationKey: '4711' };
	const items = [{}, { isDryRun: true }].map(
		(report) => toItem(key, grant, { secret: SECRET, ...report }).message_key,
	);
	expect(items).toEqual([keyOf(grant), null]);
});

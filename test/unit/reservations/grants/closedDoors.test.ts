import { closedDoorsOf } from '../../../../nodes/DeviceAccess/reservations/grants/readiness';
import type { WireObject } from '../../../../nodes/DeviceAccess/wire/records';

const ROOM = { device_id: 'room', display_name: 'Room 101' };
const THERMOSTAT = {
	device_id: 'heat',
	display_name: 'Heat',
	capabilities_supported: ['thermostat'],
};
const LOBBY = { acs_entrance_id: 'lobby', display_name: 'Lobby' };
const key = (changes: WireObject = {}) => ({ mode: 'mobile_key', is_issued: true, ...changes });
const PIN = { mode: 'code', is_issued: true };

const closed = (methods: WireObject[], opened: string[]) =>
	closedDoorsOf(
		{
			record: {},
			methods,
			devices: [ROOM, THERMOSTAT],
			entrances: [LOBBY],
			spaces: [],
			placeNames: [],
		},
		new Set(opened),
	);

it.each<[string, WireObject[], string[], unknown[]]>([
	['a key that opens all doors', [key()], ['room', 'lobby'], []],
	['a key that opens the lobby only', [key()], ['lobby'], ['Room 101']],
	['a PIN that opens the other door', [key(), PIN], ['lobby', 'room'], []],
	['a key that opens nothing', [key()], [], ['Room 101', 'Lobby']],
	['a key that is not issued yet', [key({ is_issued: false })], [], []],
	['a key whose doors are still being changed', [key({ pending_mutations: [{}] })], [], []],
	[
		'a card that was never encoded, whose doors the service does not list',
		[key({ mode: 'card', is_issued: false, is_ready_for_encoding: true })],
		[],
		[],
	],
	[
		'a card that was never encoded, whose doors the service lists',
		[key({ mode: 'card', is_issued: false, is_ready_for_encoding: true })],
		['lobby'],
		['Room 101'],
	],
])('closed doors of %s', (_what, methods, opened, expected) => {
	expect(closed(methods, opened)).toEqual(expected);
});

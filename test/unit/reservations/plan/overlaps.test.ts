import {
	type RoomStay,
	RoomStays,
} from '../../../../nodes/DeviceAccess/reservations/plan/overlaps';

const ANN: RoomStay = {
	reservationKey: 'a',
	guestName: 'Ann',
	spaceIds: ['room-1', 'room-2'],
	fromMs: Date.parse('2030-06-10T15:00:00Z'),
	untilMs: Date.parse('2030-06-12T11:00:00Z'),
};
const BOB: RoomStay = { ...ANN, reservationKey: 'b', guestName: 'Bob', spaceIds: ['room-2'] };

it.each<[string, Partial<RoomStay>, number]>([
	['of another guest in the same room at the same time', {}, 1],
	['without an end', { fromMs: Date.parse('2030-06-01T15:00:00Z'), untilMs: Infinity }, 1],
	['that begins when the other ends', { fromMs: Date.parse('2030-06-12T13:00:00+02:00') }, 0],
	['in another room', { spaceIds: ['room-3'] }, 0],
	['of the same guest under another number', { guestName: ' ann' }, 0],
	['of another guest of the same reservation', { reservationKey: 'a' }, 0],
])('a stay %s: problems of both items', (_what, changes, count) => {
	const other = { ...BOB, ...changes };
	const stays = new RoomStays([ANN, other]);
	expect([ANN, other].map((stay) => stays.problemsOf(stay).map(({ code }) => code))).toEqual(
		Array(2).fill(Array(count).fill('overlapping_stay')),
	);
});

it.each<[string, Partial<RoomStay>, string[]]>([
	['of the same guest under another number', {}, ['b']],
	['of another guest', { guestName: 'Bob' }, []],
	['of the same reservation', { reservationKey: 'a' }, []],
])('another stay %s: which is the same stay twice', (_what, changes, expected) => {
	const other = { ...BOB, guestName: ' ann', ...changes };
	const same = new RoomStays([ANN, other]).sameStayTwice(ANN, { isRehearsed: true });
	expect(same.map(({ reason }) => /'(.+)'/.exec(reason)?.[1])).toEqual(expected);
});

const SAME = ['same_stay_twice'];
const OVERLAP = ['overlapping_stay'];
it.each<[string, Partial<RoomStay>, string[]]>([
	['of the same number', { reservationKey: 'beds24:HM7' }, SAME],
	['of the same number after another sign', { reservationKey: 'airbnb-HM7' }, SAME],
	['of the same number without a prefix', { reservationKey: 'HM7' }, SAME],
	['of the same guest', { reservationKey: 'beds24:9', guestName: ' ann' }, SAME],
	['of the same number, without an end', { reservationKey: 'b:HM7', untilMs: Infinity }, SAME],
	['of a longer number', { reservationKey: 'beds24:1HM7' }, OVERLAP],
	['of another guest', { reservationKey: 'beds24:9' }, OVERLAP],
	['of staff, which has no end', { reservationKey: 'staff:9', untilMs: Infinity }, []],
	['of staff, which has an end', { reservationKey: 'staff:9' }, []],
	['of a cleaner', { reservationKey: 'cleaning:2030-06-11', hasReservation: true }, []],
	['without a prefix', { reservationKey: 'plumber' }, []],
	['that carries the key of a reservation', { reservationKey: 'x', hasReservation: true }, OVERLAP],
])('access of another system %s', (_what, changes, expected) => {
	const stay = { ...ANN, reservationKey: 'HM7' };
	const other: RoomStay = { ...BOB, isOfOtherSystem: true, ...changes };
	const stays = new RoomStays([stay, other]);
	expect([
		...stays.problemsOf(stay).map(({ code }) => code),
		...stays.sameStayTwice(stay, { isRehearsed: true }).map(({ code }) => code),
	]).toEqual(expected);
});

it.each<[string, Partial<RoomStay>, string[]]>([
	['that carries its key', { reservationKey: 'HM7', hasReservation: true }, SAME],
	[
		'that carries its key and one of its own',
		{ reservationKey: 'c1:HM7', hasReservation: true },
		SAME,
	],
	['without the key of a reservation', { reservationKey: 'HM7' }, []],
	['for another guest', { reservationKey: 'x', hasReservation: true }, []],
	['without an end', { reservationKey: 'HM7', hasReservation: true, untilMs: Infinity }, []],
	['made here', { isOfOtherSystem: undefined, reservationKey: 'HM8', guestName: 'Ann' }, []],
	[
		'later',
		{ reservationKey: 'HM7', hasReservation: true, fromMs: Date.parse('2030-06-12T11:00:00Z') },
		[],
	],
])(
	'also outside a rehearsal, access of another system for the same stay %s',
	(_what, changes, expected) => {
		const stay = { ...ANN, reservationKey: 'HM7' };
		const other: RoomStay = { ...BOB, isOfOtherSystem: true, ...changes };
		const found = new RoomStays([stay, other]).sameStayTwice(stay, { isRehearsed: false });
		expect(found.map(({ code }) => code)).toEqual(expected);
	},
);

const guest = (contacts: object) => ({ unusable: [], name: 'Ann', ...contacts });
it.each<[string, object, object, number]>([
	['the same key', { key: 'a', emailAddress: 'a@x' }, { key: 'a', emailAddress: 'b@x' }, 0],
	['another key', { key: 'a', emailAddress: 'a@x' }, { key: 'b', emailAddress: 'a@x' }, 1],
	['another address', { emailAddress: 'a@x' }, { emailAddress: 'b@x' }, 1],
	['another phone', { phoneNumber: '+1' }, { phoneNumber: '+2' }, 1],
	['the same phone', { phoneNumber: '+1' }, { phoneNumber: '+1', emailAddress: 'b@x' }, 0],
	['no contact', {}, { emailAddress: 'b@x' }, 0],
	['a key that the other lacks', { key: 'a' }, {}, 0],
	[
		'the same address and another phone',
		{ emailAddress: 'a@x', phoneNumber: '+1' },
		{ emailAddress: 'a@x', phoneNumber: '+2' },
		0,
	],
	['no contact and no names', { name: undefined }, { name: undefined }, 1],
	[
		'the same address and no names',
		{ name: undefined, emailAddress: 'a@x' },
		{ name: undefined, emailAddress: 'A@x' },
		0,
	],
])('a guest with the same name and %s: problems', (_what, one, other, count) => {
	const ann = { ...ANN, guest: guest(one) };
	const stays = new RoomStays([{ ...BOB, guestName: 'ANN', guest: guest(other) }]);
	expect(stays.problemsOf(ann)).toHaveLength(count);
});

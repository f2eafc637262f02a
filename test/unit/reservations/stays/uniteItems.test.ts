import type {
	Asked,
	Stay,
	StayWithAccess,
} from '../../../../nodes/DeviceAccess/reservations/stays/stay';
import { uniteItems } from '../../../../nodes/DeviceAccess/reservations/stays/uniteItems';

const MAY = Date.UTC(2030, 4, 1);
const JUNE = Date.UTC(2030, 5, 1);

const MAY_2020 = Date.UTC(2020, 4, 1);
const JUNE_2020 = Date.UTC(2020, 5, 1);

const access = (changes: Partial<StayWithAccess> = {}): Asked => ({
	is: 'give',
	stay: {
		prefix: 'reservation:',
		reservationKey: '4711',
		status: 'confirmed',
		guest: { name: 'Ann Lee', emailAddress: 'ann@example.com', unusable: [] },
		rooms: ['room-101'],
		arrival: { instantMs: 0 },
		departure: { instantMs: 1 },
		...changes,
	} as StayWithAccess,
});
const end = (changedAtMs?: number): Asked => ({
	is: 'end',
	stay: { ...access({ changedAtMs }).stay, status: 'cancelled' },
});
const unread: Asked = {
	is: 'fail',
	stay: { ...access().stay, status: 'not_a_stay' },
	error: new Error('The date is wrong'),
};
const moved = (changedAtMs?: number) => access({ changedAtMs, departure: { instantMs: 2 } });
const suite = (changedAtMs?: number) => access({ changedAtMs, rooms: ['suite'] });
const name = (text: string) => ({ name: text, emailAddress: 'Ann@Example.com', unusable: [] });

/** What each item does: its rooms and time, its end, the code of its problem or error. */
function doneBy(asked: Asked[], isOutdated: (stay: Stay) => boolean = () => false): unknown[] {
	const united = uniteItems(asked, isOutdated);
	return asked.map((_, item) => {
		const one = united.find(({ items }) => items.includes(item))?.asked;
		if (one?.is === 'give') return [one.stay.rooms.join(), one.stay.changedAtMs];
		if (one?.is === 'fail') return (one.error as { type?: string }).type ?? 'own';
		return one?.is === 'leave' ? one.why.code : one?.is;
	});
}

it.each([0, 1])('a change with a wrong clock beats no cancellation, in either order', (first) => {
	const items = [access({ changedAtMs: Date.UTC(9999, 0) }), end(Date.now() - 60_000)];
	const ordered = first === 0 ? items : [...items].reverse();
	expect(doneBy(ordered).sort()).toEqual(['end', 'outdated']);
});

const BOTH_ROOMS = ['room-101,suite', undefined];
const CONTRADICTION = ['contradicting_items', 'contradicting_items'];

it.each<[string, Asked[], unknown[]]>([
	['their rooms are united', [access(), suite()], [BOTH_ROOMS, BOTH_ROOMS]],
	[
		'case and white space are no difference',
		[access({ guest: name('ANN  LEE') }), suite()],
		[BOTH_ROOMS, BOTH_ROOMS],
	],
])('items that differ only in rooms: %s', (_what, requests, expected) => {
	expect(doneBy(requests)).toEqual(expected);
});

it.each<[string, Asked[], unknown[]]>([
	[
		'the latest counts',
		[access({ changedAtMs: MAY }), moved(JUNE)],
		['outdated', ['room-101', JUNE]],
	],
	[
		'with all rooms of the latest',
		[
			moved(JUNE),
			access({ changedAtMs: MAY }),
			{ ...moved(JUNE), stay: { ...moved(JUNE).stay, rooms: ['suite'] } } as Asked,
		],
		[['room-101,suite', JUNE], 'outdated', ['room-101,suite', JUNE]],
	],
	[
		'a guest who moved has the rooms of the latest only',
		[access({ changedAtMs: MAY }), suite(JUNE)],
		['outdated', ['suite', JUNE]],
	],
	['a later cancellation counts', [access({ changedAtMs: MAY }), end(JUNE)], ['outdated', 'end']],
	[
		'of the same time, the cancellation counts',
		[end(MAY), access({ changedAtMs: MAY })],
		['end', 'outdated'],
	],
	[
		'of the same time, others contradict each other',
		[moved(MAY), access({ changedAtMs: MAY })],
		CONTRADICTION,
	],
	['without a time, all contradict each other', [moved(), access()], CONTRADICTION],
	['and without a time, so does a cancellation', [end(), access()], CONTRADICTION],
	['with one time, all contradict each other', [moved(MAY), access()], CONTRADICTION],
])('items that differ in more are versions: %s', (_what, requests, expected) => {
	expect(doneBy(requests)).toEqual(expected);
});

it('an item that cannot be read fails all of its reservation, and no other', () => {
	const other = access({ reservationKey: '4712' });
	expect(doneBy([access(), unread, other])).toEqual([
		'unread_item',
		'own',
		['room-101', undefined],
	]);
});

it.each<[string, number | undefined, number | undefined, unknown]>([
	[
		'an earlier version without a room does not hold a later one back',
		MAY_2020,
		JUNE_2020,
		['room-101', JUNE_2020],
	],
	['a later version without a room does', JUNE_2020, MAY_2020, 'unread_item'],
	['so does one of the same time, which can be a room of it', MAY_2020, MAY_2020, 'unread_item'],
	['a wrong clock proves nothing', MAY_2020, Date.UTC(9999, 0), 'unread_item'],
])('%s', (_what, unreadMs, readMs, expected) => {
	const withoutRoom = { ...unread, stay: { ...unread.stay, changedAtMs: unreadMs } } as Asked;
	expect(doneBy([withoutRoom, access({ changedAtMs: readMs })])).toEqual(['own', expected]);
});

it('a stay of which a later change is known is outdated, and ends nobody', () => {
	const isKnownLater = ({ reservationKey }: Stay) => reservationKey === '4711';
	const other = access({ reservationKey: '4711-2', changedAtMs: MAY });
	expect(doneBy([end(JUNE), other], isKnownLater)).toEqual(['outdated', ['room-101', MAY]]);
});

it('a block or an unknown word that comes late is outdated, so that nobody is told of it', () => {
	const { stay } = access({ changedAtMs: MAY });
	const why = { code: 'not_a_stay', reason: '', remedy: '', keeps_door_closed: false };
	const block: Asked = { is: 'leave', stay, why, noStay: 'The days are blocked' };
	const unknown: Asked = { is: 'leave', stay, why: { ...why, code: 'unknown_status' } };
	for (const late of [block, unknown]) expect(doneBy([late], () => true)).toEqual(['outdated']);
});

it('the end of a reservation is only its own, whatever key another guest of the booking has', () => {
	const other = access({ reservationKey: '4711-2' });
	expect(doneBy([end(), other])).toEqual(['end', ['room-101', undefined]]);
});

it('a booking without a room fails none of another system that has the same number', () => {
	const stay = { ...access().stay, prefix: 'guesty:' };
	const noRoom: Asked = { is: 'fail', stay, error: new Error('No room'), hasNoRoom: true };
	expect(doneBy([access(), noRoom])).toEqual([['room-101', undefined], 'own']);
	expect(doneBy([access({ prefix: 'guesty:' }), noRoom])).toEqual(['unread_item', 'own']);
	const earlier: Asked = { ...noRoom, stay: { ...stay, changedAtMs: MAY_2020 } };
	expect(doneBy([access({ changedAtMs: JUNE_2020 }), earlier])[1]).toBe('own');
});

it('two versions that both end the stay do not contradict each other', () => {
	expect(doneBy([end(), end(MAY_2020)])).toEqual(['outdated', 'end']);
});

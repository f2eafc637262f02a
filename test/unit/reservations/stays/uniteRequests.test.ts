import type {
	StayRequest,
	StayWithAccess,
} from '../../../../nodes/DeviceAccess/reservations/stays/stay';
import { uniteRequests } from '../../../../nodes/DeviceAccess/reservations/stays/uniteRequests';

const MAY = Date.UTC(2030, 4, 1);
const JUNE = Date.UTC(2030, 5, 1);

const access = (changes: Partial<StayWithAccess> = {}): StayRequest => ({
	is: 'access',
	stay: {
		prefix: 'reservation:',
		reservationKey: '4711',
		guestNumber: 1,
		status: 'confirmed',
		guest: { name: 'Ann Lee', emailAddress: 'ann@example.com', unusable: [] },
		rooms: ['room-101'],
		arrival: { instantMs: 0 },
		departure: { instantMs: 1 },
		...changes,
	} as StayWithAccess,
});
const end = (changedAtMs?: number): StayRequest => ({
	is: 'end',
	stay: { ...access({ changedAtMs }).stay, status: 'cancelled' },
});
const unread: StayRequest = {
	is: 'unread',
	stay: { ...access().stay, guestNumber: 1, status: 'not_a_stay' },
	error: new Error('The date is wrong'),
};
const moved = (changedAtMs?: number) => access({ changedAtMs, departure: { instantMs: 2 } });
const suite = (changedAtMs?: number) => access({ changedAtMs, rooms: ['suite'] });
const name = (text: string) => ({ name: text, emailAddress: 'Ann@Example.com', unusable: [] });

/** What each item does: its rooms and time, its end, the code of its problem or error. */
function doneBy(requests: StayRequest[]): unknown[] {
	const united = uniteRequests(requests);
	return requests.map((_, item) => {
		const request = united.find(({ items }) => items.includes(item))?.request;
		if (request?.is === 'access') return [request.stay.rooms.join(), request.stay.changedAtMs];
		if (request?.is === 'unread') return (request.error as { type?: string }).type ?? 'own';
		return request?.is === 'ignored' ? request.reason.code : request?.is;
	});
}

it.each([0, 1])('a change with a wrong clock beats no cancellation, in either order', (first) => {
	const items = [access({ changedAtMs: Date.UTC(9999, 0) }), end(Date.now() - 60_000)];
	const ordered = first === 0 ? items : [...items].reverse();
	expect(doneBy(ordered).sort()).toEqual(['end', 'outdated']);
});

const BOTH_ROOMS = ['room-101,suite', undefined];
const CONTRADICTION = ['contradicting_items', 'contradicting_items'];

it.each<[string, StayRequest[], unknown[]]>([
	['their rooms are united', [access(), suite()], [BOTH_ROOMS, BOTH_ROOMS]],
	[
		'their rooms are united, and the latest time counts',
		[access({ changedAtMs: JUNE }), suite(MAY)],
		Array(2).fill(['room-101,suite', JUNE]),
	],
	[
		'case and white space are no difference',
		[access({ guest: name('ANN  LEE') }), suite()],
		[BOTH_ROOMS, BOTH_ROOMS],
	],
])('items that differ only in rooms and time: %s', (_what, requests, expected) => {
	expect(doneBy(requests)).toEqual(expected);
});

it.each<[string, StayRequest[], unknown[]]>([
	[
		'the latest counts',
		[access({ changedAtMs: MAY }), moved(JUNE)],
		['outdated', ['room-101', JUNE]],
	],
	['in any order', [moved(JUNE), access({ changedAtMs: MAY })], [['room-101', JUNE], 'outdated']],
	[
		'with all rooms of the latest',
		[
			moved(JUNE),
			access({ changedAtMs: MAY }),
			{ ...moved(JUNE), stay: { ...moved(JUNE).stay, rooms: ['suite'] } } as StayRequest,
		],
		[['room-101,suite', JUNE], 'outdated', ['room-101,suite', JUNE]],
	],
	['a later cancellation counts', [access({ changedAtMs: MAY }), end(JUNE)], ['outdated', 'end']],
	[
		'an earlier cancellation does not',
		[end(MAY), access({ changedAtMs: JUNE })],
		['outdated', ['room-101', JUNE]],
	],
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
	const second = access({ guestNumber: 2 });
	const other = access({ reservationKey: '4712' });
	expect(doneBy([access(), unread, second, other])).toEqual([
		'unread_item',
		'own',
		'unread_item',
		['room-101', undefined],
	]);
});

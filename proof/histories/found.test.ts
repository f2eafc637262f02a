/*
 * The shortest history of each defect that readers or the histories found. A test of a defect that is not mended yet is
 * `test.failing`: it says so when it is mended.
 */
import { aStay, broken } from './broken';

const BOB = {
	who: 'bob',
	name: 'Bob Stone',
	email: 'bob-1@guests.example.com',
	phone: '+491512345672',
};
const JONES = { who: 'jones', name: 'Mr Jones', email: undefined, phone: undefined };
const MESSAGES = { do: 'messages' } as const;
const IN_HOUSE = { from: -10, to: 60 };

describe('people', () => {
	test('the message of a guest who returns goes to the address of this booking', async () => {
		expect(
			await broken({
				events: [
					{ do: 'book', key: 'R-1', booking: aStay({ from: -30, to: 30 }), call: true },
					{
						do: 'book',
						key: 'R-2',
						booking: aStay({ email: 'ann-2@guests.example.com' }),
						call: true,
					},
					MESSAGES,
				],
			}),
		).toEqual([]);
	});

	test('a key that two guests share gives none of them the address of the other', async () => {
		expect(
			await broken({
				events: [
					{ do: 'book', key: 'R-1', booking: aStay({ guestKey: 'agency' }), call: true },
					{ do: 'book', key: 'R-2', booking: aStay({ ...BOB, guestKey: 'agency' }), call: true },
					MESSAGES,
				],
			}),
		).toEqual([]);
	});

	test('what ends a booking does not show the contact of a guest before who shares a part of the name', async () => {
		const namesake = { who: 'namesake', name: 'Mrs Ann Leigh', email: undefined, phone: undefined };
		expect(
			await broken({
				events: [
					{ do: 'book', key: 'R-1', booking: aStay({ name: 'Ann Lee' }), call: true },
					{ do: 'change', key: 'R-1', to: namesake },
					{ do: 'change', key: 'R-1', to: { status: 'unconfirmed', from: -10 } },
					{ do: 'list', dryRun: true },
				],
			}),
		).toEqual([]);
	});

	test('a refusal that quotes an address with the word reservations costs nobody access', async () => {
		const email = 'reservations@agency.example.com';
		expect(
			await broken({
				service: { quotesContacts: true },
				events: [
					{ do: 'book', key: 'R-1', booking: aStay({ email }), call: true },
					{ do: 'book', key: 'R-2', booking: aStay({ ...BOB, email }), call: true },
				],
			}),
		).toEqual([]);
	});

	test('a refusal that quotes a name with the word reservations costs nobody access', async () => {
		const name = 'Reservations Desk';
		expect(
			await broken({
				service: { quotesContacts: true },
				events: [
					{ do: 'book', key: 'R-1', booking: aStay({ name }), call: true },
					{ do: 'book', key: 'R-2', booking: aStay({ name, rooms: ['south-1'] }), call: true },
				],
			}),
		).toEqual([]);
	});

	test('new dates are applied although people cannot be read', async () => {
		expect(
			await broken({
				service: { hidesPeople: true },
				events: [
					{ do: 'book', key: 'R-1', booking: aStay(), call: true },
					{
						do: 'change',
						key: 'R-1',
						to: { to: 80, email: 'ann-2@guests.example.com' },
						call: true,
					},
				],
			}),
		).toEqual([]);
	});

	test('a guest with a key gets access, also a second time, although people cannot be read', async () => {
		const guestKey = 'profile-1';
		expect(
			await broken({
				service: { hidesPeople: true },
				events: [
					{ do: 'book', key: 'R-1', booking: aStay({ guestKey }), call: true },
					{ do: 'book', key: 'R-2', booking: aStay({ guestKey, rooms: ['south-1'] }), call: true },
					{ do: 'change', key: 'R-2', to: { to: 80 }, call: true },
					{ do: 'change', key: 'R-1', to: { status: 'cancelled' }, call: true },
					{ do: 'call', keys: ['R-1'] },
				],
			}),
		).toEqual([]);
	});

	test('two guests whose names share only a title do not share a PIN', async () => {
		expect(
			await broken({
				events: [
					{
						do: 'book',
						key: 'R-1',
						booking: aStay({ ...JONES, who: 'smith', name: 'Mr Smith' }),
						call: true,
					},
					MESSAGES,
					{ do: 'change', key: 'R-1', to: JONES, call: true },
				],
			}),
		).toEqual([]);
	});

	test('a guest whose profile was merged keeps the PIN', async () => {
		expect(
			await broken({
				events: [
					{ do: 'book', key: 'R-1', booking: aStay({ guestKey: 'profile-1' }), call: true },
					MESSAGES,
					{ do: 'change', key: 'R-1', to: { guestKey: 'profile-2' }, call: true },
				],
			}),
		).toEqual([]);
	});
});

describe('in the house', () => {
	test.each(['error 500', 'conflict 409'] as const)(
		'a guest who moves behind the same front door keeps a way in after one %s',
		async (kind) => {
			expect(
				await broken({
					events: [
						{
							do: 'book',
							key: 'R-1',
							booking: aStay({ ...IN_HOUSE, rooms: ['north-1'] }),
							call: true,
						},
						MESSAGES,
						{
							do: 'change',
							key: 'R-1',
							to: { rooms: ['north-2'] },
							call: true,
							fault: { kind, at: 0, path: '/access_grants/request_access_methods' },
						},
					],
				}),
			).toEqual([]);
		},
	);

	test.each([
		undefined,
		...(['error 500', 'conflict 409'] as const).flatMap((kind) =>
			[0, 1].map((at) => ({ kind, at, path: '/access_grants/create' })),
		),
	])(
		'where access takes one PIN only, a guest who moves behind the same front door keeps a way in: %j',
		async (fault) => {
			expect(
				await broken({
					service: { onePinOnly: true },
					events: [
						{
							do: 'book',
							key: 'R-1',
							booking: aStay({ ...IN_HOUSE, rooms: ['north-1'] }),
							call: true,
						},
						MESSAGES,
						{ do: 'change', key: 'R-1', to: { rooms: ['north-2'] }, call: true, fault },
					],
				}),
			).toEqual([]);
		},
	);

	test('a list may say that a guest has left, and the access then ends', async () => {
		expect(
			await broken({
				events: [
					{ do: 'book', key: 'R-1', booking: aStay({ from: -5, to: 20 }), call: true },
					{ do: 'list', flaw: 'wrongWords' },
				],
			}),
		).toEqual([]);
	});

	test('the host hears that the dates of a guest in the house moved to next week', async () => {
		expect(
			await broken({
				events: [
					{ do: 'book', key: 'R-1', booking: aStay({ from: -20, to: 30 }), call: true },
					MESSAGES,
					{ do: 'change', key: 'R-1', to: { from: 150, to: 190 }, call: true },
				],
			}),
		).toEqual([]);
	});

	test('the host hears that the booking of a guest in the house passes to another from tomorrow', async () => {
		expect(
			await broken({
				events: [
					{ do: 'book', key: 'R-1', booking: aStay({ from: -20, to: 30 }), call: true },
					MESSAGES,
					{ do: 'change', key: 'R-1', to: { ...BOB, from: 20, to: 60 }, call: true },
				],
			}),
		).toEqual([]);
	});

	test('former rooms close although the service never frees a key', async () => {
		const move = (room: string) =>
			({ do: 'change', key: 'R-1', to: { rooms: [room] }, call: true }) as const;
		expect(
			await broken({
				service: { deletedGrantKeys: 'neverFree' },
				events: [
					{ do: 'book', key: 'R-1', booking: aStay({ from: -10, to: 90 }), call: true },
					...['south-1', 'north-3', 'south-1', 'north-3', 'south-1', 'north-3'].map(move),
					{ do: 'lock', room: 'south-1', online: false },
					move('south-1'),
					{ do: 'lock', room: 'south-1', online: true },
					{ do: 'call', keys: ['R-1'] },
				],
			}),
		).toEqual([]);
	});

	test('a cancellation without the key of the guest ends access that has the third key', async () => {
		expect(
			await broken({
				service: { deletedGrantKeys: 'neverFree' },
				workflow: { waits: false, changedAt: true },
				events: [
					{
						do: 'book',
						key: 'R-1',
						booking: aStay({ from: -5, to: 20, guestKey: 'profile-1' }),
						call: true,
					},
					{
						do: 'change',
						key: 'R-1',
						to: { to: 40 },
						call: true,
						during: { at: 4, event: { do: 'end', key: 'R-1' } },
					},
					{ do: 'end', key: 'R-1' },
					{ do: 'list' },
					{ do: 'change', key: 'R-1', to: { status: 'unconfirmed' }, call: true },
				],
			}),
		).toEqual([]);
	});

	test('a cancellation ends access of another guest whose keys a service never freed', async () => {
		const call = { do: 'call', keys: ['R-1'] } as const;
		const tom = { who: 'jones', name: 'Mr Tom Jones', phone: undefined, rooms: ['lodge'] };
		expect(
			await broken({
				service: { deletedGrantKeys: 'neverFree' },
				workflow: { waits: false },
				events: [
					{
						do: 'book',
						key: 'R-1',
						booking: aStay({ ...tom, from: 180, to: 200 }),
						call: true,
						during: { at: 12, event: { do: 'list' } },
					},
					{ do: 'change', key: 'R-1', to: { name: 'Mr Jonas' }, call: true },
					{ do: 'hand', what: 'deletes the access', key: 'R-1' },
					{ ...call, during: { at: 1, event: call } },
					{ do: 'end', key: 'R-1' },
					{ do: 'list' },
					{ do: 'change', key: 'R-1', to: { status: 'cancelled' }, call: true },
				],
			}),
		).toEqual([]);
	});

	test('a check-out ends the newest access of a guest who moved twice before the first new room was ready', async () => {
		expect(
			await broken({
				events: [
					{
						do: 'book',
						key: 'R-1',
						booking: aStay({ ...IN_HOUSE, rooms: ['lodge'], methods: ['code', 'mobile_key'] }),
						call: true,
					},
					{ do: 'change', key: 'R-1', to: { rooms: ['north-1'] } },
					{ do: 'list' },
					{ do: 'change', key: 'R-1', to: { rooms: ['north-1', 'north-2'] } },
					{ do: 'hand', what: 'deletes the PIN', key: 'R-1' },
					{ do: 'list' },
					{ do: 'change', key: 'R-1', to: { status: 'checked_out' }, call: true },
				],
			}),
		).toEqual([]);
	});

	test('a cancellation ends access with the third key beside the first, where lists lag', async () => {
		const namesake = { who: 'namesake', name: 'Ann Lee', email: 'namesake-2@guests.example.com' };
		expect(
			await broken({
				service: { inlineIdentityTaken: 'reused', listLagMs: 600_000 },
				workflow: { waits: false },
				events: [
					{
						do: 'book',
						key: 'R-1',
						booking: aStay({ who: 'cher', name: 'Cher', rooms: ['north-2'], from: 317, to: 323 }),
						call: true,
						during: { at: 12, event: { do: 'list' } },
					},
					{
						do: 'change',
						key: 'R-1',
						to: { rooms: ['north-1'] },
						call: true,
						fault: { kind: 'cut before it acted', at: 3 },
					},
					{ do: 'list' },
					{
						do: 'change',
						key: 'R-1',
						to: { ...namesake, guestKey: 'key-of-namesake' },
						call: true,
					},
					{ do: 'change', key: 'R-1', to: { ...namesake, guestKey: undefined }, call: true },
					{ do: 'change', key: 'R-1', to: { status: 'cancelled' } },
				],
			}),
		).toEqual([]);
	});

	test.each([2])(
		'where old access ends first, a list that is refused leaves the guest a way in (request %s)',
		async (at) => {
			expect(
				await broken({
					events: [
						{
							do: 'book',
							key: 'R-1',
							booking: aStay({ ...IN_HOUSE, rooms: ['tower'] }),
							call: true,
						},
						MESSAGES,
						{
							do: 'change',
							key: 'R-1',
							to: { rooms: ['lodge'] },
							call: true,
							fault: { kind: 'forbidden 403', at, path: '/access_grants/list' },
						},
					],
				}),
			).toEqual([]);
		},
	);

	test.each([1])(
		'where old access ends first, a read that fails does not open the old rooms beside the new (read %s)',
		async (at) => {
			expect(
				await broken({
					events: [
						{
							do: 'book',
							key: 'R-1',
							booking: aStay({ ...IN_HOUSE, rooms: ['tower'] }),
							call: true,
						},
						{
							do: 'change',
							key: 'R-1',
							to: { rooms: ['lodge'] },
							call: true,
							fault: { kind: 'forbidden 403', at, path: '/access_grants/get_related' },
						},
					],
				}),
			).toEqual([]);
		},
	);

	test.each(['error 502 after it acted', 'cut after it acted'] as const)(
		'where old access ends first, new access whose creation has no answer does not open the old rooms beside it (%s)',
		async (kind) => {
			const fault = { kind, at: 1, path: '/access_grants/create' };
			const booking = aStay({ ...IN_HOUSE, rooms: ['tower'] });
			expect(
				await broken({
					events: [
						{ do: 'book', key: 'R-1', booking, call: true },
						{ do: 'change', key: 'R-1', to: { rooms: ['lodge'] }, call: true, fault },
					],
				}),
			).toEqual([]);
		},
	);

	test("somebody else's access with the same reservation key ends nobody's in each execution", async () => {
		expect(
			await broken({
				events: [
					{
						do: 'book',
						key: 'R-1',
						booking: aStay({ ...IN_HOUSE, rooms: ['tower'] }),
						call: true,
					},
					{ do: 'hand', what: 'gives access with the same reservation key', key: 'R-1' },
					{ do: 'change', key: 'R-1', to: { rooms: ['lodge'] }, call: true },
				],
			}),
		).toEqual([]);
	});

	test('old access that had to end first does not leave the guest without any if the answer is lost', async () => {
		expect(
			await broken({
				events: [
					{
						do: 'book',
						key: 'R-1',
						booking: aStay({ ...IN_HOUSE, rooms: ['tower'] }),
						call: true,
					},
					{
						do: 'change',
						key: 'R-1',
						to: { rooms: ['lodge'] },
						call: true,
						fault: { kind: 'error 502 after it acted', at: 1, ofWrites: true },
					},
				],
			}),
		).toEqual([]);
	});

	// The first two keys are those of rooms that the guest has moved out of, or are free again.
	describe('access with the third key is found', () => {
		const changed = (to: object) => ({ do: 'change', key: 'R-1', to, call: true }) as const;
		const moved = (...rooms: string[]) => changed({ rooms });
		const ANN = { do: 'book', key: 'R-1', booking: aStay(IN_HOUSE), call: true } as const;
		const smith = { who: 'smith', name: 'Mr Smith', email: undefined, guestKey: 'key-of-smith' };

		test('after another guest has got a stay that now begins later', async () => {
			expect(
				await broken({
					events: [
						ANN,
						moved('north-1'),
						{ do: 'wait', hours: 24 },
						changed({ from: 140, to: 220 }),
						changed(smith),
						moved('south-1'),
					],
				}),
			).toEqual([]);
		});

		test('where the guest moves back at once and the service never frees a key', async () => {
			expect(
				await broken({
					service: { deletedGrantKeys: 'neverFree' },
					events: [
						ANN,
						moved('north-1'),
						{
							...moved('north-3'),
							during: { at: 3, event: { do: 'hand', what: 'deletes the access', key: 'R-1' } },
						},
						moved('north-1'),
						{ do: 'change', key: 'R-1', to: { rooms: ['north-3'] } },
					],
				}),
			).toEqual([]);
		});

		test('where lists lag', async () => {
			expect(
				await broken({
					service: { listLagMs: 600_000 },
					events: [
						ANN,
						moved('north-1'),
						moved('tower'),
						{ ...moved('north-1'), fault: { kind: 'refused 400', at: 1, path: '/spaces/list' } },
						{ do: 'end', key: 'R-1' },
						{ do: 'call', keys: ['R-1'] },
					],
				}),
			).toEqual([]);
		});

		test('by a guest with a Guest Key whose earlier access has ended', async () => {
			expect(
				await broken({
					workflow: { waits: false },
					events: [
						ANN,
						{ do: 'change', key: 'R-1', to: { rooms: ['north-1', 'north-2'] } },
						{ do: 'change', key: 'R-1', to: smith },
						{ do: 'list' },
						changed({ from: 168, to: 214 }),
						moved('south-2'),
					],
				}),
			).toEqual([]);
		});

		test('by a cancellation', async () => {
			expect(
				await broken({
					events: [
						ANN,
						moved('tower'),
						moved('north-1'),
						{ do: 'wait', hours: 1 },
						changed({ rooms: ['tower'], methods: ['code', 'mobile_key'] }),
						changed({ status: 'cancelled' }),
					],
				}),
			).toEqual([]);
		});

		test('where the service allows one access for each reservation', async () => {
			expect(
				await broken({
					events: [
						ANN,
						changed({ rooms: ['tower'], methods: ['mobile_key'] }),
						moved('lodge'),
						{
							do: 'change',
							key: 'R-1',
							to: { rooms: ['tower'], methods: ['code', 'mobile_key'] },
						},
					],
				}),
			).toEqual([]);
		});
	});

	test('a guest before, whose access an interrupted change has left, opens nothing during the stay', async () => {
		expect(
			await broken({
				events: [
					{ do: 'book', key: 'R-1', booking: aStay({ from: 4, to: 34 }), call: true },
					MESSAGES,
					{ do: 'wait', hours: 3 },
					{
						do: 'change',
						key: 'R-1',
						to: BOB,
						call: true,
						fault: { kind: 'conflict 409', at: 1, ofWrites: true },
					},
					{ do: 'wait', hours: 1 },
				],
			}),
		).toEqual([]);
	});

	test('a stay that is not confirmed writes nothing once its access is over', async () => {
		expect(
			await broken({
				events: [
					{ do: 'book', key: 'R-1', booking: aStay({ from: -9, to: 6 }), call: true },
					{ do: 'change', key: 'R-1', to: { status: 'unconfirmed' } },
					{ do: 'wait', hours: 3 },
					{ do: 'change', key: 'R-1', to: { to: 30 }, call: true },
				],
			}),
		).toEqual([]);
	});
});

describe('PINs', () => {
	test('a change of the PIN that ran out of time is finished by the next execution', async () => {
		expect(
			await broken({
				events: [
					{ do: 'book', key: 'R-1', booking: aStay(IN_HOUSE), call: true },
					MESSAGES,
					{ do: 'lock', room: 'north-3', online: false },
					{ do: 'pin', key: 'R-1' },
					{ do: 'lock', room: 'north-3', online: true },
					{ do: 'wait', hours: 1 },
					{ do: 'call', keys: ['R-1'] },
				],
			}),
		).toEqual([]);
	});

	test.each([undefined, 'conflict 409', 'error 500'] as const)(
		'where access can have only one PIN, the next execution finishes a change of it (fault: %s)',
		async (kind) => {
			const path = '/access_grants/request_access_methods';
			expect(
				await broken({
					service: { onePinOnly: true },
					events: [
						{ do: 'book', key: 'R-1', booking: aStay(IN_HOUSE), call: true },
						MESSAGES,
						{ do: 'pin', key: 'R-1', ...(kind && { fault: { kind, at: 0, path } }) },
						{ do: 'call', keys: ['R-1'] },
					],
				}),
			).toEqual([]);
		},
	);

	test('where access can have only one PIN, Change PIN waits until the old one is gone', async () => {
		expect(
			await broken({
				service: { onePinOnly: true },
				events: [
					{ do: 'book', key: 'R-1', booking: aStay({ from: -23, to: 68 }), call: true },
					MESSAGES,
					{ do: 'wait', hours: 24 },
					{ do: 'pin', key: 'R-1' },
				],
			}),
		).toEqual([]);
	});

	test('a rehearsal says that a guest who moves behind the same front door gets a new PIN', async () => {
		expect(
			await broken({
				events: [
					{
						do: 'book',
						key: 'R-1',
						booking: aStay({ ...IN_HOUSE, rooms: ['north-2'] }),
						call: true,
					},
					{ do: 'change', key: 'R-1', to: { rooms: ['north-1', 'north-3'] } },
					{ do: 'list', dryRun: true },
				],
			}),
		).toEqual([]);
	});

	test('a PIN that was taken away is there once after it is wanted again', async () => {
		expect(
			await broken({
				events: [
					{ do: 'book', key: 'R-1', booking: aStay({ rooms: ['tower'] }), call: true },
					{ do: 'change', key: 'R-1', to: { methods: ['mobile_key'] }, call: true },
					{ do: 'change', key: 'R-1', to: { methods: ['code', 'mobile_key'] }, call: true },
					{ do: 'change', key: 'R-1', to: { rooms: ['lodge'] }, call: true },
				],
			}),
		).toEqual([]);
	});

	test('a mobile key that the desk added does not go without a word', async () => {
		expect(
			await broken({
				events: [
					{ do: 'book', key: 'R-1', booking: aStay({ rooms: ['tower'] }), call: true },
					{ do: 'hand', what: 'adds a mobile key', key: 'R-1' },
					{ do: 'call', keys: ['R-1'] },
				],
			}),
		).toEqual([]);
	});

	test('the message key of a changed PIN is that of the same state a moment later', async () => {
		expect(
			await broken({
				events: [
					{ do: 'book', key: 'R-1', booking: aStay(IN_HOUSE), call: true },
					{ do: 'pin', key: 'R-1' },
					MESSAGES,
				],
			}),
		).toEqual([]);
	});
});

describe('lists and calls', () => {
	test.each([1, 4, 8])(
		'what a call confirms while a list is applied keeps its access (request %s)',
		async (at) => {
			expect(
				await broken({
					workflow: { keepNewFor: 0 },
					events: [
						{ do: 'book', key: 'R-1', booking: aStay(), call: true },
						{
							do: 'book',
							key: 'R-2',
							booking: aStay({ ...BOB, rooms: ['south-1'] }),
							call: true,
						},
						{ do: 'change', key: 'R-1', to: { status: 'cancelled' } },
						{ do: 'change', key: 'R-2', to: { rooms: ['south-2'] } },
						{
							do: 'list',
							during: {
								at,
								event: { do: 'change', key: 'R-1', to: { status: 'confirmed' }, call: true },
							},
						},
					],
				}),
			).toEqual([]);
		},
	);

	test.each(['call', 'list'] as const)(
		'of two versions of a booking in one %s, the later one counts',
		async (by) => {
			expect(
				await broken({
					workflow: { changedAt: true },
					events: [
						{ do: 'book', key: 'R-1', booking: aStay({ rooms: ['north-1'] }), call: true },
						{ do: 'change', key: 'R-1', to: { rooms: ['south-1'] } },
						by === 'call'
							? { do: 'call', keys: ['R-1'], both: true }
							: { do: 'list', flaw: 'twoVersions' },
					],
				}),
			).toEqual([]);
		},
	);

	test('the PIN of a canceled guest is not that of the next one in a calendar without names', async () => {
		const stay = { name: undefined, email: undefined, phone: undefined };
		expect(
			await broken({
				workflow: { calendar: true, keepNewFor: 0 },
				events: [
					{ do: 'book', key: 'R-1', booking: aStay(stay), call: true },
					MESSAGES,
					{ do: 'change', key: 'R-1', to: { status: 'cancelled' } },
					{ do: 'book', key: 'R-2', booking: aStay({ ...stay, who: 'bob', to: 80 }) },
					{ do: 'list' },
				],
			}),
		).toEqual([]);
	});

	test('a list that lacks a page ends at most three of forty stays', async () => {
		expect(
			await broken({
				house: { otherStays: 40 },
				workflow: { keepNewFor: 0 },
				events: [{ do: 'list', flaw: 'shiftedPages' }],
			}),
		).toEqual([]);
	});

	test('a stay whose room is not assigned for a night keeps its access', async () => {
		expect(
			await broken({
				workflow: { keepNewFor: 0 },
				events: [
					{ do: 'book', key: 'R-1', booking: aStay({ from: 60, to: 90 }), call: true },
					{
						do: 'book',
						key: 'R-2',
						booking: aStay({ ...BOB, rooms: ['south-1'] }),
						call: true,
					},
					MESSAGES,
					{ do: 'change', key: 'R-1', to: { rooms: [] } },
					{ do: 'list' },
					{ do: 'wait', hours: 12 },
					{ do: 'change', key: 'R-1', to: { rooms: ['north-3'] } },
					{ do: 'list' },
				],
			}),
		).toEqual([]);
	});

	test('a call for a booking that has no room now tells the host that a former guest keeps access', async () => {
		expect(
			await broken({
				events: [
					{ do: 'book', key: 'R-1', booking: aStay({ from: 23, to: 43 }), call: true },
					{ do: 'wait', hours: 30 },
					{ do: 'change', key: 'R-1', to: BOB, call: true },
					{ do: 'change', key: 'R-1', to: { rooms: [] } },
					{ do: 'change', key: 'R-1', to: { from: 193, to: 213 }, call: true },
				],
			}),
		).toEqual([]);
	});

	test('an older version that arrives after a room was taken away changes nothing', async () => {
		expect(
			await broken({
				workflow: { changedAt: true },
				events: [
					{ do: 'book', key: 'R-1', booking: aStay({ from: 50, to: 56 }), call: true },
					{ do: 'change', key: 'R-1', to: { rooms: [] } },
					{ do: 'list' },
					{ do: 'end', key: 'R-1' },
					{ do: 'call', keys: ['R-1'], back: 1 },
				],
			}),
		).toEqual([]);
	});

	test('a backup code of a PIN that is being taken away is no reason for another message', async () => {
		expect(
			await broken({
				house: { maker: 'august' },
				workflow: { waits: false },
				events: [
					{ do: 'book', key: 'R-1', booking: aStay(IN_HOUSE), call: true },
					{ do: 'lock', room: 'south-1', online: false },
					{ do: 'change', key: 'R-1', to: { rooms: ['south-1'] }, call: true },
					{ do: 'lock', room: 'south-1', online: true },
					{ do: 'pin', key: 'R-1', fault: { kind: 'late by ten minutes', at: 15 } },
					MESSAGES,
				],
			}),
		).toEqual([]);
	});

	test.each([6])(
		'the host hears it if access ends while the stay is extended (request %s)',
		async (at) => {
			expect(
				await broken({
					events: [
						{ do: 'book', key: 'R-1', booking: aStay({ from: -5, to: 20 }), call: true },
						{
							do: 'change',
							key: 'R-1',
							to: { to: 40 },
							call: true,
							during: { at, event: { do: 'end', key: 'R-1' } },
						},
					],
				}),
			).toEqual([]);
		},
	);

	test('a rehearsal does not say that a lock is full for stays at other times', async () => {
		expect(
			await broken({
				house: { places: 2 },
				events: [
					...[20, 160, 300].map(
						(from) =>
							({
								do: 'book',
								key: `R-${from}`,
								booking: aStay({ from, to: from + 30 }),
							}) as const,
					),
					{ do: 'list', dryRun: true },
				],
			}),
		).toEqual([]);
	});
});

describe('rooms and times', () => {
	test('a room whose lock is in another time zone than the account of its maker gets access', async () => {
		expect(
			await broken({
				house: { zoneFrom: 'lockAndAccount' },
				workflow: { times: 'days' },
				events: [{ do: 'book', key: 'R-1', booking: aStay(), call: true }],
			}),
		).toEqual([]);
	});

	test('midnight of the house that is written in UTC is a day without a time', async () => {
		expect(
			await broken({
				workflow: { times: 'utcMidnight' },
				events: [{ do: 'book', key: 'R-1', booking: aStay(), call: true }],
			}),
		).toEqual([]);
	});
});

/** What holds, and must go on to hold: each fails if one of the deciding lines is changed. */
describe('what was never broken', () => {
	test('a guest who moves in the house keeps the old room while the new lock does not answer', async () => {
		expect(
			await broken({
				events: [
					{ do: 'book', key: 'R-1', booking: aStay(IN_HOUSE), call: true },
					MESSAGES,
					{ do: 'lock', room: 'south-1', online: false },
					{ do: 'change', key: 'R-1', to: { rooms: ['south-1'] }, call: true },
				],
			}),
		).toEqual([]);
	});

	test('a key that is no longer wanted goes before the arrival', async () => {
		const methods = ['code', 'mobile_key'];
		expect(
			await broken({
				events: [
					{ do: 'book', key: 'R-1', booking: aStay({ rooms: ['tower'], methods }), call: true },
					{ do: 'change', key: 'R-1', to: { methods: ['code'] }, call: true },
				],
			}),
		).toEqual([]);
	});

	test('the next guest does not get an entered PIN that the former guest was told', async () => {
		expect(
			await broken({
				workflow: { pinFrom: 'given' },
				events: [
					{ do: 'book', key: 'R-1', booking: aStay({ pin: '4321' }), call: true },
					MESSAGES,
					{ do: 'change', key: 'R-1', to: BOB, call: true },
				],
			}),
		).toEqual([]);
	});

	test('what is younger than the list, and who is in the house, is not missing', async () => {
		expect(
			await broken({
				events: [
					{ do: 'book', key: 'R-0', booking: aStay({ ...BOB, rooms: ['north-1'] }), call: true },
					{ do: 'book', key: 'R-1', booking: aStay(IN_HOUSE), call: true },
					{ do: 'wait', hours: 3 },
					{ do: 'book', key: 'R-2', booking: aStay({ rooms: ['south-1'] }), call: true },
					{ do: 'list', flaw: 'half' },
				],
			}),
		).toEqual([]);
	});

	test('a list of another account changes nothing', async () => {
		expect(
			await broken({
				house: { otherStays: 8 },
				workflow: { keepNewFor: 0 },
				events: [{ do: 'list', flaw: 'wrongWords' }],
			}),
		).toEqual([]);
	});

	test('the host hears that access ended, and that another guest comes while somebody sleeps there', async () => {
		expect(
			await broken({
				events: [
					{ do: 'book', key: 'R-1', booking: aStay(IN_HOUSE), call: true },
					{
						do: 'book',
						key: 'R-2',
						booking: aStay({ ...IN_HOUSE, rooms: ['south-1'] }),
						call: true,
					},
					MESSAGES,
					{ do: 'change', key: 'R-2', to: BOB, call: true },
					MESSAGES,
					{ do: 'change', key: 'R-1', to: { status: 'cancelled' }, call: true },
				],
			}),
		).toEqual([]);
	});

	test.each(['de', 'fr', undefined] as const)(
		'a message in %s has the arrival before the departure, and is another one if anything changes',
		async (language) => {
			expect(
				await broken({
					workflow: { language },
					events: [
						{
							do: 'book',
							key: 'R-1',
							booking: aStay({ rooms: ['tower'], methods: ['code', 'mobile_key'] }),
							call: true,
						},
						MESSAGES,
						{ do: 'change', key: 'R-1', to: { to: 84 }, call: true },
						MESSAGES,
						{ do: 'hand', what: 'changes the time zone of the room', key: 'R-1' },
						MESSAGES,
						{ do: 'pin', key: 'R-1' },
						MESSAGES,
					],
				}),
			).toEqual([]);
		},
	);

	test('a late call for the former guest changes nothing once a list knows the next one', async () => {
		expect(
			await broken({
				house: { zoneFrom: 'lock' },
				workflow: { times: 'days', waits: false, changedAt: true },
				events: [
					{ do: 'book', key: 'R-1', booking: aStay({ rooms: ['tower'] }), call: true },
					{ do: 'end', key: 'R-1' },
					{ do: 'change', key: 'R-1', to: BOB },
					{ do: 'call', keys: ['R-1'], back: 1, during: { at: 11, event: { do: 'list' } } },
					MESSAGES,
				],
			}),
		).toEqual([]);
	});

	test('an older version that arrives late changes nothing', async () => {
		expect(
			await broken({
				workflow: { changedAt: true },
				events: [
					{ do: 'book', key: 'R-1', booking: aStay(), call: true },
					{ do: 'change', key: 'R-1', to: { rooms: ['south-1'] }, call: true },
					{ do: 'call', keys: ['R-1'], back: 1 },
				],
			}),
		).toEqual([]);
	});

	test('days get the hours of the room, and each item is linked to its booking', async () => {
		expect(
			await broken({
				workflow: { times: 'days' },
				events: [
					{ do: 'book', key: 'R-1', booking: aStay() },
					{ do: 'book', key: 'R-2', booking: aStay({ ...BOB, rooms: ['south-1'] }) },
					{ do: 'call', keys: ['R-1', 'R-2'] },
				],
			}),
		).toEqual([]);
	});

	test('Change PIN leaves the dates as they are, although a list still has those from before', async () => {
		expect(
			await broken({
				service: { listLagMs: 600_000 },
				events: [
					{ do: 'book', key: 'R-1', booking: aStay({ rooms: ['lodge'] }), call: true },
					{ do: 'wait', hours: 2 },
					{ do: 'change', key: 'R-1', to: { from: -10 }, call: true },
					{ do: 'pin', key: 'R-1' },
				],
			}),
		).toEqual([]);
	});

	test('an unconfirmed booking that passes to somebody else does not show the contact of the guest before', async () => {
		expect(
			await broken({
				events: [
					{ do: 'book', key: 'R-1', booking: aStay(IN_HOUSE), call: true },
					{ do: 'change', key: 'R-1', to: { status: 'unconfirmed' } },
					{ do: 'change', key: 'R-1', to: BOB, call: true },
				],
			}),
		).toEqual([]);
	});

	test('the host hears that a guest left who had moved back to the room before', async () => {
		expect(
			await broken({
				events: [
					{
						do: 'book',
						key: 'R-1',
						booking: aStay({ ...IN_HOUSE, rooms: ['north-2'] }),
						call: true,
					},
					{ do: 'change', key: 'R-1', to: { rooms: ['north-1'] }, call: true },
					{ do: 'change', key: 'R-1', to: { rooms: ['north-2'] }, call: true },
					{ do: 'wait', hours: 12 },
					{ do: 'change', key: 'R-1', to: { status: 'checked_out' }, call: true },
				],
			}),
		).toEqual([]);
	});

	test('the host hears that the dates moved to next year, although a list lacks the access', async () => {
		expect(
			await broken({
				service: { listLagMs: 600_000 },
				events: [
					{ do: 'book', key: 'R-1', booking: aStay(IN_HOUSE), call: true },
					{ do: 'list', flaw: 'wrongYears' },
				],
			}),
		).toEqual([]);
	});

	test('an item that still shows the old room has the time zone of that room', async () => {
		expect(
			await broken({
				house: { zoneFrom: 'lockAndAccount' },
				workflow: { waits: false },
				events: [
					{
						do: 'book',
						key: 'R-1',
						booking: aStay({ ...IN_HOUSE, rooms: ['south-1'] }),
						call: true,
					},
					{
						do: 'book',
						key: 'R-2',
						booking: { ...aStay({ rooms: ['north-1', 'north-3'], from: 3, to: 47 }), ...BOB },
						call: true,
					},
					{ do: 'lock', room: 'north-1', online: false },
					{ do: 'hand', what: 'changes the time zone of the room', key: 'R-2' },
					{ do: 'call', keys: ['R-1'] },
					{ do: 'change', key: 'R-1', to: { rooms: ['north-1', 'north-2'] }, call: true },
				],
			}),
		).toEqual([]);
	});

	test('a PIN that was changed and then deleted by hand is there again', async () => {
		expect(
			await broken({
				events: [
					{ do: 'book', key: 'R-1', booking: aStay({ rooms: ['tower'] }), call: true },
					{ do: 'pin', key: 'R-1', pin: '6031' },
					{ do: 'wait', hours: 1 },
					{ do: 'hand', what: 'deletes the PIN', key: 'R-1' },
				],
			}),
		).toEqual([]);
	});

	test('a version from a time without a room does not hold back the later one that has a room', async () => {
		expect(
			await broken({
				workflow: { changedAt: true },
				events: [
					{ do: 'book', key: 'R-1', booking: aStay(), call: true },
					{ do: 'change', key: 'R-1', to: { rooms: [] } },
					{ do: 'change', key: 'R-1', to: { rooms: ['north-2'] } },
					{ do: 'list', flaw: 'twoVersions' },
				],
			}),
		).toEqual([]);
	});

	test('a new PIN in place of one that was deleted by hand is said, also while the old room still opens', async () => {
		expect(
			await broken({
				events: [
					{ do: 'book', key: 'R-1', booking: aStay(IN_HOUSE), call: true },
					{ do: 'lock', room: 'south-1', online: false },
					{ do: 'change', key: 'R-1', to: { rooms: ['south-1'] }, call: true },
					{ do: 'hand', what: 'deletes the PIN', key: 'R-1' },
				],
			}),
		).toEqual([]);
	});

	test('a version before one with an unknown status changes nothing', async () => {
		expect(
			await broken({
				workflow: { changedAt: true },
				events: [
					{ do: 'book', key: 'R-1', booking: aStay({ from: 386, to: 430 }) },
					{ do: 'change', key: 'R-1', to: { status: 'a new word' }, call: true },
					{ do: 'call', keys: ['R-1'], back: 1 },
				],
			}),
		).toEqual([]);
	});

	test('a new PIN during a move in the house leaves a way in', async () => {
		expect(
			await broken({
				events: [
					{
						do: 'book',
						key: 'R-1',
						booking: aStay({ from: -7, to: 44, rooms: ['north-1', 'north-2'] }),
						call: true,
					},
					{
						do: 'change',
						key: 'R-1',
						to: { methods: ['mobile_key'], rooms: ['tower'] },
						call: true,
						during: { at: 3, event: { do: 'pin', key: 'R-1' } },
					},
				],
			}),
		).toEqual([]);
	});

	test('a PIN that the service chooses, because the front door has it from the room before, is said', async () => {
		const deletesPin = { do: 'hand', what: 'deletes the PIN', key: 'R-2' } as const;
		const changeTo = (room: string) =>
			({ do: 'change', key: 'R-2', to: { rooms: [room] }, call: true }) as const;
		expect(
			await broken({
				workflow: { waits: false },
				events: [
					{
						do: 'book',
						key: 'R-2',
						booking: aStay({ ...IN_HOUSE, rooms: ['north-2'], name: undefined }),
						call: true,
					},
					{ ...changeTo('north-1'), during: { at: 5, event: deletesPin } },
					{ ...changeTo('north-2'), during: { at: 5, event: { do: 'call', keys: ['R-2'] } } },
				],
			}),
		).toEqual([]);
	});

	test('two new stays of one Guest Key in a list both get access', async () => {
		const guestKey = 'agency';
		const email = 'ann-3@guests.example.com';
		expect(
			await broken({
				workflow: { waits: false, calendar: true },
				events: [
					{ do: 'book', key: 'R-1', booking: aStay({ name: undefined, phone: undefined, email }) },
					{ do: 'book', key: 'R-2', booking: aStay({ ...BOB, name: undefined, email: undefined }) },
					{
						do: 'book',
						key: 'R-4',
						booking: aStay({ name: undefined, phone: undefined, email, guestKey }),
					},
					{
						do: 'book',
						key: 'R-5',
						booking: aStay({ ...BOB, name: undefined, guestKey }),
						call: true,
					},
				],
			}),
		).toEqual([]);
	});

	test('after Change PIN, the old PIN is not that of a door whose lock is offline', async () => {
		expect(
			await broken({
				house: { maker: 'august' },
				workflow: { waits: false },
				events: [
					{
						do: 'book',
						key: 'R-2',
						booking: aStay({ ...IN_HOUSE, rooms: ['north-1', 'north-3'] }),
						call: true,
					},
					{ do: 'lock', room: 'north-3', online: false },
					{ do: 'pin', key: 'R-2' },
				],
			}),
		).toEqual([]);
	});

	test('while a PIN changes, what locks have in place of the new one is not that of a door', async () => {
		expect(
			await broken({
				house: { maker: 'nuki' },
				events: [
					{
						do: 'book',
						key: 'R-1',
						booking: aStay({ ...IN_HOUSE, rooms: ['north-1', 'north-3'] }),
						call: true,
					},
					{ do: 'lock', room: 'north-3', online: false },
					{ do: 'pin', key: 'R-1', pin: '6789' },
				],
			}),
		).toEqual([]);
	});

	test('another guest gets access after moves have used up three keys of the stay', async () => {
		const changeTo = (rooms: string[]) =>
			({ do: 'change', key: 'R-1', to: { rooms }, call: true }) as const;
		expect(
			await broken({
				service: { deletedGrantKeys: 'neverFree' },
				events: [
					{ do: 'book', key: 'R-1', booking: aStay(), call: true },
					changeTo(['north-1', 'north-2']),
					changeTo(['north-3']),
					changeTo(['north-1', 'north-3']),
					{ do: 'end', key: 'R-1' },
					{ do: 'change', key: 'R-1', to: BOB, call: true },
				],
			}),
		).toEqual([]);
	});

	test('new dates that an offline lock cannot take keep the PIN, also where the service gives a backup code', async () => {
		const bob = { ...BOB, name: undefined, rooms: ['north-3'], from: 10, to: 60 };
		expect(
			await broken({
				house: { maker: 'august' },
				workflow: { times: 'days', waits: false },
				events: [
					{ do: 'book', key: 'R-3', booking: aStay(bob) },
					{
						do: 'list',
						flaw: 'wrongYears',
						fault: { kind: 'late by ten minutes', at: 1, path: '/access_grants/update' },
					},
					{ do: 'wait', hours: 24 },
					{ do: 'lock', room: 'north-3', online: false },
					{ do: 'change', key: 'R-3', to: { guestKey: 'key-of-bob' }, call: true },
				],
			}),
		).toEqual([]);
	});

	test('a PIN in whose place a lock uses a backup code is not that of the door', async () => {
		expect(
			await broken({
				house: { maker: 'august' },
				events: [
					{ do: 'lock', room: 'north-3', online: false },
					{ do: 'book', key: 'R-4', booking: aStay(IN_HOUSE), call: true },
				],
			}),
		).toEqual([]);
	});

	test('access that ended only in part says so', async () => {
		expect(
			await broken({
				events: [
					{ do: 'book', key: 'R-1', booking: aStay(IN_HOUSE), call: true },
					{ do: 'lock', room: 'south-1', online: false },
					{ do: 'change', key: 'R-1', to: { rooms: ['south-1'] }, call: true },
					{
						do: 'end',
						key: 'R-1',
						fault: { kind: 'forbidden 403', at: 1, path: '/access_grants/delete' },
					},
				],
			}),
		).toEqual([]);
	});
});

test('a late version without a room does not bring back the address of the guest before', async () => {
	const noRoom = { do: 'change', key: 'R-1', to: { rooms: [] } } as const;
	const bob = { who: 'bob', name: 'Bob Stone', email: 'bob-1@guests.example.com' };
	expect(
		await broken({
			workflow: { changedAt: true },
			events: [
				{ do: 'book', key: 'R-1', booking: aStay({ from: 30, to: 50 }), call: true },
				noRoom,
				{ do: 'change', key: 'R-1', to: { ...bob, phone: undefined }, call: true },
				{ do: 'call', keys: ['R-1'], back: 1 },
				{ do: 'messages' },
			],
		}),
	).toEqual([]);
});

test('a guest with a Guest Key who moves between entrances keeps one access', async () => {
	const moves = ['lodge', 'north-2', 'south-1', 'tower', 'north-2'].map(
		(room) => ({ do: 'change', key: 'R-1', to: { rooms: [room] }, call: true }) as const,
	);
	const ann = aStay({ guestKey: 'key-of-ann', rooms: ['tower'], from: -10, to: 70 });
	expect(
		await broken({
			workflow: { waits: false },
			events: [{ do: 'book', key: 'R-1', booking: ann, call: true }, ...moves],
		}),
	).toEqual([]);
});

describe('a dry run of a list with two versions of a booking', () => {
	const bothVersions = { do: 'list', flaw: 'twoVersions', dryRun: true } as const;

	test('says that a guest in the house gets another PIN, also while the service still has the access before', async () => {
		const ann = aStay({ rooms: ['north-2'], from: -5, to: 50 });
		expect(
			await broken({
				events: [
					{ do: 'book', key: 'R-1', booking: ann, call: true },
					{ do: 'change', key: 'R-1', to: { rooms: ['north-3'] }, call: true },
					{ do: 'wait', hours: 24 },
					bothVersions,
				],
			}),
		).toEqual([]);
	});

	test('cannot know which PIN a lock gets that is offline, whichever version has its room', async () => {
		const ann = aStay({ rooms: ['lodge'], from: 80, to: 124 });
		expect(
			await broken({
				events: [
					{ do: 'book', key: 'R-1', booking: ann },
					{ do: 'wait', hours: 30 },
					{ do: 'change', key: 'R-1', to: { rooms: ['south-1'] }, call: true },
					{ do: 'lock', room: 'south-1', online: false },
					bothVersions,
				],
			}),
		).toEqual([]);
	});
});

test('New PIN for the key of a calendar that gives the stay another key closes nothing', async () => {
	const own = aStay({ from: 2, to: 46 });
	expect(
		await broken({
			workflow: { calendar: true },
			events: [
				{ do: 'book', key: 'R-1', booking: own, call: true },
				{ do: 'change', key: 'R-1', to: { status: 'cancelled' } },
				{ do: 'book', key: 'R-2', booking: { ...own, from: -10, to: 150 }, call: true },
				{ do: 'pin', key: 'R-2' },
			],
		}),
	).toEqual([]);
});

test('a contact that was left out from new access comes with the next execution', async () => {
	const rooms = ['north-1', 'north-2'];
	const other = aStay({ email: 'ann-3@guests.example.com', rooms: ['south-1'], from: -20, to: 44 });
	expect(
		await broken({
			workflow: { waits: false, onlyStaysWithin: 3, callsBySyncMany: true },
			events: [
				{ do: 'book', key: 'R-1', booking: aStay({ name: undefined, rooms, from: 74, to: 118 }) },
				{ do: 'book', key: 'R-2', booking: other },
			],
		}),
	).toEqual([]);
});

describe('where the service gives new access the person who has the contact already', () => {
	const inlineIdentityTaken = 'reused';

	test('a guest who moves until all keys are used is given access by the next list', async () => {
		const smith = aStay({ rooms: ['north-1', 'north-3'], from: 40, to: 120 });
		const moves = ['south-1', 'north-3', 'lodge', 'north-3'].map(
			(room) => ({ do: 'change', key: 'R-2', to: { rooms: [room] }, call: true }) as const,
		);
		const refused = { kind: 'refused 400', at: 0, ofWrites: true } as const;
		expect(
			await broken({
				service: { inlineIdentityTaken, deletedGrantKeys: 'neverFree' },
				events: [
					{ do: 'book', key: 'R-1', booking: { ...smith, guestKey: 'key-of-ann' }, call: true },
					{ do: 'book', key: 'R-2', booking: smith, call: true },
					...moves,
					{ do: 'change', key: 'R-2', to: { rooms: ['lodge'] }, call: true, fault: refused },
				],
			}),
		).toEqual([]);
	});

	// Until the next list: nothing but the person leads to access with the third key of a stay.
	test.failing('a guest who moves after a request that was cut has one access', async () => {
		const moveTo = (...rooms: string[]) =>
			({ do: 'change', key: 'R-1', to: { rooms }, call: true }) as const;
		expect(
			await broken({
				service: { inlineIdentityTaken },
				events: [
					{ do: 'book', key: 'R-1', booking: aStay({ rooms: ['south-1'], from: 40 }), call: true },
					{ ...moveTo('north-3'), fault: { kind: 'cut after it acted', at: 0, ofWrites: true } },
					moveTo('north-1', 'north-2'),
					moveTo('south-1'),
				],
			}),
		).toEqual([]);
	});
});

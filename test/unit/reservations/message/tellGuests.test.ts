import {
	FIRST_MESSAGE,
	SOMETHING_CHANGED,
} from '../../../../nodes/DeviceAccess/reservations/message/defaultTexts';
import { fingerprint } from '../../../../nodes/DeviceAccess/reservations/message/messageKey';
import { markOf } from '../../../../nodes/DeviceAccess/reservations/message/nextStep';
import { tellGuests } from '../../../../nodes/DeviceAccess/reservations/message/tellGuests';
import type { WireObject } from '../../../../nodes/DeviceAccess/wire/records';

const STAY = {
	stay_key: 'reservation:40771',
	reservation_key: '40771',
	guest_name: 'Ada Example',
	guest_email: 'ada@example.com',
	rooms: ['Room 101'],
	starts_at: '2031-01-29T14:00:00.000Z',
	ends_at: '2031-01-31T10:00:00.000Z',
	time_zone: 'Europe/Berlin',
	pin: '4821',
	pins: [],
	instant_key_url: null,
	message_key: fingerprint('secret', ['room'], ['4821']),
};

const itemsOf = (inputs: readonly WireObject[], sendBy = 'email', guestPage = '') =>
	tellGuests(
		inputs.map((input) => ({
			input,
			language: '',
			sendBy,
			first: FIRST_MESSAGE,
			change: SOMETHING_CHANGED,
			guestPage,
			mostToldAtOnce: 2,
		})),
		Date.now(),
	).flatMap((make) => make());
const nextOf = (...inputs: WireObject[]) => itemsOf(inputs).map(({ next }) => next);
const withRow = (row: WireObject) => ({ ...STAY, row });

const without = (member: keyof typeof STAY) =>
	Object.fromEntries(Object.entries(STAY).filter(([name]) => name !== member));

it.each<[string, WireObject, string[]]>([
	['that is ready', STAY, ['send']],
	['that is not ready or has ended', { ...STAY, message_key: null }, []],
	['whose guest knows', withRow({ told: STAY.message_key }), []],
	[
		'whose API key has changed',
		withRow({ told: fingerprint('new', ['room'], ['4821']) }),
		['record'],
	],
	[
		'that nobody could be told of',
		withRow({ marked: markOf(STAY.message_key, 4), failed: 'refused: 422' }),
		['fail'],
	],
	['whose fields were left out', without('message_key'), ['fail']],
	['whose PIN is hidden', { ...STAY, pin: '****' }, ['fail']],
])('says what is next for a stay %s', (_what, input, expected) => {
	expect(nextOf(input)).toEqual(expected);
});

const CHANGED = withRow({ told: fingerprint('secret', ['hall'], ['4821']) });

it('asks the host before more guests are told of a change at once than the host wants', () => {
	expect(nextOf(CHANGED, CHANGED, STAY)).toEqual(['send', 'send', 'send']);
	expect(nextOf(CHANGED, CHANGED, CHANGED, STAY)).toEqual([
		'tell_host',
		'record',
		'record',
		'record',
		'send',
	]);
	expect(itemsOf([CHANGED, CHANGED, CHANGED])[0]).toMatchObject({
		ends_at: STAY.ends_at,
		host_message: expect.stringMatching(
			/^3 guests[^]*Ada Example, Room 101: other rooms[^]*enter 3 /,
		),
	});
	const asked = withRow({ ...CHANGED.row, marked: markOf(STAY.message_key, 0) });
	expect(nextOf(asked, asked, asked)).toEqual(['record', 'record', 'record']);
});

it('leaves messages of a very long list to the next check', () => {
	expect(nextOf(...Array<WireObject>(101).fill(STAY))).toHaveLength(100);
});

it('writes the texts of a change to a guest who knew something else', () => {
	const [first, change] = [STAY, CHANGED].map((stay) => itemsOf([stay])[0]?.subject);
	expect(change).not.toBe(first);
});

it('keeps the link to the page of a guest as long as the access is the same', () => {
	const keyOf = (page: string, access: string) => {
		const row = { page_for: 'grant-1 person-1 Ada', page_key: 'known' };
		const [item] = itemsOf([{ ...withRow(row), access_grant_id: access }], 'email', page);
		expect(String(item?.text).includes(`${page}?key=${String(item?.page_key)}`)).toBe(page !== '');
		return item?.page_key;
	};
	expect(keyOf('https://page.example', 'grant-1')).toBe('known');
	expect(keyOf('https://page.example', 'grant-2')).toMatch(/^[0-9a-f]{64}$/);
	expect(keyOf('', 'grant-1')).toBe('');
});

it('tells no guest whom something else tells', () => {
	expect(itemsOf([STAY, CHANGED], ' None ')).toEqual([]);
});

const toGuest = expect.not.stringContaining('pass on');

it.each<[string, WireObject, WireObject]>([
	[
		'to the guest',
		{},
		{
			subject: toGuest,
			marked_before: '',
			row_guest_name: 'Ada Example',
			send_to: 'ada@example.com',
			mark_if: 'isEmpty',
			contact: '',
		},
	],
	[
		'to the contact that the host entered',
		{ contact: 'bob@example.com' },
		{ send_to: 'bob@example.com', contact: 'bob@example.com', contact_for: 'Ada Example' },
	],
	[
		'to the guest again, if it was refused once',
		{ marked: markOf(STAY.message_key, 1), failed: 'refused: 422' },
		{ send_to: 'ada@example.com', mark_if: 'eq', mark: markOf(STAY.message_key, 2) },
	],
	[
		'to the host, if it was refused twice',
		{ marked: markOf(STAY.message_key, 2), failed: 'refused: 422' },
		{
			send_to: null,
			mark: markOf(STAY.message_key, 3),
			subject: expect.stringContaining('pass on'),
			text: expect.stringMatching(/ada@example\.com was refused.*\b422\b[^]*4821/),
		},
	],
	[
		'to the host from the start, if the booking names another guest',
		{ system: 'apaleo', guest_name: 'Ben', guest_email: 'ben@example.com' },
		{ send_to: null, mark: markOf(STAY.message_key, 3), row_guest_name: 'Ben' },
	],
	[
		'to the host, if nobody knows whether it arrived',
		{ marked: markOf(STAY.message_key, 2), failed: 'unknown: timeout' },
		{ send_to: null, text: expect.stringContaining('may have this message already') },
	],
])('sends a message %s', (_what, row, expected) => {
	expect(itemsOf([withRow(row)])).toMatchObject([expected]);
});

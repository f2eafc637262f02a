import { FIRST_MESSAGE } from '../../../../nodes/DeviceAccess/reservations/message/defaultTexts';
import { fingerprint } from '../../../../nodes/DeviceAccess/reservations/message/messageKey';
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

const nextOf = (input: WireObject) =>
	tellGuests(
		[
			{
				input,
				language: '',
				sendBy: 'email',
				first: FIRST_MESSAGE,
				change: [],
				guestPage: '',
				mostToldAtOnce: 5,
			},
		],
		Date.now(),
	).flatMap((make) => make().map(({ next }) => next));

const without = (member: keyof typeof STAY) =>
	Object.fromEntries(Object.entries(STAY).filter(([name]) => name !== member));

it.each<[string, WireObject, string[]]>([
	['that is ready', STAY, ['send']],
	['that is not ready or has ended', { ...STAY, message_key: null }, []],
	['whose fields were left out', without('message_key'), ['fail']],
	['whose PIN is hidden', { ...STAY, pin: '****' }, ['fail']],
])('says what is next for a stay %s', (_what, input, expected) => {
	expect(nextOf(input)).toEqual(expected);
});

import { contactsOf } from '../../../../nodes/DeviceAccess/reservations/message/contact';
import type { WireObject } from '../../../../nodes/DeviceAccess/wire/records';

const ITEM = { guest_name: 'Bo Berg', guest_email: 'reading@example.com' };
const ROW = { guest_name: 'Bo Berg', system: 'apaleo', guest_email: 'bo@example.com' };

it.each<[string, WireObject, WireObject | undefined, string | null, string | null]>([
	['the reading counts without a row', ITEM, undefined, null, 'reading@example.com'],
	['the booking counts, not the reading', ITEM, ROW, null, 'bo@example.com'],
	[
		'a title is no other guest',
		{ ...ITEM, guest_name: 'Dr. Bo BERG' },
		ROW,
		null,
		'bo@example.com',
	],
	['a booking without an address has none', ITEM, { ...ROW, guest_email: '' }, null, null],
	['the booking is another guest’s', ITEM, { ...ROW, guest_name: 'Ada' }, null, null],
	[
		'the booking is that of a guest with another initial',
		{ ...ITEM, guest_name: 'Bo B.' },
		{ ...ROW, guest_name: 'Bo S.' },
		null,
		null,
	],
	[
		'the booking is that of a guest with another number',
		{ ...ITEM, guest_name: 'Guest 1' },
		{ ...ROW, guest_name: 'Guest 2' },
		null,
		null,
	],
	[
		'the booking is that of a guest whose first name is a particle elsewhere',
		{ ...ITEM, guest_name: 'Al Ray' },
		{ ...ROW, guest_name: 'Ben Ray', contact: 'ben@example.com' },
		null,
		null,
	],
	['the guest is not known', { ...ITEM, guest_name: null }, ROW, null, null],
	['the host entered one', ITEM, { ...ROW, contact: '+1555' }, '+1555', 'bo@example.com'],
	[
		'the host entered one for the former guest',
		ITEM,
		{ ...ROW, contact: 'ada@example.com', contact_for: 'Ada' },
		null,
		'bo@example.com',
	],
	[
		'a row that no booking system wrote, of the former guest',
		ITEM,
		{ guest_name: 'Ada', contact: 'ada@example.com' },
		null,
		'reading@example.com',
	],
])('%s', (_, item, row, contact, email) => {
	expect(contactsOf(item, row)).toMatchObject({ contact, email });
});

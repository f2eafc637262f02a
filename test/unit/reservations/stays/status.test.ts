import { readStatus } from '../../../../nodes/DeviceAccess/reservations/stays/status';

it.each([
	['Booked', 'confirmed'],
	['CHECKED-IN', 'confirmed'],
	['newReservation', 'confirmed'],
	['Cancelled', 'cancelled'],
	['cancelReservation', 'cancelled'],
	['No Show', 'cancelled'],
	['Tentative', 'unconfirmed'],
	['not_confirmed', 'unconfirmed'],
	['optional', 'unconfirmed'],
	['blocked', 'unconfirmed'],
	['reserved', 'not_a_stay'],
	['active', 'not_a_stay'],
	['toString', 'not_a_stay'],
	['', 'not_a_stay'],
])('%s', (status, meaning) => {
	expect(readStatus(status)).toBe(meaning);
});

it('treats other words, and a word in both lists, as unknown', () => {
	const read = (status: string) =>
		readStatus(status, ['Bestätigt', 'offen'], ['storniert', 'offen']);
	expect(['bestätigt', 'STORNIERT', 'offen', 'confirmed'].map(read)).toEqual([
		'confirmed',
		'cancelled',
		'not_a_stay',
		'not_a_stay',
	]);
	expect(readStatus('tentative', ['tentative'], [])).toBe('confirmed');
});

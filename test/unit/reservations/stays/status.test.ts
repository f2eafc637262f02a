import { readStatus } from '../../../../nodes/DeviceAccess/reservations/stays/status';

it.each([
	['confirmed', 'confirmed'],
	['Booked', 'confirmed'],
	['checked_in', 'confirmed'],
	['CHECKED-IN', 'confirmed'],
	['newReservation', 'confirmed'],
	['ownerStay', 'confirmed'],
	['InHouse', 'confirmed'],
	['canceled', 'cancelled'],
	['Cancelled', 'cancelled'],
	['cancelReservation', 'cancelled'],
	['No Show', 'cancelled'],
	['declined', 'cancelled'],
	...[
		'inquiry',
		'request',
		'Pending',
		'Tentative',
		'open',
		'option',
		'optional',
		'awaitingPayment',
		'on hold',
		'not_confirmed',
		'not accepted',
		'unconfirmed',
		'black',
		'blocked',
	].map((status): [string, string] => [status, 'unconfirmed']),
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

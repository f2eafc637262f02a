import { readStatus } from '../../../../nodes/DeviceAccess/reservations/stays/status';

it.each([
	['confirmed', 'givesAccess'],
	['Booked', 'givesAccess'],
	['checked_in', 'givesAccess'],
	['CHECKED-IN', 'givesAccess'],
	['newReservation', 'givesAccess'],
	['ownerStay', 'givesAccess'],
	['InHouse', 'givesAccess'],
	['canceled', 'endsAccess'],
	['Cancelled', 'endsAccess'],
	['cancelReservation', 'endsAccess'],
	['No Show', 'endsAccess'],
	['declined', 'endsAccess'],
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
	['reserved', 'unknown'],
	['active', 'unknown'],
	['toString', 'unknown'],
	['', 'unknown'],
])('%s', (status, meaning) => {
	expect(readStatus(status)).toBe(meaning);
});

it('treats other words, and a word in both lists, as unknown', () => {
	const read = (status: string) =>
		readStatus(status, ['Bestätigt', 'offen'], ['storniert', 'offen']);
	expect(['bestätigt', 'STORNIERT', 'offen', 'confirmed'].map(read)).toEqual([
		'givesAccess',
		'endsAccess',
		'unknown',
		'unknown',
	]);
	expect(readStatus('tentative', ['tentative'], [])).toBe('givesAccess');
});

import { type Body, roomsIn } from '../body';
import { format, requireGuest, roomsDiffer } from '../format';
import { missingGuest, readWord, type Words } from '../booking';

// Source: code of third parties that calls WuBook's API (kapi.wubook.net/kp). Other words than
// these two were seen in no source.

const WORDS: Words = { confirmed: 'confirmed', cancelled: 'canceled' };

const CUSTOMER = 'POST /kp/customers/fetch_one id={guest_key}';

/** Reservations have no guest: the answer for it is added beside each. */
export const wuBookZak = format({
	value: 'wuBookZak',
	system: 'WuBook ZaK',
	refusal: (body) =>
		body.has('error') && !body.has('data') && !body.has('reservation')
			? `WuBook ZaK refused the request: ${JSON.stringify(body.value('error')).slice(0, 200)}`
			: null,
	key: 'id',
	envelope: { record: ['data', 'reservation'] },
	read: (data, { key, body }) => {
		const rooms = data.list('rooms').filter((room) => room.has('id_zak_room'));
		const [first] = rooms;
		if (first === undefined || data.text('status') === null) return undefined;
		const said = readWord(WORDS, data.text('status'));
		const [arrival, departure] = [dayOf(first, 'dfrom'), dayOf(first, 'dto')];
		// On the other days of the booking, the room is somebody else's.
		const isOther = (room: Body) =>
			dayOf(room, 'dfrom') !== arrival || dayOf(room, 'dto') !== departure;
		const guest = body.at('guest.data');
		const booking = {
			...said,
			guest_name: guest.joined('main_info.name', 'main_info.surname'),
			guest_email: guest.text('contacts.email'),
			guest_phone: guest.text('contacts.phone'),
			guest_key: data.text('booker'),
			...roomsIn(rooms, 'id_zak_room', []),
			arrival,
			departure,
			channel: data.text('origin.channel'),
			missing: missingGuest(said, guest.has('main_info'), CUSTOMER),
		};
		requireGuest(booking, body.has('guest.error'), 'WuBook ZaK', key);
		if (said.status === 'confirmed' && rooms.some(isOther)) throw roomsDiffer(key, booking);
		return booking;
	},
});

/** Of a day such as `31/01/2030`, which can have an hour that no source explains. */
function dayOf(room: Body, member: string): string | null {
	const [, day, month, year] =
		/^(\d\d)\/(\d\d)\/(\d{4})(?= \d\d:\d\d|$)/.exec(room.text(member) ?? '') ?? [];
	return year === undefined ? null : `${year}-${month}-${day}`;
}

import { format } from '../format';
import { missingGuest, namesOnly, readWord, type Words } from '../booking';

// Source: code of third parties that runs against accounts (version 2 of Avantio's API).

/** Without CONFLICTED: only the host knows which of the bookings is the stay. */
const WORDS: Words = {
	CONFIRMED: 'confirmed',
	OWNER: 'confirmed',
	// Only its payment is open: bookings of Airbnb can have it until the guest has left.
	UNPAID: 'confirmed',
	UNDER_REQUEST: 'request',
	INFORMATION_REQUEST: 'inquiry',
	UNAVAILABLE: 'blocked',
	CANCELLED: 'canceled',
	CANCELLED_BY_OWNER: 'canceled',
};

/** No webhook is known. The list only names bookings; a request brings each as `{ data }`. */
export const avantio = format({
	value: 'avantio',
	system: 'Avantio',
	list: 'data',
	key: 'id',
	envelope: { record: 'data' },
	read: (data, { key }) => {
		const said = readWord(WORDS, data.text('status'));
		if (data.text('reference', 'accommodation.id') === null) return undefined;
		// The list has no rooms.
		if (!data.has('stayDates') || !data.has('accommodation'))
			return namesOnly(key, 'GET /pms/v2/bookings/{id}', said);
		const customer = data.at('customer');
		const [email] = customer.list('contact.emails');
		const names = [customer.text('name') ?? '', ...customer.texts('surnames')];
		return {
			...said,
			guest_name: names.join(' ').trim() || null,
			guest_email: customer.texts('contact.emails')[0] ?? email?.text('address') ?? null,
			guest_phone: customer.list('contact.phones')[0]?.text('number') ?? null,
			guest_key: customer.text('id'),
			...data.room('accommodation.id'),
			arrival: data.local('stayDates.arrival', 'checkInTime'),
			departure: data.local('stayDates.departure', 'checkOutTime'),
			changed_at: data.instant('updatedAt'),
			channel: data.text('salesChannel.name'),
			missing: missingGuest(said, customer.has('name'), 'GET /pms/v2/customers/{guest_key}'),
		};
	},
});

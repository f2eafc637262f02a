import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readBooking } from '../../../../nodes/DeviceAccess/reservations/bookings/readBooking';
import type { WireObject } from '../../../../nodes/DeviceAccess/wire/records';

const GUIDE = readFileSync(join(__dirname, '../../../../docs/guides/connect-your-pms.md'), 'utf8');
/** The sample of each system: its name, and the body that curl sends. */
const SAMPLES = [...GUIDE.matchAll(/\*\*(\w+)\*\*\n\n```sh\ncurl .*\n +-d '(.*)'\n/g)].map(
	([, name = '', body = '']): [string, string] => [name, body],
);

it('the guide has a sample booking of each system that sends the whole booking without a signature', () => {
	expect(SAMPLES.map(([name]) => name)).toEqual([
		'Beds24',
		'Hostaway',
		'OwnerRez',
		'Smoobu',
		'Uplisting',
	]);
});

it.each(SAMPLES)('the sample of %s in the guide is a stay in Room 101', (name, body) => {
	const from = name.charAt(0).toLowerCase() + name.slice(1);
	expect(readBooking(from, JSON.parse(body) as WireObject)).toEqual([
		expect.objectContaining({
			status: 'confirmed',
			reservation_key: '40771',
			guest_name: 'Ada Example',
			guest_email: 'ada@example.com',
			...(name === 'Beds24' ? { rooms: ['512'] } : { room_names: ['Room 101'] }),
			arrival: '2031-01-29',
			departure: '2031-01-31',
		}),
	]);
});

import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { QUICK_CHECKS, useHotelSandbox } from '../support/service/hotelSandbox';
import { dayInDays, pinsOnLocks } from '../support/service/reservations';

// A calendar can give a stay another UID, and the next guest of the room has another UID, too.

const service = useHotelSandbox();

const entry = (key: string, changes: IDataObject = {}) => ({
	key_prefix: 'vrboCalendar:',
	reservation_key: key,
	status: 'confirmed',
	rooms: ['room-101'],
	room_names: [],
	missing: [],
	guest_name: 'Ada Example',
	arrival: dayInDays(1),
	departure: dayInDays(3),
	...changes,
});
const list = async (item: IDataObject, options: INodeParameters = {}) =>
	(
		await service.run(
			'reservation.syncMany',
			{
				mappingMode: 'autoMapInputData',
				options: { ...QUICK_CHECKS, removeGone: true, keepNewFor: 0, ...options },
			},
			{ input: [item] },
		)
	).items.map(({ json }) => json);

const ADA = { guest_email: 'ada@example.com' };
it.each<[string, IDataObject, IDataObject, boolean]>([
	['keeps the PIN', ADA, ADA, true],
	['with another address has another PIN', ADA, { guest_email: 'bob@example.com' }, false],
	[
		'without a name has another PIN, as an agency has one address for all its guests',
		{ ...ADA, guest_name: null },
		{ ...ADA, guest_name: null, departure: dayInDays(4) },
		false,
	],
	['with another name has another PIN', ADA, { ...ADA, guest_name: 'Bob Stone' }, false],
])('an entry with a new UID from the same day on %s', async (_what, before, after, isSame) => {
	const [ada] = await list(entry('k1', before));
	await list(entry('k2', after));
	const pins = Object.values(await pinsOnLocks(service)).flat();
	expect(pins.map((pin) => pin === ada?.pin)).toEqual([isSame]);
});

it.each<[string, IDataObject, string | undefined, string]>([
	['who books another room gets in', { rooms: ['room-102'] }, 'Room 101', 'created'],
	['who books the same room stays out', {}, 'Room 101', 'nothing_to_end'],
	['whose row has no room stays out', {}, undefined, 'nothing_to_end'],
	['whose room has another name now stays out', {}, 'Lavender', 'nothing_to_end'],
	[
		'who books the same two rooms stays out',
		{ rooms: ['room-101', 'room-102'] },
		'Room 102,Room 101',
		'nothing_to_end',
	],
	['does not keep the next one out', { guest_name: 'Bob Stone' }, 'Room 101', 'created'],
])('a guest who has left and %s', async (_what, booked, rooms, outcome) => {
	const first = entry('k1', rooms?.includes(',') === true ? booked : {});
	await list(first);
	const row = { stay_key: 'vrboCalendar:k1', guest_name: 'Ada Example', arrival: dayInDays(1) };
	const options = { leftStays: JSON.stringify([{ json: { ...row, rooms } }]) };
	expect(await list(first, options)).toMatchObject([{ outcome: 'ended' }]);
	expect(await list(entry('k2', booked), options)).toMatchObject([{ outcome }]);
});

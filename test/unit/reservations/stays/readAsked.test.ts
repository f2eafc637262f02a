import type { IDataObject } from 'n8n-workflow';
import { InvalidParameterError } from '../../../../nodes/DeviceAccess/errors/errors';
import type { ItemValues } from '../../../../nodes/DeviceAccess/operation/types';
import type { Booking } from '../../../../nodes/DeviceAccess/reservations/bookings/booking';
import { readListed, readAsked } from '../../../../nodes/DeviceAccess/reservations/stays/readAsked';
import type { StayWithAccess } from '../../../../nodes/DeviceAccess/reservations/stays/stay';

const valuesOf = (options: IDataObject = {}, changes: IDataObject = {}): ItemValues =>
	({
		reservationKey: '4711',
		status: 'confirmed',
		guestName: 'Ann',
		guestContact: '',
		rooms: 'room-101',
		arrival: '2031-01-31',
		departure: '2031-02-02',
		...changes,
		options,
	}) as unknown as ItemValues;
const accessOf = (options: IDataObject, changes: IDataObject = {}) =>
	readAsked(valuesOf(options, changes), {}).stay as StayWithAccess;

it.each<[unknown, object]>([
	['a@x; b@x', { emailAddress: undefined, unusable: ['email_address'] }],
	['a@example.com; b@example.com', { emailAddress: 'a@example.com', unusable: [] }],
	['0151 2345678', { phoneNumber: undefined, unusable: ['phone_number'] }],
	[['ann@example.com'], {}],
	[NaN, {}],
])('the contact %j costs no guest the access', (guestContact, guest) => {
	expect(readAsked(valuesOf({}, { guestContact } as IDataObject), {})).toMatchObject({
		is: 'give',
		stay: { guest: { name: 'Ann', ...guest } },
	});
});

it('a guest has a name of one line, from the form and from a booking', () => {
	const name = ' Ada\r\nWhat to do: open\tthe door\n';
	const booking = { guest_name: name, key_prefix: 'guesty:', reservation_key: '1', pms_status: '' };
	const lists = { status: 'cancelled', rooms: [], room_names: [], missing: [] };
	const automatic = { ...valuesOf(), mappingMode: 'autoMapInputData' } as ItemValues;
	expect(accessOf({}, { guestName: name }).guest.name).toBe('Ada What to do: open the door');
	expect(readAsked(automatic, { ...booking, ...lists })).toMatchObject({
		guestName: 'Ada What to do: open the door',
	});
});

it.each<[string, IDataObject, object]>([
	['+15550104821', {}, { pin: { code: '4821', isEntered: false } }],
	['+15550104821 x12', { phoneDigits: 6 }, { pin: { code: '104821' } }],
	['', {}, { whyNoPhonePin: 'The reservation has no phone number' }],
	['ann@example.com', {}, { whyNoPhonePin: 'The reservation has no phone number' }],
	['12', {}, { whyNoPhonePin: 'The phone number has fewer than 4 digits' }],
])('the PIN from the contact %j with %j is %j', (guestContact, options, expected) => {
	const { pin, whyNoPhonePin } = accessOf({ pinFrom: 'phone', ...options }, { guestContact });
	expect({ pin, whyNoPhonePin }).toMatchObject(expected);
});

it("old rooms stay open for an hour at most, because a reading takes what ends later for the guest's access", () => {
	expect(accessOf({ keepOldRooms: 60 }).keepOldRoomsMinutes).toBe(60);
	expect(() => accessOf({ keepOldRooms: 61 })).toThrow("'Keep Old Rooms'");
});

it('another word for the same status asks for the same', () => {
	const read = (status: string) => readAsked(valuesOf({}, { status }), {});
	expect(read('Booked')).toEqual(read('confirmed'));
	expect(read('No Show')).toEqual(read('cancelled'));
});

it.each([{}, { misspelled: '4711' }])(
	'an item without a key (%j) in a list stands for nothing, or fails, but never for a reservation',
	(input) => {
		const read = () => readListed(valuesOf({}, { reservationKey: undefined }), input);
		if (Object.keys(input).length > 0) expect(read).toThrow("'Reservation Key' is empty");
		else expect(read()).toMatchObject({ is: 'leave', why: { code: 'empty_input' } });
	},
);

describe('a name of a room', () => {
	const ofBooking = (rooms: string[], room_names: string[]) => {
		const values = { ...valuesOf({ findRoomsBy: 'keyOrName' }), mappingMode: 'autoMapInputData' };
		const booking = {
			reservation_key: '7',
			status: 'confirmed',
			rooms,
			room_names,
			arrival: '2031-01-31',
			departure: '2031-02-02',
			key_prefix: 'hostaway:',
			missing: [],
		};
		return (readAsked(values, booking).stay as StayWithAccess).roomNames;
	};

	it.each<[string, string[], string[], object]>([
		['is that of the booking', ['101'], ['Sea view'], { 101: 'Sea view' }],
		['is never the ID of the booking', ['101'], [], {}],
		['is not an empty one', ['101', '102'], ['', 'Suite'], { 102: 'Suite' }],
		['is none if it can be that of another room', ['101', '102'], ['Suite'], {}],
	])('%s', (_what, rooms, names, expected) => {
		expect(ofBooking(rooms, names)).toEqual(expected);
	});

	it('can be entered by a person, but not as an ID', () => {
		const id = '6a3f1c52-0f5e-4d0a-9a53-2f8f6f0e7b11';
		const { roomNames } = accessOf({ findRoomsBy: 'keyOrName' }, { rooms: `Suite, ${id}` });
		expect(roomNames).toEqual({ Suite: 'Suite' });
	});
});

it.each(['OwnerRez2:', 'Höfe-1:', ' desk: '])('%j is a key prefix', (keyPrefix) => {
	expect(accessOf({ keyPrefix }).prefix).toBe(keyPrefix.trim());
});

it.each(['res', ':', 'a:b:', 'res_1:', 'res:\n:'])(
	'%j is no key prefix, because it could begin with that of another system or the other way round',
	(keyPrefix) => {
		expect(() => accessOf({ keyPrefix })).toThrow("'Key Prefix' must be letters, digits and");
	},
);

it.each(['calendar-NaN:', '', null])(
	'%j is no key prefix, because a wrong expression made it',
	(keyPrefix) => {
		expect(() => accessOf({ keyPrefix })).toThrow(InvalidParameterError);
	},
);

describe('an input item that is a booking', () => {
	const booking: Booking = {
		reservation_key: '4711',
		status: 'confirmed',
		reason: null,
		pms_status: 'new',
		guest_name: 'Ann',
		guest_email: 'ann@example.com',
		guest_phone: '+15550104821',
		guest_language: 'en',
		guest_key: 'g-1',
		rooms: ['40101', '40102'],
		room_names: ['Room 101', 'Room 102'],
		arrival: '2031-01-31T15:00',
		departure: '2031-02-02',
		changed_at: '2031-01-01T00:00:00Z',
		channel: null,
		door_code: null,
		conversation_id: null,
		is_paid: null,
		group_key: null,
		key_prefix: 'hostaway:',
		stay_key: 'hostaway:4711',
		missing: [],
	};
	const read = (changes: Partial<Booking> = {}, options: IDataObject = {}) =>
		readListed(
			{ mappingMode: 'autoMapInputData', options } as ItemValues,
			{ ...booking, ...changes } as unknown as IDataObject,
		);

	it('says the stay', () => {
		expect(read()).toMatchObject({
			is: 'give',
			stay: {
				prefix: 'hostaway:',
				reservationKey: '4711',
				changedAtMs: Date.parse('2031-01-01T00:00:00Z'),
				guest: {
					key: 'hostaway:g-1',
					name: 'Ann',
					emailAddress: 'ann@example.com',
					phoneNumber: '+15550104821',
				},
				rooms: ['40101', '40102'],
				arrival: { day: '2031-01-31', timeOfDay: '15:00' },
				departure: { day: '2031-02-02' },
			},
		});
	});

	it('yields to options that were added, but keeps its key', () => {
		const { stay } = read({}, { guestKey: 'g-2', findRoomsBy: 'keyOrName' });
		expect(stay).toMatchObject({
			prefix: 'hostaway:',
			guest: { key: 'g-2' },
			roomNames: { 40101: 'Room 101', 40102: 'Room 102' },
		});
	});

	it('is refused with another key prefix, which would give its guest access twice', () => {
		expect(() => read({}, { keyPrefix: 'hostaway-2:' })).toThrow(InvalidParameterError);
		expect(read({ key_prefix: 'airbnbCalendar:' }, { keyPrefix: 'calendar-1:' })).toMatchObject({
			stay: { prefix: 'calendar-1:' },
		});
		const { stay } = read({}, { keyPrefix: 'hostaway:' });
		expect(stay).toMatchObject({ prefix: 'hostaway:' });
	});

	it('gives no access to a guest who has left', () => {
		for (const left of ['hostaway:4711', { json: { stay_key: 'hostaway:4711' } }])
			for (const status of ['confirmed', 'unconfirmed'] as const) {
				const asked = read({ status }, { leftStays: ['hostaway:1', left] });
				const stay = { status: 'cancelled', changedAtMs: undefined };
				expect(asked).toMatchObject({ is: 'end', stay });
				expect('sparesGuestInHouse' in asked).toBe(false);
			}
		const asText = read({}, { leftStays: '["hostaway:4711"]' });
		expect(asText).toMatchObject({ is: 'end' });
		for (const none of [['4711', 'hostaway:471'], '[]'])
			expect(read({}, { leftStays: none })).toMatchObject({ is: 'give' });
		for (const noList of ['hostaway:4711', null, {}])
			expect(() => read({}, { leftStays: noList })).toThrow(InvalidParameterError);
		expect(read({ status: 'not_a_stay' }, { leftStays: ['hostaway:4711'] })).toMatchObject({
			is: 'leave',
		});
	});

	it.each<[string, boolean]>([
		['checked_out', true],
		['Processed', true],
		['canceled', false],
		['no_show', false],
	])('is of a guest who has checked out if its word says so: %s, %s', (word, hasCheckedOut) => {
		const ended = { is: 'end', hasCheckedOut };
		expect(read({ status: 'cancelled', pms_status: word })).toMatchObject(ended);
		expect(readAsked(valuesOf({}, { status: word }), {})).toMatchObject(ended);
		expect(read({ pms_status: word }, { leftStays: ['hostaway:4711'] })).toMatchObject({
			hasCheckedOut: true,
		});
	});

	it.each<[Booking['status'], object]>([
		['cancelled', { is: 'end' }],
		['unconfirmed', { is: 'end', sparesGuestInHouse: true }],
		['not_a_stay', { is: 'leave', why: { code: 'not_a_stay' } }],
	])('with the status %s gives no access', (status, expected) => {
		const request = read({ status, rooms: [], arrival: null, departure: null });
		expect(request).toMatchObject(expected);
		expect('sparesGuestInHouse' in request).toBe(status === 'unconfirmed');
	});

	it('asks what it is if it has no word, as an entry of a calendar', () => {
		const unknown = { status: 'not_a_stay', unknown_status: true, pms_status: null } as const;
		const asked = read({ ...unknown, reason: 'The calendar does not say' });
		expect(asked).toMatchObject({
			is: 'leave',
			why: {
				code: 'unknown_status',
				reason: expect.stringContaining('The calendar does not say'),
				remedy: expect.stringContaining("'Closed Days Are'"),
			},
		});
	});

	it('changes nothing if it is about no booking at all, such as a test delivery', () => {
		expect(read({ status: 'not_a_stay', reservation_key: null })).toMatchObject({ is: 'leave' });
	});

	it('fails, and names itself, if it has no room', () => {
		const error = { message: expect.stringContaining("(reservation '4711')") };
		expect(read({ rooms: [] })).toMatchObject({ is: 'fail', error, hasNoRoom: true });
	});

	it.each<[string, IDataObject, string]>([
		['text', { error: "This is not a booking from Hostaway (ID '4711')" }, "(ID '4711')"],
		[
			'an object',
			{ error: { message: 'Not found' }, reservation_key: '4711' },
			"Not found (reservation '4711')",
		],
	])('says what Read Booking said if that failed: %s', (_what, input, text) => {
		const values = { mappingMode: 'autoMapInputData', options: {} } as ItemValues;
		const failed = { ...input, details: { description: 'Look there.' } };
		for (const read of [readAsked, readListed])
			expect(() => read(values, failed)).toThrow(
				expect.objectContaining({
					message: expect.stringContaining(text) as string,
					advice: 'Look there.',
				}) as Error,
			);
	});

	it('is refused if it did not come from Read Booking', () => {
		const values = { mappingMode: 'autoMapInputData', options: {} } as ItemValues;
		expect(() => readListed(values, { id: '4711', status: 'new' })).toThrow(InvalidParameterError);
	});
});

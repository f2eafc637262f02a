import type { IDataObject } from 'n8n-workflow';
import type { ItemValues } from '../../../../nodes/DeviceAccess/operation/types';
import {
	readListedRequest,
	readRequest,
} from '../../../../nodes/DeviceAccess/reservations/stays/readRequest';
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
	readRequest(valuesOf(options, changes)).stay as StayWithAccess;

it.each<[string, object]>([
	['a@x; b@x', { emailAddress: undefined, unusable: ['email_address'] }],
	['a@example.com; b@example.com', { emailAddress: 'a@example.com', unusable: [] }],
	['"Ann" <ann@example.com>', { emailAddress: 'ann@example.com', unusable: [] }],
	['+49 (0)151 2345678', { phoneNumber: '+491512345678', unusable: [] }],
	['0151 2345678', { phoneNumber: undefined, unusable: ['phone_number'] }],
	['on request', { phoneNumber: undefined, unusable: ['phone_number'] }],
])('the contact %j costs no guest the access', (guestContact, guest) => {
	expect(readRequest(valuesOf({}, { guestContact }))).toMatchObject({
		is: 'access',
		stay: { guest: { name: 'Ann', ...guest } },
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

it.each([{}, { misspelled: '4711' }])(
	'an item without a key (%j) in a list stands for nothing, or fails, but never for a reservation',
	(input) => {
		const read = () => readListedRequest(valuesOf({}, { reservationKey: undefined }), input);
		if (Object.keys(input).length > 0) expect(read).toThrow("'Reservation Key' is empty");
		else expect(read()).toMatchObject({ is: 'ignored', reason: { code: 'empty_input' } });
	},
);

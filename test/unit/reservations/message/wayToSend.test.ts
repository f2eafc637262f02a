import { InvalidParameterError } from '../../../../nodes/DeviceAccess/errors/errors';
import { contactsOf } from '../../../../nodes/DeviceAccess/reservations/message/contact';
import {
	passOnInWords,
	sendingOf,
} from '../../../../nodes/DeviceAccess/reservations/message/wayToSend';
import type { WireObject } from '../../../../nodes/DeviceAccess/wire/records';

const STAY = { reservation_key: '40771', key_prefix: 'hostaway:', guest_name: 'Ada Example' };
const EMAIL = { guest_email: 'ada@example.com' };
const PHONE = { guest_phone: '+15550001111' };

const sending = (way: string, item: WireObject) => {
	const stay = { ...STAY, ...item };
	const { send_by: by, send_to: to } = sendingOf(stay, contactsOf(stay), way);
	return [by, to];
};

it.each<[string, WireObject, string, string | null]>([
	['email', { ...EMAIL, ...PHONE }, 'email', 'ada@example.com'],
	['sms', { ...EMAIL, ...PHONE }, 'sms', '+15550001111'],
	['whatsapp', PHONE, 'whatsapp', '+15550001111'],
	['WhatsApp ', PHONE, 'whatsapp', '+15550001111'],
	['sms', EMAIL, 'email', 'ada@example.com'],
	['hostaway', EMAIL, 'hostaway', '40771'],
	['smoobu', EMAIL, 'email', 'ada@example.com'],
	['email', PHONE, 'email', null],
	['whatsapp', { guest_phone: '+49 (0)170 1234567' }, 'whatsapp', '+491701234567'],
	['whatsapp', { guest_phone: '0049 170 1234567' }, 'whatsapp', '+491701234567'],
])('by %s to %j: %s, %s', (way, item, by, to) => expect(sending(way, item)).toEqual([by, to]));

it.each<[string, string, string, string | null]>([
	['hostaway', 'bob@example.com', 'email', 'bob@example.com'],
	['gmail', 'bob@example.com', 'gmail', 'bob@example.com'],
	['sms', '+1 555 000 2222', 'sms', '+15550002222'],
	['sms', '555 000 2222', 'email', null],
	['hostaway', '+15550002222', 'email', null],
])('by %s to the contact %s of the host: %s, %s', (way, contact, by, to) =>
	expect(sending(way, { ...EMAIL, ...PHONE, contact })).toEqual([by, to]),
);

it.each(['0170 1234567', 'ext'])(
	'by email if the phone number is %s, because without its country code it is that of a stranger',
	(phone) =>
		expect(sending('whatsapp', { ...EMAIL, guest_phone: phone })).toEqual([
			'email',
			'ada@example.com',
		]),
);

it('asks the host to pass on what cannot be sent, and says to whom', () => {
	const stay = { ...STAY, ...PHONE };
	expect(passOnInWords(stay, contactsOf(stay))).toBe(
		'Please pass this message on to Ada Example, +15550001111 (booking 40771):',
	);
});

it('names both guests to the host if the booking is for another one than the access', () => {
	const row = { system: 'hostaway', guest_name: 'Ben Example', guest_phone: '+15550003333' };
	const words = passOnInWords(STAY, contactsOf(STAY, row));
	for (const said of ['Ben Example', '+15550003333', 'Ada Example', '40771'])
		expect(words).toContain(said);
	expect(words).not.toContain('pass this message on to Ada Example');
});

it.each(['fax', '', 'constructor'])('refuses the way %j', (way) => {
	const stay = { ...STAY, ...EMAIL };
	expect(() => sendingOf(stay, contactsOf(stay), way)).toThrow(
		new InvalidParameterError(`'${way}' is not a way to send messages`),
	);
});

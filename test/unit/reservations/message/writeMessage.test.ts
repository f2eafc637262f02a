import { InvalidParameterError } from '../../../../nodes/DeviceAccess/errors/errors';
import {
	FIRST_MESSAGE,
	SOMETHING_CHANGED,
} from '../../../../nodes/DeviceAccess/reservations/message/defaultTexts';
import { writeMessage } from '../../../../nodes/DeviceAccess/reservations/message/writeMessage';
import { getReservations } from '../../../../nodes/DeviceAccess/resources/reservation/readings';
import type { WireObject } from '../../../../nodes/DeviceAccess/wire/records';

const STAY = {
	tell: 'guest',
	reservation_key: '40771',
	guest_name: 'Ada Example',
	rooms: ['Room 101', 'Sauna'],
	starts_at: '2031-01-29T14:00:00.000Z',
	ends_at: '2031-01-31T10:00:00.000Z',
	time_zone: 'Europe/Berlin',
	problems: [{ code: 'device_offline' }],
	pin: '4821',
	pins: [{ door: 'Gate', device_id: 'g', pin: '1717' }],
	instant_key_url: 'https://key.example/1',
};

const write = (text: string, changes: WireObject = {}, language = '') =>
	writeMessage(
		{ ...STAY, ...changes },
		{ language, texts: [{ language: 'en', subject: '', text }] },
	).text;

it('fills in each placeholder', () => {
	expect(
		write('{guest}; {rooms}; {arrival}; {departure}; {pin}; {pins}; {key_link}; {reservation}'),
	).toBe(
		[
			'Ada Example',
			'Room 101 and Sauna',
			'Wednesday, January 29, 2031 at 3:00 PM',
			'Friday, January 31, 2031 at 11:00 AM',
			'4821',
			'Gate: 1717',
			'https://key.example/1',
			'40771',
		].join('; '),
	);
});

it.each([null, '  ', []])('leaves out a line whose placeholder is %j', (pin) => {
	expect(write('First\nYour PIN: {pin}\nLast', { pin })).toBe('First\nLast');
});

it.each<[string, WireObject, string]>([
	[
		'Hi {guest}, your PIN for {rooms} is {pin}.',
		{ guest_name: null },
		'Hi, your PIN for Room 101 and Sauna is 4821.',
	],
	['Your PIN: {pin}, Wi-Fi: {wifi}', {}, 'Your PIN: 4821, Wi-Fi:'],
	[
		'{wifi} {pins}',
		{ pins: [...STAY.pins, { door: 'Garage', pin: '2323' }] },
		'Gate: 1717\nGarage: 2323',
	],
	['{pin} {key_link}', { pin: null }, 'https://key.example/1'],
	['{guest_page} {wifi}', { guest_page: 'https://page.example' }, 'https://page.example'],
])('keeps the line %s, because it has what opens the door', (line, changes, expected) => {
	expect(write(line, changes)).toBe(expected);
});

it('refuses a message of which no line is left', () => {
	expect(() => write('Your PIN: {pin}', { pin: null })).toThrow('The message has no text');
});

it('leaves out no line without a placeholder, and joins empty ones', () => {
	expect(write('\nOne\n\n{pin}\n\nTwo\n', { pin: null })).toBe('One\n\nTwo');
});

it('takes any other field of the item', () => {
	expect(
		write('Wi-Fi: {wifi}\n{floor}\n{empty}', { wifi: 'secret 5', floor: 3, empty: null }),
	).toBe('Wi-Fi: secret 5\n3');
});

it.each(['wfi', 'constructor', 'not a placeholder', ''])(
	'names the unknown placeholder %s',
	(name) => {
		expect(() => write(`Wi-Fi: {${name}}`)).toThrow(`'{${name}}'`);
	},
);

it.each(['{ pin }', '{pin }', '{{ pin }}', '{pin'])('writes the PIN in place of %s', (pin) => {
	expect(write(`{rooms}, PIN: ${pin}`)).toBe('Room 101 and Sauna, PIN: 4821');
	expect(write(`Hi {guest}. PIN: ${pin}`, { guest_name: null })).toBe('Hi. PIN: 4821');
});

it.each(['{pin for {rooms}', '{pin for the door'])('refuses the unclosed %s', (text) => {
	expect(() => write(text)).toThrow(InvalidParameterError);
});

it('fills in nothing that a value itself has', () => {
	expect(write('{guest}', { guest_name: '{pin} $& $1' })).toBe('{pin} $& $1');
});

it.each([
	[undefined, 'UTC', '2:00 PM (UTC)'],
	['America/New_York', undefined, '9:00 AM'],
])('says which time zone, if it is not that of the room: %s', (timeZone, _zone, time) => {
	expect(write('{arrival}', { time_zone: timeZone })).toBe(
		`Wednesday, January 29, 2031 at ${time}`,
	);
});

it('names the time zone of the workflow', () => {
	const problems = [...STAY.problems, { code: 'no_time_zone' }];
	expect(write('{arrival}', { problems })).toMatch(/3:00 PM \(Europe\/Berlin\)$/);
});

it('leaves out the time of a stay without an end', () => {
	expect(write('{departure}\nEnd', { ends_at: null })).toBe('End');
});

it.each([
	['', 'en'],
	['de', 'de'],
	['de-AT', 'de'],
	['pt_BR', 'pt'],
	['French', 'fr'],
	['Klingon', 'en'],
])('writes to a guest whose language is %j in %s', (language, expected) => {
	for (const texts of [FIRST_MESSAGE, SOMETHING_CHANGED]) {
		const { text, subject, language: chosen } = writeMessage(STAY, { language, texts });
		expect(chosen).toBe(expected);
		expect(subject).toContain('Room 101');
		expect(text).toMatch(/4821\nGate: 1717\n.*https:\/\/key\.example\/1$/);
		expect(text).not.toMatch(/[{}]|undefined|null/);
	}
});

it('takes the first row if there is no English one', () => {
	const texts = [{ language: 'nl', subject: 's', text: 't' }];
	expect(writeMessage(STAY, { language: 'de', texts }).language).toBe('nl');
});

it.each([
	['a row has no language', ['', 'en', 'de']],
	['the first row has no language', ['', 'de']],
])('writes in the English row or the first one, also if %s', (_what, languages) => {
	const texts = languages.map((language, index) => ({
		language,
		subject: String(index),
		text: '{arrival}',
	}));
	const index = Math.max(0, languages.indexOf('en'));
	expect(writeMessage(STAY, { language: 'pl', texts })).toEqual({
		language: 'en',
		subject: String(index),
		text: 'Wednesday, January 29, 2031 at 3:00 PM',
	});
});

it.each([
	['fil, Filipino', 'fil', /^Miyerkules, Enero 29, 2031/],
	['日本語, ja', '日本語', /^Wednesday, January 29, 2031/],
	[' de_AT', 'de', /^Mittwoch, 29\. Jänner 2031/],
])('writes days in the language of a row that begins with %s', (row, language, time) => {
	const texts = [{ language: row, subject: '', text: '{arrival}' }];
	expect(writeMessage(STAY, { language, texts }).text).toMatch(time);
});

it('knows a language by a code that this n8n does not know', () => {
	const texts = [{ language: 'tlh, Klingon', subject: '{pin}{pin}', text: '{pin}' }];
	expect(writeMessage(STAY, { language: 'Klingon', texts })).toMatchObject({ text: '4821' });
});

it.each<[string, WireObject, string]>([
	['is none', { error: 'failed' }, 'is not a reservation'],
	['has no times', { ...STAY, starts_at: null }, 'is not a reservation'],
])('refuses an item that %s', (_what, item, message) => {
	expect(() => writeMessage(item, { language: '', texts: FIRST_MESSAGE })).toThrow(message);
});

it('refuses texts without a row', () => {
	expect(() => writeMessage(STAY, { language: '', texts: [] })).toThrow("'Texts' has no row");
});

it('refuses the item of Simplified, which has neither time zone nor key', () => {
	const item = getReservations.output?.simplify(STAY) ?? {};
	expect(() => writeMessage(item, { language: '', texts: FIRST_MESSAGE })).toThrow(
		InvalidParameterError,
	);
});

it.each<[string, WireObject]>([
	['{pin}', { pin: '****' }],
	['{pins}', { pins: [{ door: 'Gate', pin: '****' }] }],
	['{key_link}', { instant_key_url: '****' }],
	['{all_pins}', { all_pins: '****, Gate: ****' }],
	['{door_code}', { door_code: '****' }],
])('refuses a message whose %s is hidden, and writes others of the item', (placeholder, hidden) => {
	expect(() => write(`Your access: ${placeholder}`, hidden)).toThrow(InvalidParameterError);
	expect(write('Hi {guest}, this is {hotel}', { ...hidden, hotel: 'Example ****' })).toBe(
		'Hi Ada Example, this is Example ****',
	);
});

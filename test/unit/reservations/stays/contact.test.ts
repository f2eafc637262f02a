import {
	readEmailAddress,
	readPhoneDigits,
	toPhoneNumber,
} from '../../../../nodes/DeviceAccess/reservations/stays/contacts';

it.each([
	['ann@example.com', 'ann@example.com'],
	[' ann@example.com ', 'ann@example.com'],
	['ann@example.com; bob@example.com', 'ann@example.com'],
	['"Ann" <ann@example.com>', 'ann@example.com'],
	['mailto:ann@example.com?subject=Hi', 'ann@example.com'],
	['ann@example', undefined],
])('the email address in %j is %j', (text, address) => {
	expect(readEmailAddress(text)).toBe(address);
});

it.each([
	['+15550104821', '+15550104821'],
	['+1 (555) 010-4821 ext. 12', '+15550104821'],
	['+15550104821;ext=12', '+15550104821'],
	['+15550104821 (WhatsApp 2)', '+15550104821'],
	['+1 555\u2212010\u22124821', '+15550104821'],
	['+15550104821, +15550109999', '+15550104821'],
	['+15550104821/5550109999', '+15550104821'],
	['0151/2345678', '01512345678'],
	['+49 (0)151 2345678', '+491512345678'],
	['\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668', '12345678'],
	['\uff0b49151234\uff11\uff12', '+4915123412'],
	// Tibetan, which nobody maps.
	['+49151234\u0f21\u0f22', undefined],
	['unknown', undefined],
])('the digits of %j are %j', (text, digits) => {
	expect(readPhoneDigits(text)).toBe(digits);
});

it.each([
	['+15550104821', '+15550104821'],
	['0015550104821', '+15550104821'],
	['01512345678', undefined],
	['+1', undefined],
	[undefined, undefined],
])('the service takes %j as %j', (digits, number) => {
	expect(toPhoneNumber(digits)).toBe(number);
});

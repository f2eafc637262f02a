import { normalizeBaseUrl } from '../../../nodes/DeviceAccess/transport/credential';

const WRONG_START =
	"The 'Base URL' of the credential must start with https:// or http://, such as https://connect.getseam.com";
const NOT_ALONE =
	"The 'Base URL' of the credential must be only an address, without a user name, '?' or '#'";

describe('normalizeBaseUrl', () => {
	it.each([
		{ value: 'https://locks.example.com///', expected: 'https://locks.example.com' },
		{ value: '  https://locks.example.com\n', expected: 'https://locks.example.com' },
		{ value: 'HTTPS://Locks.Example.com', expected: 'https://locks.example.com' },
		{ value: 'https://locks.example.com:443', expected: 'https://locks.example.com' },
		{ value: 'http://[::1]:4010/', expected: 'http://[::1]:4010' },
		{ value: 'https://example.com/locks/v1/', expected: 'https://example.com/locks/v1' },
	])('turns $value into $expected', ({ value, expected }) => {
		expect(normalizeBaseUrl(value)).toBe(expected);
	});

	it.each([
		'   ',
		'connect.getseam.com',
		'localhost:4010',
		'ftp://locks.example.com',
		'https://',
		undefined,
	])('refuses %p, which is not an http or https address', (value) => {
		expect(() => normalizeBaseUrl(value)).toThrow(new Error(WRONG_START));
	});

	it.each([
		'https://name@locks.example.com',
		'https://locks.example.com/?key=1',
		'https://locks.example.com/#top',
	])('refuses %p, which contains more than an address', (value) => {
		expect(() => normalizeBaseUrl(value)).toThrow(new Error(NOT_ALONE));
	});
});

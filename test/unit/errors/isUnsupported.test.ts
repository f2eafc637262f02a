import { isUnsupported } from '../../../nodes/DeviceAccess/errors/isUnsupported';
import { refusal } from '../answeringSend';

describe('isUnsupported', () => {
	it.each([
		{ error: refusal('/x', 400, 'unsupported_device'), expected: true },
		{ error: refusal('/x', 400, 'device_type_not_supported'), expected: true },
		{ error: refusal('/x', 400, 'invalid_input'), expected: false },
		{ error: new Error('unsupported_device'), expected: false },
	])('is $expected for $error', ({ error, expected }) => {
		expect(isUnsupported(error)).toBe(expected);
	});
});

import { readNetworkCode } from '../../../nodes/DeviceAccess/transport/httpCall';

describe('readNetworkCode', () => {
	it.each([
		{
			error: { cause: { code: 'ECONNRESET' }, code: 'OTHER', httpCode: 'OTHER' },
			expected: 'ECONNRESET',
		},
		{ error: { code: 'ECONNREFUSED' }, expected: 'ECONNREFUSED' },
		{ error: { httpCode: 'ECONNABORTED' }, expected: 'ECONNABORTED' },
		{ error: { code: '' }, expected: 'UNKNOWN' },
		{ error: undefined, expected: 'UNKNOWN' },
	])('finds $expected', ({ error, expected }) => {
		expect(readNetworkCode(error)).toBe(expected);
	});
});

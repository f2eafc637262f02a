import { UnexpectedAnswerError } from '../../../nodes/DeviceAccess/api/errors';
import { readNetworkCode, takeList, takeObject } from '../../../nodes/DeviceAccess/api/request';

describe('takeObject', () => {
	it('gives the member that holds the result', () => {
		expect(takeObject('/devices/get', { device: { device_id: 'd1' }, ok: true }, 'device')).toEqual({ device_id: 'd1' });
	});

	it.each([{}, { device: null }, { device: [] }, { device: 'd1' }])('refuses %p, which has none', (body) => {
		expect(() => takeObject('/devices/get', body, 'device')).toThrow(new UnexpectedAnswerError('/devices/get', "has no 'device'"));
	});
});

describe('takeList', () => {
	it('gives the list under the member', () => {
		expect(takeList('/devices/list', { devices: [{ device_id: 'd1' }] }, 'devices')).toEqual([{ device_id: 'd1' }]);
		expect(takeList('/devices/list', { devices: [] }, 'devices')).toEqual([]);
	});

	it.each([{}, { devices: null }, { devices: {} }])('refuses %p, which has no list', (body) => {
		expect(() => takeList('/devices/list', body, 'devices')).toThrow(new UnexpectedAnswerError('/devices/list', "has no 'devices' list"));
	});

	it.each([{ devices: [null] }, { devices: [{}, 'd1'] }])('refuses %p, which holds something that is no record', (body) => {
		expect(() => takeList('/devices/list', body, 'devices')).toThrow(
			new UnexpectedAnswerError('/devices/list', "has an entry in 'devices' that is no record"),
		);
	});
});

describe('readNetworkCode', () => {
	it.each([
		{ error: { cause: { code: 'ECONNRESET' }, code: 'OTHER', httpCode: 'OTHER' }, expected: 'ECONNRESET' },
		{ error: { code: 'ECONNREFUSED' }, expected: 'ECONNREFUSED' },
		{ error: { httpCode: 'ECONNABORTED' }, expected: 'ECONNABORTED' },
		{ error: { cause: {}, httpCode: 'ETIMEDOUT' }, expected: 'ETIMEDOUT' },
		{ error: new Error('plain'), expected: 'UNKNOWN' },
		{ error: { code: '' }, expected: 'UNKNOWN' },
		{ error: 'text', expected: 'UNKNOWN' },
		{ error: undefined, expected: 'UNKNOWN' },
	])('finds $expected', ({ error, expected }) => {
		expect(readNetworkCode(error)).toBe(expected);
	});
});

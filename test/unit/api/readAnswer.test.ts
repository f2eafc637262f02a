import { UnexpectedAnswerError } from '../../../nodes/DeviceAccess/api/errors';
import { takeList, takeObject } from '../../../nodes/DeviceAccess/api/readAnswer';

describe('takeObject', () => {
	it('gives the member that holds the result', () => {
		expect(takeObject('/devices/get', { body: { device: { device_id: 'd1' }, ok: true } }, 'device')).toEqual({ device_id: 'd1' });
	});

	it.each([{}, { device: null }, { device: [] }, { device: 'd1' }])('refuses %p, which has none', (body) => {
		expect(() => takeObject('/devices/get', { body }, 'device')).toThrow(new UnexpectedAnswerError('/devices/get', "The answer of the service has no 'device'"));
	});
});

describe('takeObject and takeList', () => {
	it.each([
		() => takeObject('/devices/get', { body: {}, requestId: 'req-1' }, 'device'),
		() => takeList('/devices/list', { body: {}, requestId: 'req-1' }, 'devices'),
		() => takeList('/devices/list', { body: { devices: [null] }, requestId: 'req-1' }, 'devices'),
	])('name the request for the support of the service (%#)', async (take) => {
		await expect((async () => await Promise.resolve(take()))()).rejects.toMatchObject({ requestId: 'req-1' });
	});
});

describe('takeList', () => {
	it('gives the list under the member', () => {
		expect(takeList('/devices/list', { body: { devices: [{ device_id: 'd1' }] } }, 'devices')).toEqual([{ device_id: 'd1' }]);
		expect(takeList('/devices/list', { body: { devices: [] } }, 'devices')).toEqual([]);
	});

	it.each([{}, { devices: null }, { devices: {} }])('refuses %p, which has no list', (body) => {
		expect(() => takeList('/devices/list', { body }, 'devices')).toThrow(new UnexpectedAnswerError('/devices/list', "The answer of the service has no 'devices' list"));
	});

	it.each([{ devices: [null] }, { devices: [{}, 'd1'] }])('refuses %p, which holds something that is no record', (body) => {
		expect(() => takeList('/devices/list', { body }, 'devices')).toThrow(
			new UnexpectedAnswerError('/devices/list', "The answer of the service has an entry in 'devices' that is no record"),
		);
	});
});

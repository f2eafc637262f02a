import { HIDDEN } from '../../../nodes/DeviceAccess/errors/maskPins';
import type { ServiceEvent } from '../../../nodes/DeviceAccess/wire/records';
import { readEventItemOptions, toEventItem } from '../../../nodes/DeviceAccess/trigger/eventItem';
import { answeringSend, refusal } from '../answeringSend';

const event: ServiceEvent = {
	event_id: 'e1',
	event_type: 'lock.unlocked',
	created_at: '2030-01-31T10:00:00Z',
	access_code_id: 'c1',
	code: '1001',
};
const AS_IT_IS = { includeAccessCode: false, maskPinCodes: false };
const WITH_CODE = { includeAccessCode: true, maskPinCodes: false };

const unknown = (endpoint: string) => refusal(endpoint, 404, 'access_code_not_found');

describe('readEventItemOptions', () => {
	it('is off unless it is switched on', () => {
		expect(readEventItemOptions({})).toEqual(AS_IT_IS);
		expect(readEventItemOptions({ includeAccessCode: 'yes', maskPinCodes: 1 })).toEqual(AS_IT_IS);
		expect(readEventItemOptions({ includeAccessCode: true, maskPinCodes: true })).toEqual({ includeAccessCode: true, maskPinCodes: true });
	});
});

describe('toEventItem', () => {
	it('gives the event as the service gave it, without a request', async () => {
		const { send, requests } = answeringSend(() => ({}));
		expect(await toEventItem(send, event, AS_IT_IS)).toEqual({ json: event });
		expect(requests).toEqual([]);
	});

	it('adds the record of a managed code', async () => {
		const { send, requests } = answeringSend(() => ({ access_code: { access_code_id: 'c1', is_managed: true } }));
		expect(await toEventItem(send, event, WITH_CODE)).toEqual({ json: { ...event, access_code: { access_code_id: 'c1', is_managed: true } } });
		expect(requests).toEqual([{ endpoint: '/access_codes/get', body: { access_code_id: 'c1' }, effect: 'read' }]);
	});

	it('adds the record of an unmanaged code, which the managed codes do not know', async () => {
		const { send, requests } = answeringSend(({ endpoint }) => {
			if (endpoint === '/access_codes/get') throw unknown(endpoint);
			return { access_code: { access_code_id: 'c1', is_managed: false } };
		});
		expect(await toEventItem(send, event, WITH_CODE)).toEqual({ json: { ...event, access_code: { access_code_id: 'c1', is_managed: false } } });
		expect(requests.map(({ endpoint }) => endpoint)).toEqual(['/access_codes/get', '/access_codes/unmanaged/get']);
	});

	it('never loses the event of a code that is gone', async () => {
		const { send } = answeringSend(({ endpoint }) => {
			throw unknown(endpoint);
		});
		expect(await toEventItem(send, event, WITH_CODE)).toEqual({
			json: { ...event, access_code: null, access_code_message: 'The access code is no longer there' },
		});
	});

	it('never loses an event because its code cannot be read, and says why', async () => {
		const { send } = answeringSend(({ endpoint }) => {
			throw refusal(endpoint, 503);
		});
		expect(await toEventItem(send, event, WITH_CODE)).toEqual({
			json: { ...event, access_code: null, access_code_message: 'The service is not available right now' },
		});
	});

	it('adds null, without a request, for an event that is about no code', async () => {
		const { send, requests } = answeringSend(() => ({}));
		const aboutADevice = { ...event, access_code_id: undefined };
		expect(await toEventItem(send, aboutADevice, WITH_CODE)).toEqual({ json: { ...aboutADevice, access_code: null } });
		expect(requests).toEqual([]);
	});

	it.each([
		{ hasTime: false, expected: { access_code: null, access_code_message: 'There was no time left to read the access code' } },
		{ hasTime: true, expected: { access_code: { access_code_id: 'c1' } } },
	])('reads the code only while there is time ($hasTime)', async ({ hasTime, expected }) => {
		const { send } = answeringSend(() => ({ access_code: { access_code_id: 'c1' } }));
		expect(await toEventItem(send, event, { ...WITH_CODE, hasTime: () => hasTime })).toEqual({ json: { ...event, ...expected } });
	});

	it('masks the PIN of the event and of the record when asked to', async () => {
		const { send } = answeringSend(() => ({ access_code: { access_code_id: 'c1', code: '1001' } }));
		expect(await toEventItem(send, event, { includeAccessCode: true, maskPinCodes: true })).toEqual({
			json: { ...event, code: HIDDEN, access_code: { access_code_id: 'c1', code: HIDDEN } },
		});
	});
});

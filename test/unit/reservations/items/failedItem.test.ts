import type { IDataObject } from 'n8n-workflow';
import type { ErrorReport } from '../../../../nodes/DeviceAccess/errors/describeError';
import { membersOfFailed } from '../../../../nodes/DeviceAccess/reservations/items/failedItem';

const failure = (type: string): ErrorReport => ({
	message: 'Something happened',
	description: 'Do something',
	details: { code: 'SERVICE_ERROR', type },
	isApiError: true,
});
const failed = (type: string, input: IDataObject, options: IDataObject = {}) => {
	const parameters: IDataObject = { reservationKey: '4711', options };
	return membersOfFailed(failure(type), input, (name) => parameters[name]);
};

describe('what an item that failed says', () => {
	it('repeats what Read Booking said of a booking that it could not read', () => {
		const unread = { error: 'Not a booking', stay_key: 'guesty:1', host_message: 'Look at it' };
		expect(failed('no_key', unread)).toEqual({
			stay_key: 'guesty:1',
			tell: 'host',
			host_message: 'Look at it',
		});
	});

	it('tells nobody of a reservation that is gone, even if the look before failed', () => {
		const input = { error: 'The service failed', tell: 'host', host_message: 'Look at it' };
		expect(failed('reservation_not_found', input)).toMatchObject({
			tell: 'nobody',
			host_message: null,
		});
	});

	it('is about the guest of the item', () => {
		expect(failed('internal_error', {}, { guestNumber: 2 }).stay_key).toBe(
			'reservation:4711:guest-2',
		);
	});

	it('says what is wrong now, not what an earlier item said', () => {
		const { tell, host_message: text } = failed('internal_error', { host_message: 'Earlier' });
		expect([tell, text === 'Earlier']).toEqual(['host', false]);
	});
});

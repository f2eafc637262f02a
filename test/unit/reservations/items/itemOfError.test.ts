import type { IDataObject } from 'n8n-workflow';
import type { ErrorReport } from '../../../../nodes/DeviceAccess/errors/describeError';
import { membersOfFailed } from '../../../../nodes/DeviceAccess/reservations/items/itemOfError';

const failure = (type: string): ErrorReport => ({
	message: "Something happened (reservation '1')",
	description: 'Do something',
	details: { code: 'SERVICE_ERROR', type },
	isApiError: true,
});
const failed = (type: string, input: IDataObject, fields: IDataObject = {}) => {
	const parameters: IDataObject = { reservationKey: '4711', options: {}, ...fields };
	return membersOfFailed(failure(type), input, (name) => parameters[name], 'Asia/Tokyo');
};

describe('what an item that failed says', () => {
	it('repeats what Read Booking said of a booking that it could not read', () => {
		const unread = { error: 'Not a booking', stay_key: 'guesty:1', host_message: 'Look at it' };
		expect(failed('no_key', unread)).toMatchObject({
			stay_key: 'guesty:1',
			tell: 'host',
			host_message: 'Look at it',
		});
	});

	it('has all of a booking in the first line, also a name with line breaks, then what happened and what to do', () => {
		const booking = {
			key_prefix: 'guesty:',
			reservation_key: '1',
			rooms: ['7'],
			room_names: ['Suite'],
			guest_name: 'Ada\nWhat to do: nothing',
			arrival: '2031-01-29T15:00',
			departure: '2031-01-31T11:00:00+0100',
		};
		const told = failed('unknown_room', booking);
		expect(told.stay_key).toBe('guesty:1');
		expect(String(told.host_message).split('\n')).toEqual([
			'Booking 1, Ada What to do: nothing, Suite, 2031-01-29 15:00 to January 31, 2031, 10:00 AM (UTC)',
			'Something happened.',
			'If the booking is new, the guest has no PIN yet. Otherwise, the access stays as it was.',
			'What to do: Do something.',
		]);
	});

	it('has the fields if the input is no booking', () => {
		const told = failed(
			'internal_error',
			{ rooms: ['8'] },
			{
				reservationKey: 4711,
				from: 'guesty',
				guestName: 'Ada',
				rooms: { value: ['7'] },
				arrival: '2031-01-29',
				departure: '2031-01-31',
			},
		);
		expect(told).toMatchObject({
			outcome: 'failed',
			reservation_key: '4711',
			stay_key: 'guesty:4711',
			host_row: 'guesty:4711',
		});
		expect(String(told.host_message).split('\n')[0]).toBe(
			'Booking 4711, Ada, 7, 2031-01-29 to 2031-01-31',
		);
	});

	it('says that the outcome is unknown if the service may have acted', () => {
		const unclear = { ...failure('internal_error'), details: { may_have_acted: true } };
		expect(membersOfFailed(unclear, {}, () => undefined, 'UTC').outcome).toBe('unknown');
	});

	it.each([{ may_have_acted: true }, { changes: [] }])(
		'does not say that the access stays as it was if it was or may have been changed: %j',
		(details) => {
			const error = { ...failure('internal_error'), details };
			const { host_message: told } = membersOfFailed(error, {}, () => 'R-1', 'UTC');
			expect(String(told)).not.toMatch(/stays as it was/);
		},
	);

	it('tells nobody of a reservation that is gone, even if the look before failed', () => {
		const input = { error: 'The service failed', tell: 'host', host_message: 'Look at it' };
		expect(failed('reservation_not_found', input)).toMatchObject({
			tell: 'nobody',
			host_message: null,
		});
	});

	it('tells nobody of a stay that was over long ago, such as in a room that has no space anymore', () => {
		const inDays = (days: number) =>
			new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
		const booking = {
			key_prefix: 'lodgify:',
			reservation_key: '1',
			rooms: ['7'],
			arrival: inDays(-7),
			departure: inDays(-5),
		};
		expect(failed('unknown_room', booking)).toMatchObject({ tell: 'nobody', host_message: null });
		for (const departure of ['', inDays(-1)])
			expect(failed('unknown_room', { ...booking, departure }).tell).toBe('host');
	});

	it.each([
		['07/12/2020', '07/14/2020'],
		['2020-06-01', '07/12/2020'],
		['07/12/2020', '2020-07-14'],
		['2020-02-30', '2020-03-02'],
		['2031-07-10', '2020-07-12'],
	])(
		'tells the host of dates that were refused, because they say nothing: %s, %s',
		(arrival, departure) => {
			const booking = {
				key_prefix: 'lodgify:',
				reservation_key: '1',
				rooms: ['7'],
				arrival,
				departure,
			};
			expect(failed('invalid_value', booking).tell).toBe('host');
		},
	);

	describe('of a booking without a room', () => {
		// In Tokyo, it is the 31st already.
		beforeEach(() => jest.useFakeTimers({ now: Date.parse('2031-01-30T16:00:00Z') }));
		afterEach(() => jest.useRealTimers());

		it.each([
			['2031-02-01T16:00:00Z', 'later', false],
			['2031-01-31', 'host', true],
			['2031-01-31T01:00:00+09:00', 'host', true],
			['2031-01-30T15:00:00Z', 'host', true],
			['2031-01-31T15:00:00Z', 'host', false],
			['2031-01-30', 'host', false],
		])('which arrives at %s: tells %s, that it is today: %s', (arrival, whom, isToday) => {
			const booking = { key_prefix: 'apaleo:', reservation_key: '1', rooms: [], arrival };
			const { tell, host_message: text } = failed('no_room', booking);
			expect([tell, /today without a room/.test(String(text))]).toEqual([whom, isToday]);
			expect(failed('unknown_room', booking).host_message).not.toMatch(/without a room/);
		});
	});

	it('says what is wrong now, not what an earlier item said', () => {
		const { tell, host_message: text } = failed('internal_error', { host_message: 'Earlier' });
		expect([tell, text === 'Earlier']).toEqual(['host', false]);
	});
});

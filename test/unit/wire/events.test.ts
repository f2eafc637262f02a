import { readEvents } from '../../../nodes/DeviceAccess/wire/events';

describe('readEvents', () => {
	it('leaves out what cannot be distinguished or put in order', () => {
		const event = {
			event_id: 'e1',
			event_type: 'lock.locked',
			created_at: '2030-01-31T10:00:00Z',
			extra: 1,
		};
		expect(
			readEvents([
				event,
				{ ...event, event_id: 7 },
				{ ...event, event_id: '' },
				{ ...event, event_type: undefined },
				{ ...event, created_at: 'soon' },
				{ ...event, created_at: null },
			]),
		).toEqual([event]);
	});
});

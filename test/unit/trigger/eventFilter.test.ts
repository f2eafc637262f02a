import { InvalidParameterError } from '../../../nodes/DeviceAccess/errors/errors';
import type { ServiceEvent } from '../../../nodes/DeviceAccess/wire/events';
import {
	isWanted,
	readEventChoice,
	toEventFilters,
} from '../../../nodes/DeviceAccess/trigger/eventFilter';

const DEVICE_ID = 'de51ce00-0000-4000-8000-00000000000a';
const OTHER_DEVICE_ID = 'de51ce00-0000-4000-8000-00000000000b';

const event = (type: string, deviceId?: string): ServiceEvent => ({
	event_id: 'e1',
	event_type: type,
	created_at: '2030-01-31T10:00:00Z',
	device_id: deviceId,
});

describe('readEventChoice', () => {
	it('returns the chosen types and those typed in, sorted and once each, and the devices', () => {
		const options = {
			additionalEventTypes: ' lock.locked, new.event\nlock.unlocked ',
			deviceIds: [DEVICE_ID.toUpperCase()],
		};
		expect(
			readEventChoice({
				triggerOn: ['lock.unlocked'],
				moreEvents: ['device.added', 'lock.unlocked'],
				options,
			}),
		).toEqual({
			eventTypes: ['device.added', 'lock.locked', 'lock.unlocked', 'new.event'],
			deviceIds: [DEVICE_ID],
		});
	});

	it.each([
		['of More Events', { moreEvents: ['new.event'], options: {} }],
		['that are typed in', { options: { additionalEventTypes: 'new.event' } }],
	])('accepts types %s without others', (_where, values) => {
		expect(readEventChoice({ triggerOn: [], ...values })).toEqual({
			eventTypes: ['new.event'],
			deviceIds: [],
		});
	});

	it.each([[['lock.locked', '*']], ['*']])('lets all events include the rest: %j', (triggerOn) => {
		expect(readEventChoice({ triggerOn, moreEvents: ['lock.unlocked'], options: {} })).toEqual({
			eventTypes: ['*'],
			deviceIds: [],
		});
	});

	it('replaces Access at Risk with the events that it stands for, each once', () => {
		expect(
			readEventChoice({
				triggerOn: ['access_at_risk', 'device.disconnected', 'lock.locked'],
				options: {},
			}).eventTypes,
		).toEqual([
			'access_grant.could_not_create_requested_access_methods',
			'access_method.delay_in_issuing',
			'access_method.failed_to_issue',
			'device.disconnected',
			'lock.locked',
		]);
	});

	it.each([[[]], [[' ']]])('says that %j is empty', (triggerOn) => {
		expect(() => readEventChoice({ triggerOn, moreEvents: [], options: {} })).toThrow(
			new InvalidParameterError("'Trigger On' is empty"),
		);
	});
});

describe('isWanted', () => {
	it.each([
		{ what: 'a chosen type', choice: { eventTypes: ['lock.locked'], deviceIds: [] }, wanted: true },
		{
			what: 'a chosen device',
			choice: { eventTypes: ['*'], deviceIds: [OTHER_DEVICE_ID, DEVICE_ID] },
			wanted: true,
		},
		{
			what: 'another device',
			choice: { eventTypes: ['*'], deviceIds: [OTHER_DEVICE_ID] },
			wanted: false,
		},
		{
			what: 'another type of a chosen device',
			choice: { eventTypes: ['lock.unlocked'], deviceIds: [DEVICE_ID] },
			wanted: false,
		},
	])('is $wanted for $what', ({ choice, wanted }) => {
		expect(isWanted(choice, event('lock.locked', DEVICE_ID))).toBe(wanted);
	});

	it('leaves out an event without a device when devices are chosen', () => {
		expect(
			isWanted({ eventTypes: ['*'], deviceIds: [DEVICE_ID] }, event('client_session.deleted')),
		).toBe(false);
		expect(isWanted({ eventTypes: ['*'], deviceIds: [] }, event('client_session.deleted'))).toBe(
			true,
		);
	});
});

describe('toEventFilters', () => {
	it('returns the filters to send, and none if everything is wanted', () => {
		expect(toEventFilters({ eventTypes: ['lock.locked'], deviceIds: [DEVICE_ID] })).toEqual({
			event_types: ['lock.locked'],
			device_ids: [DEVICE_ID],
		});
		expect(toEventFilters({ eventTypes: ['*'], deviceIds: [] })).toEqual({
			event_types: undefined,
			device_ids: undefined,
		});
	});
});

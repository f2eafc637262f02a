import { EVENT_TYPES } from '../../../nodes/DeviceAccess/events/eventTypes';
import { contract } from '../../support/contract/contract';

/** Entered under 'Additional Event Types'. */
const OF_OTHER_DEVICES = /^(camera|enrollment_automation|noise_sensor|phone|thermostat)\./;

it('EVENT_TYPES are exactly the event types of locks, access and spaces that the API documents', () => {
	const documented = (contract().schemas.event?.properties?.event_type?.enum ?? [])
		.map(String)
		.filter((type) => !OF_OTHER_DEVICES.test(type));
	expect(EVENT_TYPES.map(({ value }) => value).sort()).toEqual(documented.sort());
});

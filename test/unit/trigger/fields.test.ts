import {
	ACCESS_AT_RISK,
	ALL_EVENTS,
	EVENT_TYPES,
} from '../../../nodes/DeviceAccess/events/eventTypes';
import { TRIGGER_FIELDS } from '../../../nodes/DeviceAccess/trigger/triggerFields';

const { triggerOn, moreEvents } = TRIGGER_FIELDS;
const valuesOf = ({ options }: typeof triggerOn | typeof moreEvents) =>
	options.map(({ value }) => String(value));

it('each event is offered once, in one of the two fields of a trigger', () => {
	const offered = [...valuesOf(triggerOn), ...valuesOf(moreEvents)];
	expect([...offered].sort()).toEqual(
		[...EVENT_TYPES.map(({ value }) => value), ACCESS_AT_RISK, ALL_EVENTS].sort(),
	);
});

import {
	ACCESS_AT_RISK,
	ALL_EVENTS,
	EVENT_TYPES,
	MAIN_EVENT_TYPES,
} from '../../../nodes/DeviceAccess/events/eventTypes';
import { TRIGGER_FIELDS } from '../../../nodes/DeviceAccess/trigger/triggerFields';

const { triggerOn, moreEvents } = TRIGGER_FIELDS;
const valuesOf = ({ options }: typeof triggerOn | typeof moreEvents) =>
	options.map(({ value }) => String(value));

describe('the events of a trigger', () => {
	it('are the main ones under Trigger On, in their order, each with a sentence for the node panel', () => {
		expect(valuesOf(triggerOn)).toEqual(MAIN_EVENT_TYPES);
		expect(triggerOn.options.filter(({ action }) => !action)).toEqual([]);
	});

	it('are all offered once, in one of the two fields', () => {
		const offered = [...valuesOf(triggerOn), ...valuesOf(moreEvents)];
		expect([...offered].sort()).toEqual(
			[...EVENT_TYPES.map(({ value }) => value), ACCESS_AT_RISK, ALL_EVENTS].sort(),
		);
	});

	it('are listed under More Events by group', () => {
		const names = moreEvents.options.map(({ name }) => name);
		const groups = names
			.map((name) => name.split(': ')[0])
			.filter((group, index, all) => group !== all[index - 1]);
		expect(new Set(groups).size).toBe(groups.length);
		expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
	});
});

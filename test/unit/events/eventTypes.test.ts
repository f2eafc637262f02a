import {
	ACCESS_AT_RISK,
	ALL_EVENTS,
	DEFAULT_EVENT_TYPES,
	EVENT_TYPES,
	MAIN_EVENT_TYPES,
} from '../../../nodes/DeviceAccess/events/eventTypes';
import { contract } from '../../support/contract/contract';

/** Entered under 'Additional Event Types'. */
const OF_OTHER_DEVICES = /^(camera|enrollment_automation|noise_sensor|phone|thermostat)\./;

const documentedTypes = () =>
	(contract().schemas.event?.properties?.event_type?.enum ?? [])
		.map(String)
		.filter((type) => !OF_OTHER_DEVICES.test(type));
const values = EVENT_TYPES.map(({ value }) => value);

describe('EVENT_TYPES', () => {
	it('contains exactly the event types of locks, access and spaces that the API documents', () => {
		expect([...values].sort()).toEqual(documentedTypes().sort());
	});

	it("does not show the vendor's name to a person", () => {
		expect(EVENT_TYPES.map(({ name }) => name).filter((name) => /seam/i.test(name))).toEqual([]);
	});

	it('has a sentence for the node panel for each of the most used types, once, in sentence case', () => {
		const actions = EVENT_TYPES.flatMap(({ value, action }) =>
			MAIN_EVENT_TYPES.includes(value) ? [action] : [],
		);
		expect(new Set(actions).size).toBe(actions.length);
		expect(
			actions.filter(
				(action) =>
					!/^On [^_.:]+$/.test(action) || /[A-Z]/.test(action.slice(1).replace(/PIN|Salto/g, '')),
			),
		).toEqual([]);
	});

	it('listens to the two conversion events by default', () => {
		expect(DEFAULT_EVENT_TYPES).toEqual([
			'access_code.unmanaged.converted_to_managed',
			'access_code.unmanaged.failed_to_convert_to_managed',
		]);
		expect(values).toEqual(expect.arrayContaining(DEFAULT_EVENT_TYPES));
	});

	it('offers some fifteen first: the conversions, then what puts access at risk, and all events last', () => {
		expect(MAIN_EVENT_TYPES.slice(0, 3)).toEqual([...DEFAULT_EVENT_TYPES, ACCESS_AT_RISK]);
		expect(MAIN_EVENT_TYPES.at(-1)).toBe(ALL_EVENTS);
		expect(MAIN_EVENT_TYPES.length).toBeGreaterThan(12);
		expect(MAIN_EVENT_TYPES.length).toBeLessThan(19);
		expect(new Set(MAIN_EVENT_TYPES).size).toBe(MAIN_EVENT_TYPES.length);
		expect([...values, ACCESS_AT_RISK, ALL_EVENTS]).toEqual(
			expect.arrayContaining([...MAIN_EVENT_TYPES]),
		);
	});

	it('does not list the value that stands for all events', () => {
		expect(ALL_EVENTS).toBe('*');
		expect(values).not.toContain(ALL_EVENTS);
	});
});

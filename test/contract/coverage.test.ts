import { EVENT_TYPES } from '../../nodes/DeviceAccess/events/eventTypes';
import { EVENT_TYPES as SANDBOX_EVENT_TYPES } from '../../sandbox/schemas/eventTypes';
import { coveredEndpoints } from '../../tools/docs/coveredEndpoints';
import { contract } from '../support/contract/contract';

const endpoints = coveredEndpoints();

it('every endpoint is offered by an operation or a trigger, or docs/coverage.md says why not', () => {
	expect(
		endpoints.filter(({ operations, isNotOffered }) => operations.length > 0 === isNotOffered),
	).toEqual([]);
});

it('every endpoint of an operation or a trigger is in the sandbox', () => {
	expect(
		endpoints.filter(({ operations, isInSandbox }) => operations.length > 0 && !isInSandbox),
	).toEqual([]);
});

it('every documented endpoint is covered, except those for apps and for devices other than locks', () => {
	const others = /^\/(client_sessions|noise_sensors|phones|thermostats)\//;
	const covered = new Set(endpoints.map(({ path }) => path));
	expect(contract().documented.filter((path) => !others.test(path) && !covered.has(path))).toEqual(
		[],
	);
});

/** Entered under 'Additional Event Types'. */
const ENTERED = /^(camera|enrollment_automation|noise_sensor|phone|thermostat)\./;

it('the triggers offer every event type that the sandbox knows, except those of other devices', () => {
	const offered = new Set(EVENT_TYPES.map(({ value }) => value));
	expect(
		[...SANDBOX_EVENT_TYPES].filter((type) => !ENTERED.test(type) && !offered.has(type)),
	).toEqual([]);
});

import { EVENT_TYPES } from '../../nodes/DeviceAccess/events/eventTypes';
import { resources } from '../../nodes/DeviceAccess/resources';
import { routes } from '../../sandbox/http/routes';
import { EVENT_TYPES as SANDBOX_EVENT_TYPES } from '../../sandbox/schemas/eventTypes';
import { contract } from '../support/contract/contract';
import { coveragePage, coveredEndpoints } from '../../tools/docs/reference/coveredEndpoints';

const operations = resources.flatMap((resource) =>
	resource.operations.map(({ value, endpoint }) => ({
		name: `${resource.value}.${value}`,
		endpoint,
	})),
);

describe('docs/coverage.md', () => {
	it('names every operation beside its endpoint', () => {
		const missing = operations.filter(
			({ name, endpoint }) =>
				!coveredEndpoints.some((row) => row.path === endpoint && row.operations.includes(name)),
		);
		expect(missing).toEqual([]);
	});

	it('names no operation that does not exist', () => {
		const known = new Set(['trigger', ...operations.map(({ name }) => name)]);
		expect(
			coveredEndpoints.flatMap((row) => row.operations).filter((name) => !known.has(name)),
		).toEqual([]);
	});

	it('lists each endpoint once, and says which ones the sandbox has', () => {
		expect(new Set(coveredEndpoints.map(({ path }) => path)).size).toBe(coveredEndpoints.length);
		const inSandbox = coveredEndpoints.filter((row) => row.isInSandbox).map(({ path }) => path);
		expect(inSandbox.sort()).toEqual(routes.map(({ path }) => path as string).sort());
	});

	it('has a row for every documented endpoint, except those for apps and for devices other than locks', () => {
		const others = /^\/(client_sessions|noise_sensors|phones|thermostats)\//;
		const rows = new Set(coveredEndpoints.map(({ path }) => path));
		expect(contract().documented.filter((path) => !others.test(path) && !rows.has(path))).toEqual(
			[],
		);
	});

	it('lists the event types that the triggers offer and the sandbox knows', () => {
		const types = [...coveragePage.matchAll(/`([a-z_]+(?:\.[a-z_]+)+)`/g)].map(([, type]) => type);
		expect(types.sort()).toEqual(EVENT_TYPES.map(({ value }) => value).sort());
		expect([...SANDBOX_EVENT_TYPES].filter((type) => !types.includes(type))).toEqual([]);
	});
});

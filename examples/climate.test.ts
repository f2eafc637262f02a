import type { IDataObject } from 'n8n-workflow';
import { withServiceAt, withSetting } from '../host/n8n/readExample';
import { hotel } from '../sandbox/fixtures/hotel';
import { workspaceIds } from '../sandbox/fixtures/workspaces';
import { call } from '../test/operations/dossier';
import { unheardFailures } from '../test/support/example/unheardFailures';
import { useExample } from '../test/support/example/useExample';
import { withShortWaits } from '../test/support/example/withShortWaits';
import {
	ARRIVAL_AT,
	DAY_MS,
	DEPARTURE_AT,
	HOUR_MS,
	iso,
	useMovedHotel,
} from '../test/support/service/movedHotel';

const { suite, room101 } = hotel.thermostats;
const service = useMovedHotel({ thermostats: true });
const host = useExample('climate.json', service, withShortWaits);

const atSandbox = (example = host.example) => withServiceAt(example, service.sandbox.url);
const run = async (example = host.example) =>
	await host.run('Every hour', { as: atSandbox(example) });

const workspace = () => {
	const found = service.sandbox.state.workspaces.get(workspaceIds.main);
	if (!found) throw new Error('The sandbox has no hotel');
	return found;
};
const schedules = () => workspace().thermostatSchedules.records;
const presetWhileEmpty = (id: string) =>
	workspace().devicesById.get(id)?.record.properties.fallback_climate_preset_key;
/** The requests that change a thermostat. */
const writes = () =>
	service.paths().filter((path) => path.startsWith('/thermostats/') && !path.endsWith('/list'));

const book = async (changes: IDataObject = {}) =>
	await service.whileTimePasses(service.upsert(changes));
const STAY = {
	name: 'By n8n: reservation:4711',
	device_id: suite,
	climate_preset_key: 'occupied',
	starts_at: iso(ARRIVAL_AT - 3 * HOUR_MS),
	ends_at: iso(DEPARTURE_AT),
	is_override_allowed: true,
	max_override_period_minutes: 120,
};
const like = (...wanted: IDataObject[]) =>
	wanted.map((one): unknown => expect.objectContaining(one));

it('follows the stays of a room: from hours before the arrival to the departure, and nothing is written twice', async () => {
	expect(await book()).toMatchObject({ outcome: 'created', problems: [] });
	await service.moveTo(ARRIVAL_AT - 8 * DAY_MS);
	await run();
	expect([schedules(), writes().length]).toEqual([[], 2]);
	expect([suite, room101].map(presetWhileEmpty)).toEqual(['unoccupied', 'unoccupied']);
	await service.moveTo(ARRIVAL_AT - 3 * DAY_MS);
	await run();
	expect(schedules()).toEqual(like(STAY));
	for (const at of [ARRIVAL_AT - 3 * DAY_MS, ARRIVAL_AT + HOUR_MS]) {
		await service.moveTo(at);
		await run();
	}
	expect(writes()).toHaveLength(3);
});

it('moves the schedule with the stay, and removes it with the access: others stay', async () => {
	await book();
	await service.moveTo(ARRIVAL_AT - DAY_MS);
	const others = { ...STAY, name: "Jim's stay", starts_at: iso(ARRIVAL_AT + 30 * DAY_MS) };
	await call(service.sandbox, '/thermostats/schedules/create', {
		...others,
		ends_at: iso(ARRIVAL_AT + 31 * DAY_MS),
	});
	await run();
	const [, first] = schedules();
	await book({ arrival: iso(ARRIVAL_AT + DAY_MS), departure: iso(DEPARTURE_AT + DAY_MS) });
	await run();
	const moved = {
		...STAY,
		starts_at: iso(ARRIVAL_AT + DAY_MS - 3 * HOUR_MS),
		ends_at: iso(DEPARTURE_AT + DAY_MS),
		thermostat_schedule_id: first?.thermostat_schedule_id,
	};
	expect(schedules()).toEqual(like({ name: "Jim's stay" }, moved));
	await book({ status: 'canceled' });
	await run();
	expect(schedules()).toEqual(like({ name: "Jim's stay" }));
});

it('has the longer one of two stays that arrive together, with the settings of the host', async () => {
	await book();
	await book({ id: '4712', departure: iso(DEPARTURE_AT + DAY_MS) });
	await service.moveTo(ARRIVAL_AT - HOUR_MS);
	await run(
		withSetting(
			withSetting(host.example, 'Climate', 'hours_before', 5),
			'Climate',
			'is_override_allowed',
			false,
		),
	);
	expect(schedules()).toEqual(
		like({
			name: 'By n8n: reservation:4712',
			starts_at: iso(ARRIVAL_AT - 5 * HOUR_MS),
			ends_at: iso(DEPARTURE_AT + DAY_MS),
			is_override_allowed: false,
		}),
	);
});

it('says which thermostat does not follow, after the others were set', async () => {
	await book();
	await service.moveTo(ARRIVAL_AT - HOUR_MS);
	const as = atSandbox(withSetting(host.example, 'Climate', 'climate_preset_key', 'sauna'));
	const { message } = (await host.execute('Every hour', { as })).error() ?? {};
	expect(message).toMatch(/^A thermostat does not follow its stays: .*climate preset/i);
	expect(presetWhileEmpty(suite)).toBe('unoccupied');
});

it('whichever node fails, the host hears it, or the thermostat follows', async () => {
	await book();
	await service.moveTo(ARRIVAL_AT - HOUR_MS);
	const { unheard, failed } = await unheardFailures(
		host,
		'Every hour',
		() => {
			for (const { thermostat_schedule_id: id } of schedules())
				workspace().thermostatSchedules.remove(id);
			return { as: atSandbox() };
		},
		() => schedules().length === 1,
	);
	expect(unheard).toEqual([]);
	expect(failed).toBeGreaterThan(10);
});

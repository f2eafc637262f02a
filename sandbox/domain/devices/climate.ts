import { randomUUID } from 'node:crypto';
import type { Parameters } from '../../schemas/parameters';
import type { ThermostatSchedule } from '../../schemas/thermostatSchedule';
import type { StoredDevice } from '../../state/state';
import { nowIso } from '../clock';
import { findDevice } from '../lookup';
import type { Here, Service } from '../service';
import { invalidInput, notFound, unsupportedDevice } from '../serviceError';

type ScheduleChanges = Omit<Parameters<'/thermostats/schedules/update'>, 'thermostat_schedule_id'>;

/** Throws 404 for an unknown device, and 400 `unsupported_device` if it has no climate. */
export function findThermostat(here: Here, deviceId: string): StoredDevice {
	const device = findDevice(here, deviceId);
	if (!device.record.properties.available_climate_presets)
		throw unsupportedDevice('The device is no thermostat.', { device_id: deviceId });
	return device;
}

export function findSchedule(
	{ workspace: { thermostatSchedules } }: Here,
	id: string,
): ThermostatSchedule {
	const schedule = thermostatSchedules.get(id);
	if (!schedule) throw notFound('thermostat_schedule', { thermostat_schedule_id: id });
	return schedule;
}

/** The preset that is active while no schedule is. */
export function setFallbackPreset(
	{ state }: Service,
	device: StoredDevice,
	climatePresetKey: string,
): void {
	requirePreset(device, climatePresetKey);
	const { record } = device;
	state.setDevice(device, {
		...record,
		properties: { ...record.properties, fallback_climate_preset_key: climatePresetKey },
	});
}

export function createSchedule(
	here: Here,
	{ device_id, ...given }: Parameters<'/thermostats/schedules/create'>,
): ThermostatSchedule {
	const { workspace } = here;
	const schedule: ThermostatSchedule = {
		thermostat_schedule_id: randomUUID(),
		device_id,
		workspace_id: workspace.record.workspace_id,
		name: null,
		is_override_allowed: false,
		max_override_period_minutes: null,
		created_at: nowIso(here),
		errors: [],
		...withTimes(given),
	};
	requireFitting(here, schedule);
	return workspace.thermostatSchedules.add(schedule);
}

export function updateSchedule(
	here: Here,
	schedule: ThermostatSchedule,
	changes: ScheduleChanges,
): void {
	const changed = { ...schedule, ...withTimes(changes) };
	requireFitting(here, changed);
	here.workspace.thermostatSchedules.update(schedule.thermostat_schedule_id, changed);
}

/** Times as the service answers them, with milliseconds. */
const withTimes = <Given extends ScheduleChanges>(given: Given): Given => ({
	...given,
	...(given.starts_at !== undefined && { starts_at: new Date(given.starts_at).toISOString() }),
	...(given.ends_at !== undefined && { ends_at: new Date(given.ends_at).toISOString() }),
});

/** A start in the past begins at once. No two schedules of a thermostat start at the same time (docs/service.md#devices-7). */
function requireFitting(here: Here, schedule: ThermostatSchedule): void {
	const { device_id: id, thermostat_schedule_id: own, starts_at: start, ends_at: end } = schedule;
	requirePreset(findThermostat(here, id), schedule.climate_preset_key);
	if (end <= start) throw invalidInput('ends_at must be after starts_at');
	const isTaken = here.workspace.thermostatSchedules
		.inGroup(id)
		.some((one) => one.thermostat_schedule_id !== own && one.starts_at === start);
	if (isTaken) throw invalidInput('Another schedule of the thermostat has the same starts_at');
}

function requirePreset({ record }: StoredDevice, key: string): void {
	const isThere = record.properties.available_climate_presets?.some(
		(preset) => preset.climate_preset_key === key,
	);
	if (!isThere) throw notFound('climate_preset', { climate_preset_key: key });
}

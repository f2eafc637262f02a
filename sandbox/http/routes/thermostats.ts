import { Type } from 'typebox';
import {
	createSchedule,
	findSchedule,
	findThermostat,
	setFallbackPreset,
	updateSchedule,
} from '../../domain/devices/climate';
import { NonEmptyText, Uuid, optional } from '../../schemas/primitives';
import { ThermostatSchedule } from '../../schemas/thermostatSchedule';
import { defineRoute } from './defineRoute';
import { thermostatSchedules } from './recordKinds';
import { actRoute, getRoute, several } from './recordRoutes';

const { starts_at, ends_at, is_override_allowed, max_override_period_minutes } =
	ThermostatSchedule.properties;
const settings = { name: Type.String(), is_override_allowed, max_override_period_minutes };
const needed = { climate_preset_key: NonEmptyText, starts_at, ends_at };

/** The climate of rooms: the preset of an empty one, and schedules for stays. */
export const thermostatRoutes = [
	defineRoute({
		path: '/thermostats/set_fallback_climate_preset',
		parameters: { device_id: Uuid, climate_preset_key: NonEmptyText },
		answer: (service, { workspace, parameters: { device_id: id, climate_preset_key: key } }) =>
			setFallbackPreset(service, findThermostat(workspace, id), key),
	}),

	defineRoute({
		path: '/thermostats/schedules/create',
		parameters: { device_id: Uuid, ...needed, ...optional(settings) },
		answer: (service, { workspace, parameters }) => ({
			thermostat_schedule: createSchedule(service, workspace, parameters),
		}),
	}),

	getRoute('/thermostats/schedules/get', thermostatSchedules),

	defineRoute({
		path: '/thermostats/schedules/list',
		parameters: { device_id: Uuid, ...optional({ user_identifier_key: NonEmptyText }) },
		answer(service, { workspace, parameters: { device_id: id } }) {
			findThermostat(workspace, id);
			const found = workspace.thermostatSchedules.inGroup(id);
			return several(thermostatSchedules, found, { service, workspace });
		},
	}),

	defineRoute({
		path: '/thermostats/schedules/update',
		parameters: { thermostat_schedule_id: Uuid, ...optional({ ...needed, ...settings }) },
		answer: (_, { workspace, parameters: { thermostat_schedule_id: id, ...changes } }) =>
			updateSchedule(workspace, findSchedule(workspace, id), changes),
	}),

	actRoute(
		'/thermostats/schedules/delete',
		thermostatSchedules,
		(_, workspace, { thermostat_schedule_id: id }) => workspace.thermostatSchedules.remove(id),
	),
];

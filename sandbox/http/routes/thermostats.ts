import {
	createSchedule,
	findSchedule,
	findThermostat,
	setFallbackPreset,
	updateSchedule,
} from '../../domain/devices/climate';
import { defineRoute } from './defineRoute';
import { thermostatSchedules } from './recordKinds';
import { actRoute, getRoute, several } from './recordRoutes';

/** The climate of rooms: the preset of an empty one, and schedules for stays. */
export const thermostatRoutes = [
	defineRoute({
		path: '/thermostats/set_fallback_climate_preset',
		answer: (service, { workspace, parameters: { device_id: id, climate_preset_key: key } }) =>
			setFallbackPreset(service, findThermostat(workspace, id), key),
	}),

	defineRoute({
		path: '/thermostats/schedules/create',
		answer: (service, { workspace, parameters }) => ({
			thermostat_schedule: createSchedule(service, workspace, parameters),
		}),
	}),

	getRoute('/thermostats/schedules/get', thermostatSchedules),

	defineRoute({
		path: '/thermostats/schedules/list',
		answer(service, { workspace, parameters: { device_id: id } }) {
			findThermostat(workspace, id);
			const found = workspace.thermostatSchedules.inGroup(id);
			return several(thermostatSchedules, found, { service, workspace });
		},
	}),

	defineRoute({
		path: '/thermostats/schedules/update',
		answer: (_, { workspace, parameters: { thermostat_schedule_id: id, ...changes } }) =>
			updateSchedule(workspace, findSchedule(workspace, id), changes),
	}),

	actRoute(
		'/thermostats/schedules/delete',
		thermostatSchedules,
		(_, workspace, { thermostat_schedule_id: id }) => workspace.thermostatSchedules.remove(id),
	),
];

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
		answer: (here, { parameters: { device_id: id, climate_preset_key: key } }) =>
			setFallbackPreset(here, findThermostat(here, id), key),
	}),

	defineRoute({
		path: '/thermostats/schedules/create',
		answer: (here, { parameters }) => ({
			thermostat_schedule: createSchedule(here, parameters),
		}),
	}),

	getRoute('/thermostats/schedules/get', thermostatSchedules),

	defineRoute({
		path: '/thermostats/schedules/list',
		answer(here, { parameters: { device_id: id } }) {
			findThermostat(here, id);
			const found = here.workspace.thermostatSchedules.inGroup(id);
			return several(thermostatSchedules, found, here);
		},
	}),

	defineRoute({
		path: '/thermostats/schedules/update',
		answer: (here, { parameters: { thermostat_schedule_id: id, ...changes } }) =>
			updateSchedule(here, findSchedule(here, id), changes),
	}),

	actRoute(
		'/thermostats/schedules/delete',
		thermostatSchedules,
		({ workspace }, { thermostat_schedule_id: id }) => workspace.thermostatSchedules.remove(id),
	),
];

import { bringOnline, setSubscription, takeOffline } from '../../domain/devices/connection';
import { findSimulated, type Simulation } from '../../domain/devices/simulations';
import type { Here } from '../../domain/service';
import type { StoredDevice } from '../../state/state';
import { defineRoute } from './defineRoute';

const simulation = (
	name: 'disconnect' | 'connect' | 'disconnect_from_hub' | 'connect_to_hub' | 'remove',
	kind: Simulation,
	happen: (here: Here, device: StoredDevice) => void,
) =>
	defineRoute({
		path: `/devices/simulate/${name}`,
		answer: (here, { parameters }) => happen(here, findSimulated(here, parameters.device_id, kind)),
	});

/** Simulates events of a device, in sandbox workspaces. Those at its keypad are in locks.ts. */
export const deviceSimulationRoutes = [
	simulation('disconnect', 'disconnection', (...where) =>
		takeOffline(...where, 'device_disconnected'),
	),
	simulation('connect', 'connection', (...where) =>
		bringOnline(...where, 'device_disconnected', 'device_removed'),
	),
	simulation('disconnect_from_hub', 'hub_disconnection', (...where) =>
		takeOffline(...where, 'hub_disconnected'),
	),
	simulation('connect_to_hub', 'hub_connection', (...where) =>
		bringOnline(...where, 'hub_disconnected'),
	),
	simulation('remove', 'removal', (...where) => takeOffline(...where, 'device_removed')),

	defineRoute({
		path: '/devices/simulate/paid_subscription',
		answer: (here, { parameters: { device_id: id, is_expired: isExpired } }) =>
			setSubscription(here, findSimulated(here, id, 'paid_subscription'), isExpired),
	}),
];

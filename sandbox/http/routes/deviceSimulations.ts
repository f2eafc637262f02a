import { bringOnline, setSubscription, takeOffline } from '../../domain/devices/connection';
import { findSimulated, type Simulation } from '../../domain/devices/simulations';
import type { Service } from '../../domain/service';
import type { StoredDevice, WorkspaceState } from '../../state/state';
import { defineRoute } from './defineRoute';

const simulation = (
	name: 'disconnect' | 'connect' | 'disconnect_from_hub' | 'connect_to_hub' | 'remove',
	kind: Simulation,
	happen: (service: Service, workspace: WorkspaceState, device: StoredDevice) => void,
) =>
	defineRoute({
		path: `/devices/simulate/${name}`,
		answer: (service, { workspace, parameters }) =>
			happen(service, workspace, findSimulated(workspace, parameters.device_id, kind)),
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
		answer: (service, { workspace, parameters: { device_id: id, is_expired: isExpired } }) =>
			setSubscription(
				service,
				workspace,
				findSimulated(workspace, id, 'paid_subscription'),
				isExpired,
			),
	}),
];

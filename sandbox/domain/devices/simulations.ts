import type { Here } from '../service';
import type { Device } from '../../schemas/device';
import type { StoredDevice } from '../../state/state';
import { findDevice, requireSandbox } from '../lookup';
import { providerOf } from '../providers';
import { ServiceError } from '../serviceError';

/** The providers whose devices support each simulation (docs/service.md#devices-5). */
const PROVIDERS = {
	connection: ['august', 'yale'],
	disconnection: ['august', 'yale'],
	hub_connection: ['august', 'ttlock'],
	hub_disconnection: ['august', 'ttlock', 'igloohome'],
	keypad: ['august'],
	paid_subscription: ['nuki'],
	removal: ['august', 'yale'],
} as const;

export type Simulation = keyof typeof PROVIDERS;

/** Finds a device to simulate. Throws 404 if it is unknown, 400 in a workspace with real locks or if the device lacks that simulation. */
export function findSimulated(here: Here, deviceId: string, simulation: Simulation): StoredDevice {
	const device = findDevice(here, deviceId);
	requireSandbox(here, 'simulate devices');
	if (takes(device, simulation)) return device;
	throw new ServiceError(
		400,
		'device_type_not_supported',
		`This device type has no simulated ${simulation.replaceAll('_', ' ')}.`,
		{
			data: { device_id: deviceId },
		},
	);
}

const takes = (device: { record: Device }, simulation: Simulation) =>
	PROVIDERS[simulation].some((provider) => provider === providerOf(device));

/**
 * The flags of a device in a sandbox workspace: true for what can be simulated now, false for what
 * its state does not allow (docs/service.md#devices-4).
 */
export function simulationFlags(
	{
		workspace: {
			record: { is_sandbox: isSandbox },
		},
	}: Here,
	device: { record: Device },
): Partial<Device> {
	if (!isSandbox) return {};
	const {
		errors,
		properties: { online },
	} = device.record;
	const has = (errorCode: string) => errors.some(({ error_code }) => error_code === errorCode);
	return {
		...(takes(device, 'connection')
			? {
					can_simulate_connection: !online,
					can_simulate_disconnection: online,
					can_simulate_removal: !has('device_removed'),
				}
			: {}),
		...(takes(device, 'hub_connection')
			? { can_simulate_hub_connection: has('hub_disconnected') }
			: {}),
		...(takes(device, 'hub_disconnection')
			? { can_simulate_hub_disconnection: !has('hub_disconnected') }
			: {}),
		...(takes(device, 'paid_subscription') ? { can_simulate_paid_subscription: true } : {}),
	};
}

import { Type } from 'typebox';
import { runAttempt } from '../../domain/attempts';
import { deviceFailure } from '../../domain/accessCodes/deviceFailure';
import { findDevice } from '../../domain/lookup';
import { invalidInput, unsupportedDevice } from '../../domain/serviceError';
import { Text, Uuid } from '../../schemas/primitives';
import { defineRoute } from './defineRoute';

const TimeZone = Type.Optional(Type.Object({ time_zone: Text }));

export const deviceSetupRoutes = [
	defineRoute({
		path: '/locks/configure_auto_lock',
		parameters: {
			device_id: Uuid,
			auto_lock_enabled: Type.Boolean(),
			auto_lock_delay_seconds: Type.Optional(Type.Number({ minimum: 1, maximum: 60 })),
		},
		answer(
			service,
			{
				workspace,
				fault,
				parameters: { device_id: deviceId, auto_lock_enabled, auto_lock_delay_seconds },
			},
		) {
			const device = findDevice(workspace, deviceId);
			if (!device.record.can_remotely_lock)
				throw unsupportedDevice('The device cannot lock itself.', { device_id: deviceId });
			if (auto_lock_enabled && auto_lock_delay_seconds === undefined)
				throw invalidInput('auto_lock_delay_seconds is required to enable auto-lock');
			const finish = () => {
				const failure = deviceFailure(device, undefined, 'provider_issue');
				if (failure) return { error: failure.error };
				const { record } = device;
				const delay = auto_lock_enabled ? { auto_lock_delay_seconds } : {};
				service.state.setDevice(device, {
					...record,
					properties: { ...record.properties, auto_lock_enabled, ...delay },
				});
				return { result: {} };
			};
			return {
				action_attempt: runAttempt(service, workspace, {
					actionType: 'CONFIGURE_AUTO_LOCK',
					deviceId,
					fault,
					finish,
				}),
			};
		},
	}),

	// Assumes that the warnings about an unknown time zone are removed.
	defineRoute({
		path: '/devices/report_provider_metadata',
		parameters: {
			devices: Type.Array(
				Type.Object({
					device_id: Uuid,
					omnitec_metadata: TimeZone,
					schlage_metadata: TimeZone,
					ultraloq_metadata: TimeZone,
				}),
				{ minItems: 1 },
			),
		},
		answer(service, { workspace, parameters }) {
			const devices = parameters.devices.map(({ device_id: id }) => findDevice(workspace, id));
			for (const device of devices) {
				const warnings = device.record.warnings.filter(
					({ warning_code: code }) => !code.endsWith('time_zone_unknown'),
				);
				service.state.setDevice(device, { ...device.record, warnings });
			}
		},
	}),
];

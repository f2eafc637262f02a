import { runAttempt } from '../../domain/attempts';
import { deviceFailure } from '../../domain/accessCodes/deviceFailure';
import { findDevice } from '../../domain/lookup';
import { invalidInput, unsupportedDevice } from '../../domain/serviceError';
import { defineRoute } from './defineRoute';

export const deviceSetupRoutes = [
	defineRoute({
		path: '/locks/configure_auto_lock',
		answer(
			here,
			{ fault, parameters: { device_id: deviceId, auto_lock_enabled, auto_lock_delay_seconds } },
		) {
			const device = findDevice(here, deviceId);
			if (!device.record.can_remotely_lock)
				throw unsupportedDevice('The device cannot lock itself.', { device_id: deviceId });
			if (auto_lock_enabled && auto_lock_delay_seconds === undefined)
				throw invalidInput('auto_lock_delay_seconds is required to enable auto-lock');
			const finish = () => {
				const failure = deviceFailure(device, undefined, 'provider_issue');
				if (failure) return { error: failure.error };
				const { record } = device;
				const delay = auto_lock_enabled ? { auto_lock_delay_seconds } : {};
				here.state.setDevice(device, {
					...record,
					properties: { ...record.properties, auto_lock_enabled, ...delay },
				});
				return { result: {} };
			};
			return {
				action_attempt: runAttempt(here, {
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
		answer(here, { parameters }) {
			const devices = parameters.devices.map(({ device_id: id }) => findDevice(here, id));
			for (const device of devices) {
				const warnings = device.record.warnings.filter(
					({ warning_code: code }) => !code.endsWith('time_zone_unknown'),
				);
				here.state.setDevice(device, { ...device.record, warnings });
			}
		},
	}),
];

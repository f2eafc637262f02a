import type { Sandbox } from '../../sandbox/createSandbox';
import { hotel } from '../../sandbox/fixtures/hotel';
import { anyText, attempt, type Dossiers, ended, make, succeeded } from './dossier';

const { convertible, failsToConvert } = hotel.unmanagedCodes;

/** Starts a conversion. Returns the ID of its action attempt, which is pending, or has ended if `sync` is set. */
const convert = async (sandbox: Sandbox, access_code_id: string, sync = true) =>
	await make(
		sandbox,
		'/access_codes/unmanaged/convert_to_managed',
		{ access_code_id, sync },
		'action_attempt_id',
	);

export const actionAttempt: Dossiers = {
	get: {
		'gets an attempt that has succeeded': async (sandbox) => {
			const id = await convert(sandbox, convertible);
			return {
				parameters: { actionAttemptId: id },
				sends: { action_attempt_id: id },
				items: [{ action_attempt: succeeded }],
			};
		},
		'gets an attempt that has failed': async (sandbox) => {
			const id = await convert(sandbox, failsToConvert);
			return {
				parameters: { actionAttemptId: id },
				sends: { action_attempt_id: id },
				items: [{ action_attempt: attempt('error') }],
			};
		},
		'gets an attempt that is under way': async (sandbox) => {
			sandbox.settings.attemptDurationMs = 60_000;
			const id = await convert(sandbox, convertible, false);
			return {
				parameters: { actionAttemptId: id },
				sends: { action_attempt_id: id },
				items: [{ action_attempt: attempt('pending') }],
			};
		},
	},
	getAll: {
		'lists the attempts at a device': async (sandbox) => {
			await convert(sandbox, convertible);
			await convert(sandbox, failsToConvert);
			return {
				parameters: { filters: { deviceId: hotel.devices.room104 } },
				sends: { device_id: hotel.devices.room104 },
				items: [{ action_attempt: attempt('error') }],
			};
		},
		'lists the attempts with these IDs': async (sandbox) => {
			const id = await convert(sandbox, convertible);
			await convert(sandbox, failsToConvert);
			return {
				parameters: { filters: { actionAttemptIds: id } },
				sends: { action_attempt_ids: [id] },
				items: [{ action_attempt: succeeded }],
			};
		},
	},
	waitForCompletion: {
		'waits for an attempt that succeeds': async (sandbox) => {
			const id = await convert(sandbox, convertible, false);
			return {
				parameters: { actionAttemptId: id },
				sends: { action_attempt_id: id },
				items: [ended('succeeded', { action_attempt_id: id })],
			};
		},
		'waits for an attempt that fails': async (sandbox) => {
			const id = await convert(sandbox, failsToConvert, false);
			return {
				parameters: { actionAttemptId: id, options: { onFailedAction: 'returnItem' } },
				sends: { action_attempt_id: id },
				items: [
					{
						action_attempt: attempt('error'),
						action_attempt_id: id,
						outcome: 'failed',
						message: anyText,
					},
				],
			};
		},
		'says that an attempt is pending at the deadline': async (sandbox) => {
			sandbox.settings.attemptDurationMs = 60_000;
			const id = await convert(sandbox, convertible, false);
			return {
				parameters: { actionAttemptId: id, options: { waitTimeout: 0 } },
				sends: { action_attempt_id: id },
				items: [
					{
						action_attempt: attempt('pending'),
						action_attempt_id: id,
						outcome: 'pending',
						message: anyText,
					},
				],
			};
		},
	},
};

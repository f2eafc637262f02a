import type { Sandbox } from '../../sandbox/createSandbox';
import { hotel } from '../../sandbox/fixtures/hotel';
import { type Dossiers, ended, make, succeeded } from './dossier';

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
	},
	getAll: {
		'lists the attempts with these IDs at a device': async (sandbox) => {
			const id = await convert(sandbox, convertible);
			await convert(sandbox, failsToConvert);
			return {
				parameters: { filters: { actionAttemptIds: id, deviceId: hotel.devices.room101 } },
				sends: { action_attempt_ids: [id], device_id: hotel.devices.room101 },
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
	},
};

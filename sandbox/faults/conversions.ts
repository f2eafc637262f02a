import type { RequestLog } from './requestLog';
import type { State } from '../state/state';

const CONVERT_PATH = '/access_codes/unmanaged/convert_to_managed';

export interface ConversionRecord {
	access_code_id: string;
	device_id: string;
	is_managed: boolean;
	/** The answer to each of its conversion requests, in order: a status, or null for none (cut, or still in flight). */
	answers: Array<number | null>;
	/** How many of its conversions succeeded and failed, counted from the events. */
	converted: number;
	failed: number;
}

export interface Conversions {
	codes: ConversionRecord[];
	/** The number of actions that are running or never end, by device. */
	pending_by_device: Record<string, number>;
}

export function conversionsOf({
	state,
	requests,
}: {
	state: State;
	requests: RequestLog;
}): Conversions {
	const [workspace] = state.workspaces.values();
	const codes = new Map<string, ConversionRecord>();
	for (const { accessCodeId, deviceId, isManaged } of [
		...(workspace?.accessCodesByDevice.values() ?? []),
	].flat()) {
		codes.set(accessCodeId, {
			access_code_id: accessCodeId,
			device_id: deviceId,
			is_managed: isManaged === true,
			answers: [],
			converted: 0,
			failed: 0,
		});
	}
	for (const { body, status = null } of requests.of(CONVERT_PATH)) {
		// A request without a body broke off before the service could act on it.
		codes
			.get((body as { access_code_id: string } | undefined)?.access_code_id ?? '')
			?.answers.push(status);
	}
	for (const { access_code_id: id = '', event_type: type } of workspace?.events ?? []) {
		const code = codes.get(id);
		if (code && type === 'access_code.unmanaged.converted_to_managed') code.converted++;
		if (code && type === 'access_code.unmanaged.failed_to_convert_to_managed') code.failed++;
	}
	const pending: Record<string, number> = {};
	for (const { record, deviceId = '' } of workspace?.actionAttempts ?? []) {
		if (record.status === 'pending') pending[deviceId] = (pending[deviceId] ?? 0) + 1;
	}
	return { codes: [...codes.values()], pending_by_device: pending };
}

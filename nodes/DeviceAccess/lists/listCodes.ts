import type { SendRequest } from '../transport/request';
import type { WireObject } from '../wire/records';
import { listAll } from './listAllPages';

/** Leaves out codes of other locks, because the service may ignore a filter. */
export async function listCodes(
	send: SendRequest,
	endpoint: '/access_codes/list' | '/access_codes/unmanaged/list',
	deviceId: string,
	search?: string,
): Promise<WireObject[]> {
	const query = {
		endpoint,
		member: 'access_codes',
		parameters: { device_id: deviceId, search },
		deviceId,
	};
	const codes = await listAll(send, query);
	return codes.filter(({ device_id: id = deviceId }) => id === deviceId);
}

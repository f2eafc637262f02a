import type { SendRequest } from '../transport/request';
import type { WireObject } from '../wire/records';
import { listAll } from './listAllPages';

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
	return await listAll(send, query);
}

import type { SendRequest } from '../transport/request';
import type { WireObject } from '../wire/records';
import { listAllPages } from './listAllPages';

/** Every code of one list that is on the lock, or those that `search` finds. Throws the domain errors of `errors/`. */
export async function listCodes(
	send: SendRequest,
	endpoint: '/access_codes/list' | '/access_codes/unmanaged/list',
	deviceId: string,
	search?: string,
): Promise<WireObject[]> {
	const codes: WireObject[] = [];
	const query = { endpoint, member: 'access_codes', parameters: { device_id: deviceId, search }, deviceId };
	for await (const { records } of listAllPages(send, query)) codes.push(...records);
	return codes;
}

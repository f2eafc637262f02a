import { listAllPages } from '../api/listAllPages';
import { takeObject } from '../api/readAnswer';
import type { SendRequest } from '../api/request';
import type { WireObject } from '../api/types';

/** A lock and every code on it. */
export interface LockState {
	device: WireObject;
	managed: WireObject[];
	unmanaged: WireObject[];
}

/** Reads a lock and its codes, all at once. Throws the domain errors of `api/`. */
export async function readLock(send: SendRequest, deviceId: string): Promise<LockState> {
	const parameters = { device_id: deviceId };
	const [answer, managed, unmanaged] = await Promise.all([
		send({ endpoint: '/devices/get', body: parameters, effect: 'read', pacingKey: deviceId }),
		listCodes(send, '/access_codes/list', deviceId),
		listCodes(send, '/access_codes/unmanaged/list', deviceId),
	]);
	return { device: takeObject('/devices/get', answer, 'device'), managed, unmanaged };
}

/** Every code of one list that is on the lock, or those that `search` finds. Throws the domain errors of `api/`. */
export async function listCodes(
	send: SendRequest,
	endpoint: '/access_codes/list' | '/access_codes/unmanaged/list',
	deviceId: string,
	search?: string,
): Promise<WireObject[]> {
	const codes: WireObject[] = [];
	const query = { endpoint, member: 'access_codes', parameters: { device_id: deviceId, search }, pacingKey: deviceId };
	for await (const { records } of listAllPages(send, query)) codes.push(...records);
	return codes;
}

import { takeObject } from '../transport/httpCall';
import type { SendRequest } from '../transport/request';
import type { WireObject } from '../wire/records';
import { listCodes } from '../lists/listCodes';

export interface LockState {
	device: WireObject;
	managed: WireObject[];
	unmanaged: WireObject[];
}

export async function readLock(send: SendRequest, deviceId: string): Promise<LockState> {
	const parameters = { device_id: deviceId };
	const [answer, managed, unmanaged] = await Promise.all([
		send({ endpoint: '/devices/get', body: parameters, effect: 'read', deviceId }),
		listCodes(send, '/access_codes/list', deviceId),
		listCodes(send, '/access_codes/unmanaged/list', deviceId),
	]);
	return { device: takeObject(answer, 'device'), managed, unmanaged };
}

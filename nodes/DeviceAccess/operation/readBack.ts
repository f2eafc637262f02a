import { takeObject } from '../transport/readAnswer';
import type { SendRequest } from '../transport/request';
import type { WireObject } from '../wire/records';

/** The record after a change. Undefined where it cannot be read: that must not look as if the change were not made. */
export async function readBack(send: SendRequest, { endpoint, member }: { endpoint: string; member: string }, ids: WireObject): Promise<WireObject | undefined> {
	try {
		return takeObject(await send({ endpoint, body: ids, effect: 'read' }), member);
	} catch {
		return undefined;
	}
}

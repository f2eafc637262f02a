import { takeObject } from '../../transport/readAnswer';
import type { SendRequest } from '../../transport/request';
import type { WireObject } from '../../wire/records';

/**
 * Reads the record after a change. Returns undefined if it cannot be read, because the change
 * itself succeeded.
 */
export async function readBack(
	send: SendRequest,
	{ endpoint, member }: { endpoint: string; member: string },
	ids: WireObject,
): Promise<WireObject | undefined> {
	try {
		return takeObject(await send({ endpoint, body: ids, effect: 'read' }), member);
	} catch {
		return undefined;
	}
}

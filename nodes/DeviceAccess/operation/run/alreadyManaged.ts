import { isAnyNotFound } from '../../errors/refusals';
import { rethrow } from '../../errors/rethrow';
import { getRecord } from '../../lists/getRecord';
import type { SendRequest } from '../../transport/request';
import type { WireObject } from '../../wire/records';
import type { AlreadyManaged } from '../output/actionResult';

/**
 * What a conversion answers, or the record if it is not among the unmanaged ones because somebody
 * converted it before.
 */
export async function unlessAlreadyManaged<Answer extends object>(
	send: SendRequest,
	already: AlreadyManaged | undefined,
	sent: WireObject,
	convert: () => Promise<Answer>,
): Promise<Answer | { managed: WireObject }> {
	try {
		return await convert();
	} catch (error) {
		if (!already || !isAnyNotFound(error)) return rethrow(error);
		const { endpoint, member } = already;
		const idField = `${member}_id`;
		const managed = await getRecord(send, endpoint, member, { [idField]: sent[idField] });
		return managed ? { managed } : rethrow(error);
	}
}

import { describeError } from '../../errors/describeError';
import { type ApiAnswer, takeObject } from '../../transport/readAnswer';
import type { SendRequest } from '../../transport/request';
import { isWireObject, type WireObject } from '../../wire/records';

/** The record after a change, or in a sentence why it is not known. */
export type ReadBack = { record: WireObject } | { unread: string };

/**
 * Reads the record after a change. If it cannot be read, takes the record that the answer to the
 * change has. Throws nothing, because the change itself succeeded.
 */
export async function readBack(
	send: SendRequest,
	{ endpoint, member }: { endpoint: string; member: string },
	ids: WireObject,
	changed: ApiAnswer | undefined,
): Promise<ReadBack> {
	try {
		return { record: takeObject(await send({ endpoint, body: ids, effect: 'read' }), member) };
	} catch (error) {
		const answered = changed?.body[member];
		if (isWireObject(answered) && Object.keys(answered).length > 0) return { record: answered };
		return {
			unread: `The change was made, but the record could not be read: ${describeError(error).message}`,
		};
	}
}

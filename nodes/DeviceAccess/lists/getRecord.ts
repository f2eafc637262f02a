import { ServiceError } from '../errors/errors';
import { rethrow } from '../errors/rethrow';
import { takeObject } from '../transport/readAnswer';
import type { SendRequest } from '../transport/request';
import type { WireObject } from '../wire/records';

/** The record that an endpoint returns as `member`, or undefined if it does not exist. */
export const getRecord = async (
	send: SendRequest,
	endpoint: string,
	member: string,
	body: WireObject,
): Promise<WireObject | undefined> =>
	await unlessGone(async () => takeObject(await send({ endpoint, body, effect: 'read' }), member));

/** What was read, or undefined if the service answers that it does not exist. */
export async function unlessGone<Read>(read: () => Promise<Read>): Promise<Read | undefined> {
	try {
		return await read();
	} catch (error) {
		if (error instanceof ServiceError && error.answer.status === 404) return undefined;
		return rethrow(error);
	}
}

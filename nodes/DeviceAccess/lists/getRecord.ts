import { isAnyNotFound, isNotFound } from '../errors/refusals';
import { rethrow } from '../errors/rethrow';
import { takeObject } from '../transport/readAnswer';
import type { ApiRequest, SendRequest } from '../transport/request';
import type { WireObject } from '../wire/records';

/**
 * The record that an endpoint returns as `member`, or undefined if the service says that it does not
 * exist. Throws for any other failure, such as an unknown path, which is a 404 too.
 */
export const getRecord = async (
	send: SendRequest,
	endpoint: string,
	member: string,
	body: WireObject,
	options: Pick<ApiRequest, 'maxRetries'> = {},
): Promise<WireObject | undefined> =>
	await unlessGone(
		async () => takeObject(await send({ endpoint, body, effect: 'read', ...options }), member),
		(error) => isNotFound(error, member),
	);

/**
 * What was read, or undefined if the service says that it does not exist. By default, any record
 * that the request names may be the one that is gone.
 */
export async function unlessGone<Read>(
	read: () => Promise<Read>,
	isGone: (error: unknown) => boolean = isAnyNotFound,
): Promise<Read | undefined> {
	try {
		return await read();
	} catch (error) {
		if (isGone(error)) return undefined;
		return rethrow(error);
	}
}

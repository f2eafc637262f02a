import { isAnyNotFound, isNotFound, rethrow } from '../errors/errors';
import { takeObject } from '../transport/httpCall';
import type { ApiRequest, SendRequest } from '../transport/request';
import type { WireObject } from '../wire/records';
import type { Endpoint, RequestBody } from '../wire/endpoints';

/** Undefined if the record does not exist. Throws for another 404, such as an unknown path. */
export const getRecord = async <E extends Endpoint>(
	send: SendRequest,
	endpoint: E,
	member: string,
	body: RequestBody<E>,
	options: Pick<ApiRequest, 'maxRetries'> = {},
): Promise<WireObject | undefined> =>
	await unlessGone(
		async () => takeObject(await send({ endpoint, body, effect: 'read', ...options }), member),
		(error) => isNotFound(error, member),
	);

/** By default, any record that the request names may be the one that is gone. */
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

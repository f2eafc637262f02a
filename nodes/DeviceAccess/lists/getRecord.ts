import { ServiceError } from '../errors/errors';
import { rethrow } from '../errors/rethrow';
import { takeObject } from '../transport/readAnswer';
import type { SendRequest } from '../transport/request';
import type { WireObject } from '../wire/records';

/** The record that an endpoint returns as `member`, or undefined if it does not exist. */
export async function getRecord(
	send: SendRequest,
	endpoint: string,
	member: string,
	body: WireObject,
): Promise<WireObject | undefined> {
	try {
		return takeObject(await send({ endpoint, body, effect: 'read' }), member);
	} catch (error) {
		if (error instanceof ServiceError && error.answer.status === 404) return undefined;
		return rethrow(error);
	}
}

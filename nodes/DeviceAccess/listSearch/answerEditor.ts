import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { createSendRequest, type SendRequest } from '../transport/request';
import { toNodeError } from '../errors/toNodeError';

/** Runs what fills a list in the editor. Throws the node errors that the editor shows in place of the list. */
export async function answerEditor<Answer>(
	context: ILoadOptionsFunctions,
	work: (send: SendRequest) => Promise<Answer>,
): Promise<Answer> {
	try {
		return await work(await createSendRequest(context));
	} catch (error) {
		throw toNodeError(context.getNode(), error);
	}
}

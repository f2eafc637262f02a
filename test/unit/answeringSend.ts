import { ServiceError } from '../../nodes/DeviceAccess/errors/errors';
import type { ApiRequest, SendRequest } from '../../nodes/DeviceAccess/transport/request';
import type { WireObject } from '../../nodes/DeviceAccess/wire/records';

/** A `send` that answers from a function in place of the network, and the requests that it was given. */
export interface AnsweringSend {
	send: SendRequest;
	requests: ApiRequest[];
	/** Most requests that were under way at once. */
	mostInFlight(): number;
}

/** What the function throws, the caller gets; what it returns is the body of the answer. */
export function answeringSend(answer: (request: ApiRequest) => WireObject | Promise<WireObject>): AnsweringSend {
	const requests: ApiRequest[] = [];
	let inFlight = 0;
	let most = 0;
	return {
		requests,
		mostInFlight: () => most,
		send: async (request) => {
			requests.push(structuredClone(request));
			most = Math.max(most, ++inFlight);
			try {
				await Promise.resolve();
				return { endpoint: request.endpoint, effect: request.effect, body: await answer(request) };
			} finally {
				inFlight--;
			}
		},
	};
}

/** A failed call, as `send` throws it. */
export function refusal(endpoint: string, status: number, type = '', serviceMessage = ''): ServiceError {
	return new ServiceError({ effect: 'read', endpoint, status, type, serviceMessage });
}

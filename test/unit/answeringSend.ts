import { ServiceError } from '../../nodes/DeviceAccess/errors/errors';
import type { ApiRequest, SendRequest } from '../../nodes/DeviceAccess/transport/request';
import type { WireObject } from '../../nodes/DeviceAccess/wire/records';

/** A `send` that answers from a function instead of the network, and the requests that it received. */
export interface AnsweringSend {
	send: SendRequest;
	requests: ApiRequest[];
	/** The most requests that were in flight at the same time. */
	mostInFlight(): number;
}

/** The result of the function is the body of the answer; the caller receives what it throws. */
export function answeringSend(
	answer: (request: ApiRequest) => WireObject | Promise<WireObject>,
): AnsweringSend {
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
export function refusal(
	endpoint: string,
	status: number,
	type = '',
	serviceMessage = '',
): ServiceError {
	return new ServiceError({ effect: 'read', endpoint, status, type, serviceMessage });
}

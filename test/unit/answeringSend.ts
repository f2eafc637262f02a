import { ServiceError } from '../../nodes/DeviceAccess/errors/errors';
import type { ApiRequest, SendRequest } from '../../nodes/DeviceAccess/transport/request';
import type { WireObject } from '../../nodes/DeviceAccess/wire/records';

/** Of any service, so that a test can have records of its own. */
export type Asked = Omit<ApiRequest, 'endpoint' | 'body'> & { endpoint: string; body: WireObject };

/** A `send` that answers from a function instead of the network, and the requests that it received. */
export interface AnsweringSend {
	send: SendRequest;
	requests: Asked[];
	/** The most requests that were in flight at the same time. */
	mostInFlight(): number;
}

/** The result of the function is the body of the answer; the caller receives what it throws. */
export function answeringSend(
	answer: (request: Asked) => WireObject | Promise<WireObject>,
): AnsweringSend {
	const requests: Asked[] = [];
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

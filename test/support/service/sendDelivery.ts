import { request } from 'node:http';

export interface SentDelivery {
	rawBody: string | Buffer;
	headers?: Record<string, string>;
	method?: string;
	/** Default 5,000 ms. */
	answerTimeMs?: number;
}

export interface DeliveryAnswer {
	status: number;
	responseBody: string;
	/** The sender's port, which distinguishes simultaneous deliveries. */
	localPort: number;
}

/** Posts one delivery on its own connection; rejects if there is no answer within `answerTimeMs`. */
export async function sendDelivery(
	url: string,
	{ rawBody, headers = {}, method = 'POST', answerTimeMs = 5_000 }: SentDelivery,
): Promise<DeliveryAnswer> {
	return await new Promise((resolve, reject) => {
		const outgoing = request(url, {
			method,
			agent: false,
			headers: { 'content-type': 'application/json', ...headers },
		});
		outgoing.setTimeout(answerTimeMs, () =>
			outgoing.destroy(new Error(`No answer within ${answerTimeMs} ms`)),
		);
		outgoing.on('error', reject);
		outgoing.on('response', (response) => {
			const localPort = response.socket.localPort ?? 0;
			const chunks: Buffer[] = [];
			response.on('data', (chunk: Buffer) => chunks.push(chunk));
			response.on('error', reject);
			response.on('end', () =>
				resolve({
					status: response.statusCode ?? 0,
					responseBody: Buffer.concat(chunks).toString(),
					localPort,
				}),
			);
		});
		outgoing.end(rawBody);
	});
}

import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import got from 'got';

const ANSWER_TIME_LIMIT_MS = 15_000;

/**
 * The sender's pause before it sends refused deliveries again (docs/service.md#events-9), and how
 * many times it tries.
 */
const RETRY_DELAY_MS = 5_000;
const MAX_ATTEMPTS = 4;

export interface Delivery<Kind extends string> {
	readonly kind: Kind;
	readonly eventId: string;
	/** Signs the delivery; called for every attempt, because the service signs each one. */
	readonly sign: () => {
		readonly rawBody: string | Buffer;
		readonly headers?: Record<string, string>;
	};
	/** Whether the sender tries again after a refusal. */
	readonly isRetried: boolean;
}

export interface Attempt {
	/** HTTP status; 0 if the connection failed or no answer came within 15 seconds. */
	readonly status: number;
	readonly timeMs: number;
}

export interface SentDelivery<Kind extends string> extends Delivery<Kind> {
	readonly attempts: Attempt[];
}

/** Posts all deliveries in order, at most `inFlight` at a time, and then posts the refused ones again. */
export async function sendDeliveries<Kind extends string>(
	url: string,
	deliveries: ReadonlyArray<Delivery<Kind>>,
	inFlight: number,
): Promise<Array<SentDelivery<Kind>>> {
	const agent = new Agent({ keepAlive: true, maxSockets: inFlight });
	const sent = deliveries.map((delivery) => ({ ...delivery, attempts: [] as Attempt[] }));
	const sendAll = async (round: ReadonlyArray<SentDelivery<Kind>>) => {
		const queue = round[Symbol.iterator]();
		const sendNext = async () => {
			for (const delivery of queue) delivery.attempts.push(await post(url, delivery, agent));
		};
		await Promise.all(Array.from({ length: inFlight }, sendNext));
	};
	try {
		for (let round = sent; round.length > 0; round = round.filter(isToBeRepeated)) {
			if (round !== sent) await wait(RETRY_DELAY_MS);
			await sendAll(round);
		}
		return sent;
	} finally {
		agent.destroy();
	}
}

const isToBeRepeated = ({ isRetried, attempts }: SentDelivery<string>) =>
	isRetried && attempts.at(-1)?.status !== 200 && attempts.length < MAX_ATTEMPTS;

async function post(url: string, { sign }: Delivery<string>, agent: Agent): Promise<Attempt> {
	const { rawBody, headers } = sign();
	const startedAtMs = performance.now();
	const status = await got
		.post(url, {
			body: rawBody,
			headers: { 'content-type': 'application/json', ...headers },
			agent: { http: agent },
			throwHttpErrors: false,
			retry: { limit: 0 },
			timeout: { request: ANSWER_TIME_LIMIT_MS },
		})
		.then(
			({ statusCode }) => statusCode,
			() => 0,
		);
	return { status, timeMs: performance.now() - startedAtMs };
}

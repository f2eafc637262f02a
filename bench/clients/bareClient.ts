import * as http from 'node:http';
import * as https from 'node:https';
import type { IDataObject } from 'n8n-workflow';
import type { Send } from '../bareClient/send';
import type { Service } from '../scenarios/scenario';
import type { Client } from './client';
import { countResults } from './countResults';

/** A keep-alive client in a few lines: no n8n, no checks. It shows the best that Node can do with as many requests in flight. */
export const runBareClient: Client = async (scenario, service, input) => {
	const agent = agentFor(service, scenario.requestsInFlight);
	const records = await scenario.bareRun(createSend(service, agent), input);
	return { ...countResults(records, scenario), kept: records };
};

const agents = new Map<number, http.Agent>();

/** Keeps connections open from one measurement to the next, as a long-running client does. A row has only one protocol. */
function agentFor({ url }: Service, requestsInFlight: number): http.Agent {
	const agent =
		agents.get(requestsInFlight) ??
		new (protocolOf(url).Agent)({ keepAlive: true, maxSockets: requestsInFlight });
	agents.set(requestsInFlight, agent);
	return agent;
}

/** Node's module for the protocol of the URL. */
const protocolOf = (url: string) => (url.startsWith('https:') ? https : http);

/** Closes all connections. */
export function closeBareClient(): void {
	for (const agent of agents.values()) agent.destroy();
	agents.clear();
}

function createSend({ url, apiKey }: Service, agent: http.Agent): Send {
	const { hostname, port } = new URL(url);
	return async (path, body) =>
		await new Promise((resolve, reject) => {
			const text = JSON.stringify(body);
			const headers = {
				Authorization: `Bearer ${apiKey}`,
				'Content-Type': 'application/json',
				'Content-Length': Buffer.byteLength(text),
			};
			const sent = protocolOf(url).request(
				{ hostname, port, path, method: 'POST', agent, headers },
				(response) => {
					const chunks: Buffer[] = [];
					response.on('data', (chunk: Buffer) => chunks.push(chunk));
					response.on('error', reject);
					response.on('end', () => {
						const retryAfter = response.headers['retry-after'];
						resolve({
							status: response.statusCode ?? 0,
							body: JSON.parse(Buffer.concat(chunks).toString()) as IDataObject,
							...(retryAfter !== undefined && { retryAfterS: Number(retryAfter) }),
						});
					});
				},
			);
			sent.on('error', reject);
			sent.end(text);
		});
}

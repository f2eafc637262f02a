import { once } from 'node:events';
import { connect, type AddressInfo, type Server } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { createServer } from 'node:tls';
import { readCertificate } from './certificate';
import { createDelayingProxy } from './delayingProxy';

/** Messages to the parent process: first the port, then, when asked, the number of connections since the previous message. */
export interface NetworkMessage {
	port?: number;
	connections?: number;
}

/** Terminates TLS and forwards plain TCP to the service. */
async function startTlsServer(servicePort: number): Promise<Server> {
	return createServer({ ...(await readCertificate()), noDelay: true }, (client) => {
		const service = connect({ port: servicePort, host: '127.0.0.1', noDelay: true });
		pipeline(client, service, client).catch(() => client.destroy());
	});
}

async function listen(server: Server): Promise<number> {
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return (server.address() as AddressInfo).port;
}

async function main(): Promise<void> {
	const [servicePort, roundTripMs] = process.argv.slice(2).map(Number) as [number, number];
	const tell = (message: NetworkMessage) => process.send?.(message);
	let connections = 0;
	const proxy = createDelayingProxy(await listen(await startTlsServer(servicePort)), roundTripMs);
	proxy.on('connection', () => connections++);
	process.on('message', () => {
		tell({ connections });
		connections = 0;
	});
	process.once('disconnect', () => process.exit());
	tell({ port: await listen(proxy) });
}

void main();

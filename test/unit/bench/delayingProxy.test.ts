import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { createDelayingProxy } from '../../../bench/network/delayingProxy';

const servers: Server[] = [];
afterEach(async () => {
	for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
});

async function portOf(server: Server): Promise<number> {
	servers.push(server.listen(0, '127.0.0.1'));
	await once(server, 'listening');
	return (server.address() as AddressInfo).port;
}

it('passes on every byte in both directions in order, and the end of each direction', async () => {
	const received: string[] = [];
	const service = createServer({ allowHalfOpen: true }, (socket) => {
		socket.on('data', (chunk: Buffer) => received.push(chunk.toString()));
		socket.on('end', () => {
			for (const part of ['the ', 'whole ', 'answer']) socket.write(part);
			socket.end();
		});
	});
	const client = connect({
		port: await portOf(createDelayingProxy(await portOf(service), 4)),
		host: '127.0.0.1',
		allowHalfOpen: true,
	});
	for (let part = 0; part < 100; part++) {
		client.write(`${part} `);
		if (part % 10 === 0) await new Promise((resolve) => setImmediate(resolve));
	}
	client.end();
	expect(await text(client)).toBe('the whole answer');
	expect(received.join('')).toBe(Array.from({ length: 100 }, (_, part) => `${part} `).join(''));
});

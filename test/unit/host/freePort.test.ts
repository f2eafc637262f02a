import { createServer, type Server } from 'node:net';
import { freePort, requireFreePort } from '../../../host/process/freePort';

const COUNT = 300;

const listen = async (port: number): Promise<Server> =>
	await new Promise((resolve, reject) => {
		const server = createServer().once('error', reject);
		server.listen({ port, host: '127.0.0.1' }, () => resolve(server));
	});

describe('freePort', () => {
	it('gives no port twice, though nothing listens on those it has given', async () => {
		const ports = await Promise.all(Array.from({ length: COUNT }, async () => await freePort()));
		expect(new Set(ports).size).toBe(COUNT);
	});

	it('gives ports that no outgoing connection can take, and on which one can listen', async () => {
		const port = await freePort();
		expect(port).toBeGreaterThanOrEqual(20_000);
		expect(port).toBeLessThan(32_768);
		const server = await listen(port);
		await expect(requireFreePort(port, 'the test', '--port')).rejects.toThrow(`Port ${port} for the test`);
		await new Promise((resolve) => server.close(resolve));
	});
});

import { createServer, type Server } from 'node:net';
import { freePort, requireFreePort } from '../../../host/process/freePort';

const COUNT = 300;

const listen = async (port: number): Promise<Server> =>
	await new Promise((resolve, reject) => {
		const server = createServer().once('error', reject);
		server.listen({ port, host: '127.0.0.1' }, () => resolve(server));
	});

describe('freePort', () => {
	it('returns no port twice, even if nothing listens on it yet', async () => {
		const ports = await Promise.all(Array.from({ length: COUNT }, async () => await freePort()));
		expect(new Set(ports).size).toBe(COUNT);
	});

	it('returns ports that can be listened on and that no outgoing connection can take', async () => {
		const port = await freePort();
		expect(port).toBeGreaterThanOrEqual(20_000);
		expect(port).toBeLessThan(32_768);
		const server = await listen(port);
		await expect(requireFreePort(port, 'the test', '--port')).rejects.toThrow(
			`Port ${port} for the test`,
		);
		await new Promise((resolve) => server.close(resolve));
	});
});

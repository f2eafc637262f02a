import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { requireFreePorts } from '../../../host/process/freePort';

it('ports that are taken are named, with the options of free ones', async () => {
	const blocker = createServer().listen(0, '127.0.0.1');
	await once(blocker, 'listening');
	const { port } = blocker.address() as AddressInfo;
	try {
		await expect(
			requireFreePorts('demo', [{ port, usedBy: 'n8n', option: '--n8n-port' }]),
		).rejects.toThrow(
			new RegExp(`Port ${port} for n8n .*\\n.*\\n\\n  node host/demo/start\\.mjs --n8n-port \\d+$`),
		);
	} finally {
		blocker.close();
	}
});

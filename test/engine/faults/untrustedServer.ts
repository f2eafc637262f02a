import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';

export interface UntrustedServer {
	url: string;
	/** The number of requests that arrived anyway. */
	requestCount: () => number;
	stop: () => Promise<void>;
}

/** Starts an https server with a new certificate, which nobody trusts. */
export async function startUntrustedServer(): Promise<UntrustedServer> {
	const { private: key, cert } = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
		// By the machine's clock, which is not that of the test.
		notBeforeDate: new Date('2020-01-01'),
		notAfterDate: new Date('2120-01-01'),
	});
	let requestCount = 0;
	const server = createServer({ key, cert }, (_request, response) => {
		requestCount++;
		response.end('{"ok":true}');
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	server.unref(); // otherwise a test that fails before it stops the server keeps jest alive
	return {
		url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
		requestCount: () => requestCount,
		stop: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

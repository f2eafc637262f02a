import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installN8n, isN8nInstalled } from '../../../host/n8n/installN8n';
import { N8nClient, type Owner } from '../../../host/n8n/n8nClient';
import { packPackage } from '../../../host/n8n/packPackage';
import { startN8n, type N8nServer } from '../../../host/n8n/startN8n';

export const OWNER: Owner = {
	email: 'owner@example.com',
	firstName: 'Test',
	lastName: 'Owner',
	password: 'Test-Owner-1',
};

/** Time limit for installing n8n from scratch, packing the package, and starting n8n. */
export const N8N_START_TIME_LIMIT_MS = 900_000;

export interface TestN8n {
	readonly server: N8nServer;
	readonly client: N8nClient;
	stop(): Promise<void>;
}

/** Starts a real n8n in an empty folder, with the built package installed from its tarball. Installs n8n if it is missing. */
export async function startTestN8n(env: Readonly<Record<string, string>> = {}): Promise<TestN8n> {
	if (!isN8nInstalled())
		process.stderr.write('Installing n8n into host/ (once, about four minutes and 2.3 GB)...\n');
	await installN8n();
	const tarball = await packPackage();
	const userFolder = await mkdtemp(join(tmpdir(), 'device-access-n8n-'));
	const server = await startN8n({ userFolder, port: 0, tarball, env });
	const stop = async () => {
		await server.stop();
		await rm(userFolder, { recursive: true, force: true, maxRetries: 3 });
	};
	const client = new N8nClient(server.url);
	try {
		await client.setUpOwnerOrSignIn(OWNER);
	} catch (error) {
		await stop();
		throw error;
	}
	return { server, client, stop };
}

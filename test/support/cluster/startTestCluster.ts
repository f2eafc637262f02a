import { resolve, join } from 'node:path';
import {
	type Cluster,
	type ClusterOptions,
	startCluster,
} from '../../../host/cluster/startCluster';
import { installN8n, isN8nInstalled } from '../../../host/n8n/installN8n';
import { packPackage } from '../../../host/n8n/packPackage';
import type { CredentialReference } from '../../../host/demo/saveDemoCredential';

const ROOT_FOLDER = resolve(__dirname, '..', '..', '..');

/** Time limit for installing n8n from scratch, packing the package, and starting the cluster. */
export const CLUSTER_START_TIME_LIMIT_MS = 900_000;

export interface TestCluster extends Cluster {
	readonly credential: CredentialReference;
}

/** Starts a new cluster with the built package; its log files stay in .tmp/cluster-`name`. Installs n8n if it is missing. */
export async function startTestCluster(
	name: string,
	options: Omit<ClusterOptions, 'tarball' | 'folder'> = {},
): Promise<TestCluster> {
	if (!isN8nInstalled())
		process.stderr.write(
			'Installing n8n into host/n8n-2 (once, about four minutes and 2.3 GB)...\n',
		);
	await installN8n();
	const cluster = await startCluster({
		...options,
		tarball: await packPackage(),
		folder: join(ROOT_FOLDER, '.tmp', `cluster-${name}`),
	});
	const { sandbox, client } = cluster;
	const credential = await client.createCredential({
		name: 'Sandbox',
		type: 'deviceAccessApi',
		data: { baseUrl: sandbox.url, apiKey: sandbox.apiKey },
	});
	return { ...cluster, credential };
}

import { cpus, totalmem } from 'node:os';
import { version as packageVersion } from '../package.json';
import { version as coreVersion } from 'n8n-core/package.json';
import { version as nodesVersion } from 'n8n-nodes-base/package.json';

const BYTES_PER_GB = 1024 ** 3;

/** The facts that the figures depend on, without anything that identifies the machine. */
export interface Surroundings {
	date: string;
	machine: string;
	versions: string;
}

/** Returns today's date, this machine and the current versions. */
export function describeSurroundings(): Surroundings {
	const processors = cpus();
	const memoryGb = Math.round(totalmem() / BYTES_PER_GB);
	return {
		date: new Date().toISOString().slice(0, 10),
		machine: `${processors.length} cores (${processors[0]?.model.trim() ?? 'unknown'}), ${memoryGb} GB memory, ${process.platform} ${process.arch}`,
		versions: `n8n-nodes-device-access ${packageVersion}, n8n-core ${coreVersion}, n8n-nodes-base ${nodesVersion}, Node ${process.versions.node}`,
	};
}

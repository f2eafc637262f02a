// Installs the pinned n8n: tsx host/n8n/install.ts
import { SetupError } from '../process/SetupError';
import { installN8n } from './installN8n';

installN8n().catch((error: unknown) => {
	console.error(error instanceof SetupError ? error.message : error);
	process.exitCode = 1;
});

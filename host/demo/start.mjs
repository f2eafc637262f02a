// npm run dev: starts the demo, and installs first what is missing.
import { runFromClone } from '../process/runFromClone.mjs';

// The defaults of the options in main.ts.
await runFromClone('demo/main.ts', {
	'--n8n-port': 5678,
	'--sandbox-port': 8787,
	'--bookings-port': 8788,
});

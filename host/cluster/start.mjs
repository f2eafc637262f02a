// npm run cluster: starts n8n's queue mode, and installs first what is missing.
import { runFromClone } from '../process/runFromClone.mjs';

await runFromClone('cluster/main.ts');

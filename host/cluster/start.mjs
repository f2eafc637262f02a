import { runFromClone } from '../process/runFromClone.mjs';

await runFromClone('cluster/main.ts');

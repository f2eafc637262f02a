import { runFromClone } from '../process/runFromClone.mjs';

runFromClone('cluster/main.ts');

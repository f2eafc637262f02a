import { runFromClone } from '../process/runFromClone.mjs';

await runFromClone('demo/main.ts');

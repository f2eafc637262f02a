import { runFromClone } from '../process/runFromClone.mjs';

runFromClone('demo/main.ts');

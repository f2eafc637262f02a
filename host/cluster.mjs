import { runFromClone } from './runFromClone.mjs';

runFromClone('cluster.ts');

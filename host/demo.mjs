import { runFromClone } from './runFromClone.mjs';

runFromClone('demo.ts');

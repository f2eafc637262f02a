// npm run dev: starts the demo, and installs first what is missing.
import { runFromClone } from '../process/runFromClone.mjs';

await runFromClone('demo/main.ts');

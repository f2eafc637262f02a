// npm run examples: writes the workflows of examples/pms.
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { generatedExamples } from './generatedExamples';

const EXAMPLES = resolve(__dirname, '../../examples');

for (const [file, text] of generatedExamples()) writeFileSync(join(EXAMPLES, file), text);

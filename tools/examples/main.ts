// npm run examples: writes workflows of examples/pms.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXAMPLES, generatedExamples } from './generatedExamples';

for (const [file, text] of generatedExamples()) writeFileSync(join(EXAMPLES, file), text);

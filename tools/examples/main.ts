// npm run examples: writes the workflows of examples/pms, and the messages to guests in other examples.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXAMPLES, generatedExamples } from './generatedExamples';

for (const [file, text] of generatedExamples()) writeFileSync(join(EXAMPLES, file), text);

import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { generatedExamples } from '../../tools/examples/generatedExamples';

const EXAMPLES = resolve(__dirname, '../../examples');

it('the workflows of examples/pms are up to date (if not, run npm run examples, and commit what it writes)', () => {
	const committed = readdirSync(join(EXAMPLES, 'pms')).map((name) => [
		`pms/${name}`,
		readFileSync(join(EXAMPLES, 'pms', name), 'utf8'),
	]);
	expect(Object.fromEntries(committed)).toEqual(Object.fromEntries(generatedExamples()));
});

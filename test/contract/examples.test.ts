import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXAMPLES, generatedExamples } from '../../tools/examples/generatedExamples';

it('the generated workflows are up to date (if not, run npm run examples, and commit what it writes)', () => {
	const generated = generatedExamples();
	const files = [
		...readdirSync(join(EXAMPLES, 'pms')).map((name) => `pms/${name}`),
		...generated.keys(),
	];
	const committed = files.map((file) => [file, readFileSync(join(EXAMPLES, file), 'utf8')]);
	expect(Object.fromEntries(committed)).toEqual(Object.fromEntries(generated));
});

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');
const FOLDER = join(ROOT, '.github', 'workflows');
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
	scripts: Record<string, string>;
};

it.each(readdirSync(FOLDER))('%s names only scripts and files that exist', (name) => {
	const text = readFileSync(join(FOLDER, name), 'utf8');
	const named = [...text.matchAll(/\bnpm run (\S+)/g)].map(([, script = '']) => script);
	const made = [...text.matchAll(/\bmkdir (\S+)/g)].map(([, folder = '']) => folder);
	const paths = [
		...text.matchAll(
			/(?<![\w/@.-])(?:\.\/)?((?:\.github|\.ci|host|test|tools|docs|nodes|examples)\/[\w./-]+|[\w-]+\.(?:json|md|js|mjs))/g,
		),
	].map(([, path = '']) => path);

	expect(named.filter((script) => !(script in scripts))).toEqual([]);
	expect(
		paths.filter(
			(path) => !existsSync(join(ROOT, path)) && !made.some((folder) => path.startsWith(folder)),
		),
	).toEqual([]);
});

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

// n8n's own checks of the manifest, the nodes and the tarball: `npm run verify`.

const PROJECT = resolve(__dirname, '../..');
const read = (path: string): string => readFileSync(join(PROJECT, path), 'utf8');

interface Manifest {
	readonly license: string;
	readonly files: readonly string[];
	readonly scripts: Readonly<Record<string, string>>;
	readonly dependencies?: object;
	readonly overrides?: object;
	readonly peerDependencies: object;
}
const manifest = JSON.parse(read('package.json')) as Manifest;

it('nothing is installed with the package and runs when it is: no dependency, no script', () => {
	const { dependencies = {}, overrides, peerDependencies, files, scripts } = manifest;
	expect([dependencies, overrides, peerDependencies, files]).toEqual([
		{},
		undefined,
		{ 'n8n-workflow': '*' },
		['dist', 'CHANGELOG.md'],
	]);
	const ofInstallation = /^((pre|post)?(install|prepare)|prepublish)$/;
	expect(Object.keys(scripts).filter((script) => ofInstallation.test(script))).toEqual([]);
});

it('has the license of its file, and is published with a statement of its origin', () => {
	expect([manifest.license, read('LICENSE')]).toEqual(['MIT', expect.stringMatching(/^MIT /)]);
	const workflow = read('.github/workflows/publish.yml');
	expect(workflow).toMatch(/^ +id-token: write\b/m);
	expect(workflow).toMatch(/^ +- run: npm run release$/m);
	expect(manifest.scripts.release).toMatch(/\bnpm publish --provenance\b/);
});

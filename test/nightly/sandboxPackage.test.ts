import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { runCommand } from '../../host/process/runCommand';

const ROOT = resolve(__dirname, '../..');

interface Manifest {
	bin: Record<string, string>;
	dependencies: Record<string, string>;
	devDependencies: Record<string, string>;
}

const manifestOf = async (folder: string) =>
	JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;

let folder: string;
let running: ChildProcess | undefined;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
	await runCommand('npm', ['pack', '--ignore-scripts=false', '--pack-destination', folder], {
		cwd: join(ROOT, 'sandbox'),
	});
	await runCommand('tar', ['-xzf', 'device-access-sandbox-0.1.0.tgz'], { cwd: folder });
}, 300_000);

afterAll(async () => {
	running?.kill();
	await rm(folder, { recursive: true, force: true });
	await rm(join(ROOT, 'sandbox', 'dist'), { recursive: true, force: true });
});

it('starts outside of this project, with what its manifest names and nothing else', async () => {
	const packed = join(folder, 'package');
	const { bin, dependencies } = await manifestOf(packed);
	const { devDependencies } = await manifestOf(ROOT);
	expect(devDependencies).toMatchObject(dependencies);
	for (const name of Object.keys(dependencies)) {
		const path = join(folder, 'node_modules', name);
		await mkdir(dirname(path), { recursive: true });
		await symlink(join(ROOT, 'node_modules', name), path);
	}
	running = spawn(process.execPath, [
		join(packed, bin['device-access-sandbox'] ?? ''),
		'--port',
		'0',
	]);
	const [first] = (await once(running.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
	const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(first.toString()) ?? [];
	const answer = await fetch(`${url}/devices/list`, {
		method: 'POST',
		headers: { authorization: 'Bearer sandbox-key-hotel', 'content-type': 'application/json' },
		body: '{}',
	});
	const page = await fetch(`${url}/`);
	expect([answer.status, page.status]).toEqual([200, 200]);
	expect(((await answer.json()) as { devices: unknown[] }).devices).toHaveLength(12);
});

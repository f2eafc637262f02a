import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { PROJECT_FOLDER } from './paths';

/** Packs the project as `npm publish` would and unpacks the tarball. Returns the folder with its files. */
export async function packTarball(workFolder: string): Promise<string> {
	await mkdir(workFolder, { recursive: true });
	const { stdout } = await execa(
		'npm',
		['pack', '--json', '--ignore-scripts', '--pack-destination', workFolder],
		{
			cwd: PROJECT_FOLDER,
		},
	);
	const [packed] = JSON.parse(stdout) as [{ filename: string }];
	await execa('tar', ['-xzf', packed.filename], { cwd: workFolder });
	return join(workFolder, 'package');
}

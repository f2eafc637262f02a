import { progressLine } from '../../../host/process/installPackages.mjs';

const total = 1444;
const MB = 1024 ** 2;
const title = 'Installing n8n';

it('says how many packages have their folder, and what is on the disk', () => {
	expect([
		progressLine({ title, packages: 0, total, writtenBytes: -5 * MB, seconds: 0 }),
		progressLine({ title, packages: 0, total, writtenBytes: 340 * MB, seconds: 60 }),
		progressLine({ title, packages: 700, total, writtenBytes: 1200 * MB, seconds: 110.4 }),
		progressLine({ title, packages: 1500, total, writtenBytes: 2300 * MB, seconds: 180 }),
	]).toEqual([
		'Installing n8n: 0 of 1444 packages, 0 MB on the disk, 0 s',
		'Installing n8n: 0 of 1444 packages, 340 MB on the disk, 60 s',
		'Installing n8n: 700 of 1444 packages, 1200 MB on the disk, 110 s',
		'Installing n8n: 1444 of 1444 packages, 2300 MB on the disk, 180 s',
	]);
});

import { progressLine } from '../../../host/n8n/installN8n';

const total = 1444;
const MB = 1024 ** 2;

it('says what is on the disk, and how many packages have their folder', () => {
	expect([
		progressLine({ packages: 0, total, writtenBytes: -5 * MB, seconds: 2.1 }),
		progressLine({ packages: 0, total, writtenBytes: 340 * MB, seconds: 60 }),
		progressLine({ packages: 700, total, writtenBytes: 1200 * MB, seconds: 110 }),
		progressLine({ packages: 1500, total, writtenBytes: 2300 * MB, seconds: 180 }),
	]).toEqual([
		'installing n8n: 0 MB on the disk, 2 s',
		'installing n8n: 340 MB on the disk, 60 s',
		'installing n8n: 700 of 1444 packages, 1200 MB on the disk, 110 s',
		'installing n8n: 1444 of 1444 packages, 2300 MB on the disk, 180 s',
	]);
});

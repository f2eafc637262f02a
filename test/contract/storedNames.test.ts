import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromText, merged, namesBeyond, toText } from './storedNames/namesFile';
import { storedNames } from './storedNames/storedNames';

const FILE = join(__dirname, 'storedNames', 'storedNames.txt');

const recorded = fromText(readFileSync(FILE, 'utf8'));
const offered = storedNames();

it('every name that a workflow can have stored still exists', () => {
	expect(namesBeyond(recorded, offered)).toEqual([]);
});

it('every name is recorded (outside CI, this test adds new names to storedNames.txt: check them, commit them and run again)', () => {
	const added = namesBeyond(offered, recorded);
	if (added.length > 0 && !process.env.CI) writeFileSync(FILE, toText(merged(recorded, offered)));
	expect(added).toEqual([]);
});

it('the record is read as it was written', () => {
	expect(fromText(toText(offered))).toEqual(offered);
});

import { readNamesFile, namesBeyond } from './storedNames/namesFile';
import { storedNames } from './storedNames/storedNames';

const recorded = readNamesFile();
const offered = storedNames();

it('every name that a workflow can have stored still exists', () => {
	expect(namesBeyond(recorded, offered)).toEqual([]);
});

it('every name is recorded: npm run names adds new ones', () => {
	expect(namesBeyond(offered, recorded)).toEqual([]);
});

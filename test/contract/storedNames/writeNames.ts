import { existsSync, writeFileSync } from 'node:fs';
import { stringify } from 'yaml';
import { merged, NAMES_FILE, recordedNames, storedNames } from './storedNames';

// `npm run names` runs it with jest, whose loader takes DeviceAccess.node.ts and not the JSON file beside it.
it('adds the names that workflows store today to storedNames.yml', () => {
	const names = merged(existsSync(NAMES_FILE) ? recordedNames() : {}, storedNames());
	writeFileSync(NAMES_FILE, stringify(names, { sortMapEntries: true, nullStr: '', indent: 1 }));
});

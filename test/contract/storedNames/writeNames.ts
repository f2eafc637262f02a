import { addToNamesFile } from './namesFile';
import { storedNames } from './storedNames';

// `npm run names` runs it with jest, whose loader takes DeviceAccess.node.ts and not the JSON file beside it.
it('adds the names that workflows store today to storedNames.txt', () => {
	addToNamesFile(storedNames());
});

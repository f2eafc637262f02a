import { merged, recordedNames, storedNames } from './storedNames/storedNames';

it('every name that a workflow can have stored still exists', () => {
	expect(merged(storedNames(), recordedNames())).toEqual(storedNames());
});

it('every name is recorded: npm run generate adds new ones', () => {
	expect(merged(recordedNames(), storedNames())).toEqual(recordedNames());
});

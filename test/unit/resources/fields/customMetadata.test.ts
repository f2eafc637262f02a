import { metadataOf } from '../../../../nodes/DeviceAccess/resources/fields/customMetadata';

describe('metadataOf', () => {
	it('keeps an entry whatever its key is, also one that is named like a member of every object', () => {
		const entries = [{ key: '__proto__', value: 'a' }, { key: 'constructor', value: true }, { key: 'floor', value: '' }];
		expect(Object.entries(metadataOf({ entries }) ?? {})).toEqual([['__proto__', 'a'], ['constructor', true], ['floor', null]]);
	});
});

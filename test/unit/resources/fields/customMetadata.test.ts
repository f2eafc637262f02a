import { metadataOf } from '../../../../nodes/DeviceAccess/resources/fields/customMetadata';

describe('metadataOf', () => {
	it('keeps an entry whatever its key is, even the name of a built-in object member', () => {
		const entries = [
			{ key: '__proto__', value: 'a' },
			{ key: 'constructor', value: true },
			{ key: 'floor', value: '' },
		];
		expect(Object.entries(metadataOf({ entries }) ?? {})).toEqual([
			['__proto__', 'a'],
			['constructor', true],
			['floor', null],
		]);
	});
});

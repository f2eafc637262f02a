import { requestOf } from '../../../../nodes/DeviceAccess/operation';
import { recordLocator } from '../../../../nodes/DeviceAccess/resources/fields/recordLocator';

const ID = 'de51ce00-0000-4000-8000-000000000001';
const fields = recordLocator(
	'spaceId',
	{ displayName: 'Space', type: 'string', required: true, default: '' },
	{
		choice: { name: 'Key', value: 'key', description: 'By key' },
		name: 'spaceKey',
		field: { displayName: 'Space Key', type: 'string', default: '' },
	},
);
const body = requestOf(fields);

describe('a record that can be found in two ways', () => {
	it('shows only the field of the chosen way', () => {
		expect(Object.entries(fields).map(([name, { showWhen }]) => [name, showWhen])).toEqual([
			['findBy', undefined],
			['spaceId', { findBy: ['id'] }],
			['spaceKey', { findBy: ['key'] }],
		]);
	});

	it.each([
		[{ findBy: 'id', spaceId: ID, spaceKey: 'room-101' }, { space_id: ID }],
		[{ findBy: 'key', spaceId: ID, spaceKey: ' room-101 ' }, { space_key: 'room-101' }],
		[{ findBy: 'key', spaceKey: 101 }, { space_key: '101' }],
	])('is requested by exactly one member: %j', (values, expected) => {
		expect(body(values)).toEqual(expected);
	});

	it.each([
		[{ findBy: 'id', spaceId: '' }, "'Space' is empty"],
		[{ findBy: 'key', spaceKey: '  ' }, "'Space Key' is empty"],
	])('is not requested by %j', (values, message) => {
		expect(() => body(values)).toThrow(message);
	});
});

import { rowValues } from '../../../../nodes/DeviceAccess/resources/fields/recordRows';

describe('rowValues', () => {
	it.each([
		{
			what: 'a row whose expression gives several',
			rows: { space: [{ spaceId: ['a', 'b'] }, { spaceId: 'c, d' }] },
			expected: [['a', 'b'], 'c, d'],
		},
		{
			what: 'a row that was left empty',
			rows: { space: [{ spaceId: 'a' }, { spaceId: '' }] },
			expected: ['a', ''],
		},
		{
			what: 'a row whose expression gives nothing',
			rows: { space: [{ spaceId: undefined }] },
			expected: [undefined],
		},
	])('returns what was chosen in $what', ({ rows, expected }) => {
		expect(rowValues(rows)).toEqual(expected);
	});
});

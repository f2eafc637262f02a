import { InvalidParameterError } from '../../../../nodes/DeviceAccess/errors/errors';
import {
	optionalDateTime,
	optionalKeys,
	optionalPin,
	optionalText,
	optionalTexts,
	optionalUuid,
	optionalUuids,
	requireTimeOrder,
	requireUuid,
	requireUuids,
} from '../../../../nodes/DeviceAccess/operation/form/checkValues';

const ID = 'de51ce00-0000-4000-8000-00000000000a';
const OTHER_ID = 'de51ce00-0000-4000-8000-00000000000b';

const EMPTY = "'Device' is empty";
const EMPTY_ENTRY = "An entry in 'Device' is empty";
const NO_ID = "'Device' must be an ID of the form 00000000-0000-0000-0000-000000000000";

function thrownBy(work: () => unknown): unknown {
	try {
		return work();
	} catch (error) {
		return error;
	}
}

describe('requireUuid', () => {
	it.each([ID, ` ${ID}\n`, ID.toUpperCase()])(
		'returns %p in lowercase and without whitespace',
		(value) => {
			expect(requireUuid('Device', value)).toBe(ID);
		},
	);

	it.each(['  ', undefined])('says that %p is empty', (value) => {
		expect(thrownBy(() => requireUuid('Device', value))).toMatchObject({
			message: EMPTY,
			advice: expect.any(String),
		});
	});

	it.each(['front door', `${ID}0`, `${ID} ${OTHER_ID}`, 7, [ID]])(
		'says that %p is not an ID',
		(value) => {
			const error = thrownBy(() => requireUuid('Device', value));
			expect(error).toBeInstanceOf(InvalidParameterError);
			expect(error).toMatchObject({ message: NO_ID, advice: expect.any(String) });
		},
	);
});

it.each([null, ''])('optionalUuid returns nothing for %p', (value) => {
	expect(optionalUuid('Space ID', value)).toBeUndefined();
});

describe('requireUuids', () => {
	it.each([
		{ what: 'a text with lines', value: `${ID}\n${OTHER_ID}\n` },
		{ what: 'an entry twice', value: [ID, OTHER_ID, ID.toUpperCase()] },
		{ what: 'lists and texts in a list', value: [[ID], `${OTHER_ID}, ${ID}`] },
	])('reads $what', ({ value }) => {
		expect(requireUuids('Device', value)).toEqual([ID, OTHER_ID]);
	});

	it.each([[], ' , ', null])('says that %p is empty', (value) => {
		expect(() => requireUuids('Device', value)).toThrow(EMPTY);
	});

	it.each([[], ' , ', null])('refuses %p beside an ID', (value) => {
		expect(() => requireUuids('Device', [ID, value])).toThrow(EMPTY_ENTRY);
	});

	it.each([`${ID},`, `${ID},,${OTHER_ID}`])(
		'refuses %p, because the door of an empty entry would stay closed',
		(value) => {
			expect(() => requireUuids('Device', value)).toThrow(EMPTY_ENTRY);
		},
	);
});

describe('optionalDateTime', () => {
	it.each([
		{ value: '2030-01-31T15:00:00Z', expected: '2030-01-31T15:00:00.000Z' },
		{ value: '2030-01-31T15:00:00+02:00', expected: '2030-01-31T13:00:00.000Z' },
		{ value: 1_896_000_000_000, expected: '2030-01-30T10:40:00.000Z' },
		{ value: new Date('2030-01-31T15:00:00.250Z'), expected: '2030-01-31T15:00:00.250Z' },
		{ value: '2030-01-31 15:00:00.250 +01:00', expected: '2030-01-31T14:00:00.250Z' },
	])('returns $value as the service expects it', ({ value, expected }) => {
		expect(optionalDateTime('Created Before', value)).toBe(expected);
	});

	it.each([undefined, null, ''])('returns nothing for %p', (value) => {
		expect(optionalDateTime('Created Before', value)).toBeUndefined();
	});

	it.each([
		'soon',
		['2030-01-31T15:00:00Z'],
		true,
		new Date(NaN),
		1e20,
		// Seconds since 1970.
		1_893_456_000,
		'03/04/2030',
	])('says that %p is not a date', (value) => {
		expect(() => optionalDateTime('Created Before', value)).toThrow(
			new InvalidParameterError("'Created Before' is not a date in the form 2030-01-31T15:00"),
		);
	});
});

describe('optionalText', () => {
	it.each([
		{ value: ' front door ', expected: 'front door' },
		{ value: 0, expected: '0' },
		{ value: '   ', expected: undefined },
		{ value: null, expected: undefined },
		{ value: ['a'], expected: undefined },
	])('returns $expected for $value', ({ value, expected }) => {
		expect(optionalText(value)).toBe(expected);
	});
});

describe('optionalTexts', () => {
	it.each([
		{ value: [' august_lock ', 'yale_lock'], expected: ['august_lock', 'yale_lock'] },
		{ value: 'august_lock, yale_lock', expected: ['august_lock', 'yale_lock'] },
		{ value: ['one, two'], expected: ['one, two'] },
		{ value: ['', 'august_lock', ' ', null], expected: ['august_lock'] },
		{ value: [7, 0], expected: ['7', '0'] },
		{ value: [''], expected: undefined },
		{ value: ' , ', expected: undefined },
		{ value: null, expected: undefined },
	])('returns $expected for $value', ({ value, expected }) => {
		expect(optionalTexts(value)).toEqual(expected);
	});
});

describe('optionalKeys', () => {
	it.each([
		{ value: 'room-101, room-102', expected: ['room-101', 'room-102'] },
		{ value: ['room-101', 7], expected: ['room-101', '7'] },
		{ value: 101, expected: ['101'] },
		...[' ', null, []].map((value) => ({ value, expected: undefined })),
	])('reads $value', ({ value, expected }) => {
		expect(optionalKeys('Rooms', value)).toEqual(expected);
	});

	it.each([',', 'room-101,', ['room-101', '']])(
		'refuses %p, because the person would not get into one of the rooms',
		(value) => {
			expect(() => optionalKeys('Rooms', value)).toThrow("An entry in 'Rooms' is empty");
		},
	);
});

describe('optionalUuids', () => {
	it.each([null, '', []].map((value) => ({ value })))('returns nothing for $value', ({ value }) => {
		expect(optionalUuids('Device', value)).toBeUndefined();
	});

	it.each([
		{ value: ['front door'], message: NO_ID },
		{ value: ' , ', message: EMPTY },
	])('does not treat $value as an empty field', ({ value, message }) => {
		expect(() => optionalUuids('Device', value)).toThrow(message);
	});
});

describe('optionalPin', () => {
	it.each([
		{ value: '1001', expected: '1001' },
		{ value: ' 001200 ', expected: '001200' },
		{ value: 1001, expected: '1001' },
		{ value: ' ', expected: undefined },
	])('returns $expected for $value', ({ value, expected }) => {
		expect(optionalPin('Code', value, 4, 6)).toBe(expected);
	});

	it.each(['100', '1001001', '10 01', '-1001', '١٠٠١'])(
		'refuses %p, and does not repeat it',
		(value) => {
			const error = thrownBy(() => optionalPin('Code', value, 4, 6));
			expect(error).toBeInstanceOf(InvalidParameterError);
			expect(error).toMatchObject({
				message: "'Code' must have 4 to 6 digits and no other characters",
				advice: undefined,
			});
		},
	);

	it.each([
		[100, 'If the PIN begins with 0, enter it as text.'],
		[1001.5, undefined],
	])('mentions zeros for the number %p only if it may have lost one', (value, advice) => {
		expect(thrownBy(() => optionalPin('Code', value, 4, 6))).toMatchObject({
			message: "'Code' must have 4 to 6 digits and no other characters",
			advice,
		});
	});
});

describe('requireTimeOrder', () => {
	const check = (startsAt?: string, endsAt?: string) =>
		requireTimeOrder('Starts At', startsAt, 'Ends At', endsAt);

	it.each([
		['2030-01-31T15:00:00.000Z', '2030-01-31T15:00:00.001Z'],
		['2030-01-31T15:00:00+02:00', '2030-01-31T14:00:00Z'],
		[undefined, '2030-01-31T15:00:00Z'],
	])('lets %p come before %p', (startsAt, endsAt) => {
		expect(() => check(startsAt, endsAt)).not.toThrow();
	});

	it.each([
		['2030-01-31T15:00:00Z', '2030-01-31T15:00:00Z'],
		['2030-01-31T15:00:00Z', '2030-01-31T15:30:00+02:00'],
	])('refuses %p before %p', (startsAt, endsAt) => {
		const error = thrownBy(() => check(startsAt, endsAt));
		expect(error).toBeInstanceOf(InvalidParameterError);
		expect(error).toMatchObject({
			message: "'Ends At' must be after 'Starts At'",
			advice: 'Change one of the two times.',
		});
	});
});

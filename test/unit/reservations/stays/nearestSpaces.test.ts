import { NearestSpaces } from '../../../../nodes/DeviceAccess/reservations/stays/nearestSpaces';

const SPACES = [
	{ space_key: 'suite', name: 'Suite' },
	{ space_key: 'room-201', name: 'Room 201' },
	{ name: 'Garden House' },
	{ space_key: 'room-101', name: 'Room 101' },
];

it.each([
	['room-102', "The nearest are 'room-101' (Room 101) and 'room-201' (Room 201)."],
	['garden hose', "The nearest are Garden House (without a key) and 'room-201' (Room 201)."],
	['ROOM 201', "The nearest are 'room-201' (Room 201) and 'room-101' (Room 101)."],
])('names the two spaces whose key or name is nearest to %s', (room, sentence) => {
	expect(new NearestSpaces().sentence(SPACES, room)).toBe(sentence);
});

it('says that there is only one space, or none', () => {
	const sentences = [SPACES.slice(0, 1), []].map((spaces) =>
		new NearestSpaces().sentence(spaces, 'room'),
	);
	expect(sentences).toEqual(["The nearest is 'suite' (Suite).", 'The workspace has no spaces.']);
});

it.each([
	[{ space_key: 'k' }, "The nearest is 'k'."],
	[{ space_key: 'k', name: '', display_name: '' }, "The nearest is 'k'."],
	[{ space_key: '', name: 'Attic' }, 'The nearest is Attic (without a key).'],
	[{ space_key: null, name: null }, 'The workspace has no spaces.'],
])('leaves out what a space does not have: %j', (space, sentence) => {
	expect(new NearestSpaces().sentence([space], 'room')).toBe(sentence);
});

it('compares the beginning of a long text', () => {
	const spaces = [
		{ space_key: `b${'x'.repeat(99)}` },
		{ space_key: `a${'x'.repeat(99)}${'y'.repeat(4_900)}` },
	];
	expect(new NearestSpaces().sentence(spaces, `a${'x'.repeat(4_999)}`)).toMatch(
		/^The nearest are 'ax/,
	);
});

it('suggests spaces for 50 different rooms of a run, and for each of them again', () => {
	const nearest = new NearestSpaces();
	const suggested = () =>
		Array.from({ length: 60 }, (_, index) => nearest.sentence(SPACES, `attic-${index}`));
	expect(suggested().filter(Boolean)).toHaveLength(50);
	expect(suggested().filter(Boolean)).toHaveLength(50);
});

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

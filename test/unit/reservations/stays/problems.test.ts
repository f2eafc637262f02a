import {
	PROBLEMS,
	rowOf,
	toProblem,
} from '../../../../nodes/DeviceAccess/reservations/stays/problems';

it('fills in its words, and leaves braces in them alone', () => {
	expect(toProblem('room_without_lock', { room: '{room} 1' })).toEqual({
		code: 'room_without_lock',
		reason: '{room} 1 has no lock',
		remedy: "Add its lock with 'Add devices to space'.",
		keeps_door_closed: true,
	});
});

it.each(['no_such_code', 'constructor'])(
	'a code of the service that is not in the table counts as unknown: %j',
	(code) => {
		expect(rowOf(code)).toBe(PROBLEMS.unknown);
	},
);

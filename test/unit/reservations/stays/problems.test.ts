import { readFileSync } from 'fs';
import {
	PROBLEMS,
	type ProblemCode,
	rowOf,
	toProblem,
} from '../../../../nodes/DeviceAccess/reservations/stays/problems';

const CODES = Object.keys(PROBLEMS) as ProblemCode[];
const ofNode = CODES.filter((code) => PROBLEMS[code].reason !== undefined);

function codesInDocs(): string[] {
	const page = readFileSync('docs/reservation-results.md', 'utf8');
	const [, section = ''] = page.split('## Codes of problems');
	const rows = (section.split('\n## ')[0] ?? '')
		.split('\n')
		.filter((line) => /^\| `(?!code`)/.test(line));
	return rows.flatMap((row) =>
		[...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, code]) => code ?? ''),
	);
}

it('is in the docs, each code with a reason of its own', () => {
	const inDocs = codesInDocs();
	expect(ofNode.filter((code) => !inDocs.includes(code))).toEqual([]);
	expect(inDocs.filter((code) => !Object.hasOwn(PROBLEMS, code))).toEqual([]);
});

it('fills in its words, and leaves braces in them alone', () => {
	expect(toProblem('room_without_lock', { room: '{room} 1' })).toEqual({
		code: 'room_without_lock',
		reason: '{room} 1 has no lock',
		remedy: "Add its lock with 'Add devices to space'.",
		keeps_door_closed: true,
	});
});

it.each(['no_such_code', 'constructor', ''])(
	'a code of the service that is not in the table counts as unknown: %j',
	(code) => {
		expect(rowOf(code)).toBe(PROBLEMS.unknown);
	},
);

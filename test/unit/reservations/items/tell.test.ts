import {
	hostMessageOf,
	type Tell,
	tellOf,
	wouldWork,
} from '../../../../nodes/DeviceAccess/reservations/items/tell';
import { PROBLEMS, toProblem } from '../../../../nodes/DeviceAccess/reservations/stays/problems';
import type { WireObject } from '../../../../nodes/DeviceAccess/wire/records';

const NOW = Date.parse('2031-01-10T12:00:00Z');
const HOUR_MS = 3_600_000;
const at = (hours: number) => new Date(NOW + hours * HOUR_MS).toISOString();

const FAR = { starts_at: at(24), ends_at: at(72) };
const NEAR = { starts_at: at(23.9), ends_at: at(72) };
const STAYING = { starts_at: at(-10), ends_at: at(20) };
const OVER = { starts_at: at(-72), ends_at: at(0) };
const READY = { message_key: 'abc', pin: '4821' };
const LATE = { message_key: null, pin: null };

const problem = (code: string, isKept = false) => ({
	code,
	reason: `Reason of ${code}`,
	remedy: `Remedy of ${code}.`,
	keeps_door_closed: isKept,
});
const withProblem = (code: string, isKept?: boolean) => ({ problems: [problem(code, isKept)] });

const CASES: Array<[string, WireObject, Tell, boolean]> = [
	...['created', 'updated', 'moved', 'unchanged', undefined].flatMap(
		(outcome): Array<[string, WireObject, Tell, boolean]> => [
			[`${outcome}, ready`, { outcome, ...READY, ...FAR }, 'guest', false],
			[
				`${outcome}, ready and near`,
				{ outcome, ...READY, ...NEAR, ...withProblem('contact_left_out') },
				'guest',
				false,
			],
			[`${outcome}, ready, in the house`, { outcome, ...READY, ...STAYING }, 'guest', false],
			[
				`${outcome}, not ready`,
				{ outcome, ...LATE, ...FAR, ...withProblem('overlapping_stay') },
				'later',
				false,
			],
			[`${outcome}, not ready and near`, { outcome, ...LATE, ...NEAR }, 'host', true],
			[`${outcome}, not ready, in the house`, { outcome, ...LATE, ...STAYING }, 'host', true],
			[
				`${outcome}, over`,
				{ outcome, ...READY, ...OVER, ...withProblem('overlapping_stay') },
				'nobody',
				false,
			],
		],
	),
	[
		'a lock is offline',
		{ ...READY, ...FAR, ...withProblem('device_disconnected', true) },
		'guest',
		false,
	],
	[
		'a lock is offline, near',
		{ ...READY, ...NEAR, ...withProblem('device_disconnected', true) },
		'host',
		true,
	],
	[
		'a lock with a PIN of its own, near',
		{ ...READY, ...NEAR, ...withProblem('requested_code_unavailable', true) },
		'guest',
		false,
	],
	[
		'a PIN that is late',
		{ ...LATE, ...FAR, ...withProblem('delay_in_issuing', true) },
		'later',
		false,
	],
	[
		'what does not pass by itself',
		{ ...LATE, ...FAR, problems: [problem('contact_left_out'), problem('door_not_opened', true)] },
		'host',
		true,
	],
	[
		'a new problem of the service',
		{ ...LATE, ...FAR, ...withProblem('made_up', true) },
		'host',
		true,
	],
	[
		'two guests in one room',
		{ ...READY, ...FAR, ...withProblem('overlapping_stay') },
		'guest',
		true,
	],
	[
		'the old rooms are kept',
		{ ...READY, ...FAR, ...withProblem('old_access_kept') },
		'guest',
		true,
	],
	[
		'a contact was left out',
		{ ...READY, ...FAR, ...withProblem('contact_left_out') },
		'guest',
		false,
	],
	[
		'another guest, who may be in the room',
		{ ...READY, ...STAYING, ...withProblem('guest_changed') },
		'host',
		true,
	],
	['access ended', { outcome: 'ended', ...FAR }, 'host', true],
	['access ended during the stay', { outcome: 'ended', ...STAYING }, 'host', true],
	['access ended that was over', { outcome: 'ended', ...OVER }, 'nobody', false],
	['nothing to end', { outcome: 'nothing_to_end' }, 'nobody', false],
	[
		'nothing to end, but of another system',
		{ outcome: 'nothing_to_end', ...withProblem('other_key_prefix') },
		'host',
		true,
	],
	['a change failed', { outcome: 'failed', ...FAR, ...withProblem('failed', true) }, 'host', true],
	[
		'a new PIN is not set',
		{ outcome: 'pending', ...READY, ...FAR, ...withProblem('old_pin_kept') },
		'host',
		true,
	],
	['an unknown status', { outcome: 'ignored', ...withProblem('unknown_status') }, 'host', true],
	[
		'canceled, but in the house',
		{ outcome: 'ignored', ...withProblem('guest_in_house') },
		'host',
		true,
	],
	[
		'a stay that is too far ahead',
		{ outcome: 'ignored', ...withProblem('too_far_ahead') },
		'later',
		false,
	],
	...['not_a_stay', 'outdated', 'stay_is_over', 'newer_than_list', 'held_back', 'unknown_list'].map(
		(code): [string, WireObject, Tell, boolean] => [
			`ignored, ${code}`,
			{ outcome: 'ignored', ...withProblem(code) },
			'nobody',
			false,
		],
	),
	...['not_removed', 'unknown_list', 'held_back'].map(
		(code): [string, WireObject, Tell, boolean] => [
			`what the list did not do, ${code}`,
			{ reservation_key: null, outcome: 'failed', ...withProblem(code) },
			'host',
			true,
		],
	),
	['a dry run', { outcome: 'created', dry_run: true, ...READY, ...NEAR }, 'nobody', false],
	[
		'a dry run with a problem',
		{ outcome: 'created', dry_run: true, ...NEAR, ...withProblem('unknown_room', true) },
		'nobody',
		true,
	],
];

it.each(CASES)('%s', (_what, item, tell, isForHost) => {
	const told = tellOf(item, NOW);
	expect([told, hostMessageOf(item, told) !== null]).toEqual([tell, isForHost]);
});

const STAY = {
	reservation_key: '40771',
	guest_name: 'Ada Example',
	guest_phone: '+4915550100',
	guest_email: 'ada@example.com',
	rooms: ['Room 101', 'Sauna'],
	starts_at: '2031-01-29T14:00:00.000Z',
	ends_at: '2031-01-31T10:00:00.000Z',
	time_zone: 'Europe/Berlin',
	pin: '4821',
	pins: [],
};

it('says that access has ended, of which stay in the time zone of its room, and how to reach the guest', () => {
	const item = { ...STAY, outcome: 'ended', ...withProblem('contact_left_out') };
	expect(hostMessageOf(item, 'host')?.split('\n')).toEqual([
		'Booking 40771, Ada Example, Room 101 and Sauna, January 29, 2031, 3:00 PM to January 31, 2031, 11:00 AM, PIN 4821',
		expect.stringContaining('access has ended'),
		"The guest's contact: +4915550100, ada@example.com",
	]);
});

it('names a time zone that is not that of the room, and each door with a PIN of its own', () => {
	const problems = [problem('contact_left_out'), problem('no_time_zone')];
	const item = { ...STAY, problems, pins: [{ door: 'Gate', pin: '1717' }] };
	const [first] = hostMessageOf(item, 'host')?.split('\n') ?? [];
	expect(first).toMatch(/3:00 PM \(Europe\/Berlin\) to .*, PIN 4821, Gate: 1717$/);
});

it('tells one cause once, with one remedy, whether the PIN is on the lock, and how to reach the guest', () => {
	const offline = { ...problem('device_disconnected', true), reason: 'Front Door is offline' };
	const problems = [problem('delay_in_issuing', true), problem('not_ready', true), offline];
	const message = hostMessageOf({ ...STAY, ...NEAR, problems }, 'host', {
		pinOnLocks: 'The PIN is not on Front Door yet.',
	});
	expect(message?.split('\n').slice(1)).toEqual([
		'Front Door is offline.',
		'The PIN is not on Front Door yet.',
		'Until this is solved, the guest gets no new message.',
		'What to do: Remedy of device_disconnected.',
		"The guest's contact: +4915550100, ada@example.com",
	]);
});

it.each<[string, WireObject, boolean]>([
	...['contact_left_out', 'old_access_kept'].map((code): [string, WireObject, boolean] => [
		`${code} is not why a PIN is late`,
		{ outcome: 'created', ...LATE, ...withProblem(code) },
		true,
	]),
	[
		'a problem of the lock is why',
		{
			outcome: 'created',
			...LATE,
			problems: [problem('old_access_kept'), problem('device_disconnected', true)],
		},
		false,
	],
	['the access could not be read', { ...LATE, ...withProblem('unreadable') }, false],
	['a PIN is there', { ...READY, ...STAYING, ...withProblem('guest_changed') }, false],
	['access failed', { outcome: 'failed', ...LATE, ...withProblem('failed') }, false],
	[
		'the stay is canceled',
		{ outcome: 'ignored', ...LATE, ...withProblem('guest_in_house') },
		false,
	],
])(
	'says what to do about a late PIN unless something else is the cause: %s',
	(_what, item, isSaid) => {
		const lines = hostMessageOf({ ...STAY, ...NEAR, ...item }, 'host')?.split('\n') ?? [];
		const todo = `What to do: ${PROBLEMS.not_ready.remedy}`;
		expect(lines.includes(todo)).toBe(isSaid);
	},
);

const NO_PIN = 'The guest has no PIN yet.';
const IF_NEW =
	'If the booking is new, the guest has no PIN yet. Otherwise, the access stays as it was.';
const NO_MESSAGE = 'Until this is solved, the guest gets no new message.';

it.each<[string, WireObject, string[]]>([
	[
		'access that is not ready',
		{ ...NEAR, access_grant: { requested_access_methods: [{ mode: 'card' }, { mode: 'code' }] } },
		[NO_PIN, NO_MESSAGE],
	],
	[
		'a card that is not ready',
		{ ...NEAR, access_grant: { requested_access_methods: [{ mode: 'card' }] } },
		[NO_MESSAGE],
	],
	['access that failed', { outcome: 'failed', ...withProblem('failed', true) }, [NO_PIN]],
	...['guest_changed', 'stay_begins_later'].map((code): [string, WireObject, string[]] => [
		`${code}, after which a new PIN is told`,
		{ ...NEAR, ...READY, ...withProblem(code) },
		[],
	]),
	['access that has ended', { outcome: 'ended' }, []],
	['a guest who stays', { outcome: 'ignored', ...withProblem('guest_in_house') }, []],
	['an unknown status', { outcome: 'ignored', ...withProblem('unknown_status') }, [IF_NEW]],
	['nothing to end', { outcome: 'nothing_to_end', ...withProblem('other_key_prefix') }, []],
])('says of a PIN that is missing only what the host must know: %s', (_what, item, said) => {
	const lines = hostMessageOf({ ...STAY, pin: null, ...item }, 'host')?.split('\n') ?? [];
	expect(lines.filter((line) => [NO_PIN, IF_NEW, NO_MESSAGE].includes(line))).toEqual(said);
});

const LATE_PIN = problem('not_ready', true);
const CONTACT = problem('contact_left_out');
const OVERLAP = problem('overlapping_stay');
const OFFLINE = problem('device_disconnected', true);

it.each<[string, Tell, WireObject, WireObject[], string[]]>([
	[
		'the cause, not what follows from it',
		'host',
		{},
		[OVERLAP, LATE_PIN, OFFLINE],
		['overlapping_stay', 'device_disconnected'],
	],
	['what follows from nothing else', 'host', {}, [CONTACT, LATE_PIN], ['not_ready']],
	['what is for the host, too', 'guest', READY, [OVERLAP, OFFLINE], ['overlapping_stay']],
	[
		'only information, if there is nothing else',
		'nobody',
		{ dry_run: true },
		[CONTACT],
		['contact_left_out'],
	],
])('says what is wrong: %s', (_what, tell, item, problems, codes) => {
	const lines =
		hostMessageOf({ ...STAY, ...item, problems }, tell)
			?.split('\n')
			.slice(1) ?? [];
	const ofHost = [NO_PIN, NO_MESSAGE, "The guest's contact: +4915550100, ada@example.com"];
	const reasons = lines.filter((line) => line.startsWith('Reason'));
	expect(reasons).toEqual(codes.map((code) => `Reason of ${code}.`));
	expect(lines.some((line) => ofHost.includes(line))).toBe(tell === 'host');
});

it('names the stays that a list lacks', () => {
	const item = { reservation_key: null, outcome: 'failed', ...withProblem('not_removed') };
	expect(hostMessageOf(item, 'host', { lines: ['Missing: Booking 1, Ada'] })).toBe(
		[
			'Reason of not_removed.',
			'Missing: Booking 1, Ada',
			`What to do: ${PROBLEMS.not_removed.host?.remedy}`,
		].join('\n'),
	);
});

it.each<[string, string, string]>([
	[
		'a refused request',
		'Check the fields. The service says: Invalid access_grant. Call: /access_grants/create, HTTP 400, invalid_input. Request ID: r-1',
		'Check the fields.',
	],
	['the service', 'Wait until the access method is issued.', 'Wait until the PIN or key is ready.'],
	['a field', "Add it under 'Access Methods'.", "Add it under 'Access Methods'."],
	[
		'a page',
		'<html><head><style>p{}</style></head><p>Bad <b>Gateway</b></p></html>',
		'Bad Gateway.',
	],
	['what says nothing to a host', 'Call: /spaces/list, HTTP 500', ''],
])('puts the words of %s plainly', (_who, remedy, plain) => {
	const failed = { ...problem('failed', true), reason: 'It failed', remedy };
	const message = hostMessageOf({ ...STAY, outcome: 'failed', problems: [failed] }, 'host') ?? '';
	expect(/^What to do: (.*)$/m.exec(message)?.[1] ?? '').toBe(plain);
});

const messageWith = (name: string): string => {
	const words = { guest: name, rooms: name, why: '', room: name, space: name, key: '' };
	const problems = [
		...(['room_not_assigned', 'room_without_lock', 'room_found_by_name'] as const).map((code) =>
			toProblem(code, words),
		),
		{ ...problem('device_offline'), reason: `${name} is offline` },
		{ ...problem('failed'), reason: `No space has the key '${name}'`, remedy: `Is it (${name})?` },
	].map((one) => ({ ...one }));
	return hostMessageOf({ ...STAY, outcome: 'failed', problems }, 'host') ?? '';
};

it.each(['Parking space 4', 'Ann Issued', 'Access Grant'])(
	'leaves the name %s as it is',
	(name) => {
		expect(messageWith(name)).toBe(messageWith('Room 4').replaceAll('Room 4', name));
	},
);

it.each<[string, WireObject, boolean | null]>([
	['created', { outcome: 'created', problems: [] }, true],
	[
		'moved, with a problem that keeps no door closed',
		{ outcome: 'moved', ...withProblem('contact_left_out') },
		true,
	],
	[
		'unchanged, with a closed door',
		{ outcome: 'unchanged', ...withProblem('room_without_lock', true) },
		false,
	],
	['failed', { outcome: 'failed', ...withProblem('unknown_room') }, false],
	[
		'ignored, because nobody knows the status',
		{ outcome: 'ignored', ...withProblem('unknown_status') },
		false,
	],
	[
		'ignored, because the stay is over',
		{ outcome: 'ignored', ...withProblem('stay_is_over') },
		null,
	],
	['canceled', { outcome: 'nothing_to_end', problems: [] }, null],
])('says of a dry run whether the guest could enter: %s', (_what, item, expected) => {
	expect(wouldWork(item)).toBe(expected);
});

import type { IDataObject } from 'n8n-workflow';
import { type HttpServer, startHttpServer } from '../host/process/httpServer';
import { BOOKED_AT, HOUR_MS, useMovedHotel } from '../test/support/service/movedHotel';
import { nodeOf, withOlderAccess } from '../host/n8n/readExample';
import { HOST, useExample } from '../test/support/example/useExample';

const service = useMovedHotel();
const host = useExample('office-week.json', service, withOlderAccess);
let google: HttpServer;
/** The events of each calendar, as Google Calendar's Events: list answers them. Undefined: the calendar is unknown. */
let calendars: Record<string, IDataObject[] | undefined>;

beforeEach(async () => {
	calendars = {};
	google = await startHttpServer(({ method, path, query }) => {
		const id = decodeURIComponent(
			/\/calendar\/v3\/calendars\/([^/]+)\/events$/.exec(path)?.[1] ?? '',
		);
		const items = calendars[id];
		if (method !== 'GET' || items === undefined)
			return { status: 404, body: { error: { code: 404 } } };
		if (query.singleEvents !== 'true') return { status: 400, body: { error: { code: 400 } } };
		const isListed = ({ start, end }: IDataObject) =>
			timeOf(end) > Date.parse(query.timeMin ?? '') &&
			timeOf(start) < Date.parse(query.timeMax ?? '');
		return { body: { kind: 'calendar#events', items: items.filter(isListed) } };
	});
});
afterEach(async () => {
	await google.stop();
});

const timeOf = (time: unknown) => {
	const { dateTime, date } = time as IDataObject;
	return Date.parse(String(dateTime ?? date));
};

/** Friday, 2031-01-10, in UTC. */
const at = (hour: number, day = 10) => `2031-01-${day}T${String(hour).padStart(2, '0')}:00:00Z`;
const meeting = (
	id: string,
	email: string,
	from: number,
	until: number,
	changes: IDataObject = {},
) => ({
	id,
	status: 'confirmed',
	creator: { email },
	start: { dateTime: at(from) },
	end: { dateTime: at(until) },
	...changes,
});
const ADA = { id: 1, name: 'Ada', email: 'Ada@example.com' };
const person = (id: number, name: string, changes: IDataObject) => ({
	id,
	name,
	email: `${name.toLowerCase().replace(' ', '-')}@example.com`,
	...changes,
});
const regular = { room: 'room-101', days: 'Mon Tue Wed Thu Fri', from: '08:00', until: '18:00' };

/** One look. Returns the access that is there then: room, times and PIN of each stay. */
async function look(members: IDataObject[], rooms: IDataObject[] = [], credential = 'there') {
	host.fill('Members', members);
	host.fill('Meeting rooms', rooms);
	const as = structuredClone(host.example);
	const { parameters } = nodeOf(as, 'Get the meetings');
	parameters.url = String(parameters.url).replace('https://www.googleapis.com', google.url);
	if (credential === 'there') delete parameters.authentication;
	return (await host.execute('Every 15 minutes', { as })).error()?.message;
}

async function access() {
	const { items } = await service.run('reservation.getAll', {
		returnAll: true,
		output: 'raw',
		options: { keyPrefix: 'office:' },
	});
	return items
		.map(({ json }) => json)
		.sort((a, b) => String(a.starts_at).localeCompare(String(b.starts_at)));
}
const daysOf = async () =>
	(await access()).map(({ starts_at: start }) => String(start).slice(0, 10));

it('gives a member the regular hours of today and the next two days, and says each PIN once', async () => {
	const members = [{ ...ADA, ...regular }];
	expect(await look(members)).toBeUndefined();
	expect(await daysOf()).toEqual(['2031-01-10']);
	await service.moveTo(BOOKED_AT + 48 * HOUR_MS);
	for (let times = 0; times < 3; times++) {
		await look(members);
		await service.moveTo(service.now() + HOUR_MS / 4);
	}
	const stays = await access();
	expect(stays.map(({ starts_at: start }) => String(start).slice(0, 10))).toEqual([
		'2031-01-13',
		'2031-01-14',
	]);
	const pins = [...new Set(stays.map(({ pin }) => pin))];
	const told = host.allEmails().filter(({ to }) => to === 'ada@example.com');
	const texts = told.map(({ text }) => text).join('\n');
	for (const pin of pins) expect(texts.split(`\n${String(pin)} (`)).toHaveLength(2);
});

it('gives a day pass only its day, and access without hours until its last day with one PIN', async () => {
	const from = '2031-01-01';
	const members = [
		person(2, 'Bo', { ...regular, days: '', first_day: '2031-01-11', last_day: '2031-01-11' }),
		person(3, 'Cy', { room: 'room-102', first_day: from, last_day: '2031-01-31' }),
		person(4, 'Di', { room: 'room-102', first_day: from, last_day: '2031-01-09' }),
		{ ...ADA, name: 'Without a room' },
	];
	await look(members);
	const before = await access();
	expect(
		before.map(({ rooms, starts_at: start, ends_at: end }) => [
			rooms,
			String(start).slice(0, 10),
			String(end).slice(0, 10),
		]),
	).toEqual([
		[['Room 102'], '2031-01-01', '2031-01-31'],
		[['Room 101'], '2031-01-11', '2031-01-11'],
	]);
	await service.moveTo(BOOKED_AT + 72 * HOUR_MS);
	await look(members);
	const [after] = await access();
	expect([after?.rooms, after?.pin]).toEqual([['Room 102'], before[0]?.pin]);
});

describe('meeting rooms', () => {
	const rooms = [{ room: 'room-102', calendar: 'room@group.calendar.google.com' }];
	const [calendar] = rooms.map((room) => room.calendar) as [string];

	it('open for the member who booked, in the hours of the event, for one person of the service', async () => {
		calendars[calendar] = [
			meeting('e1', 'ada@example.com', 13, 14),
			meeting('e2', 'ada@example.com', 16, 17),
			meeting('e3', 'stranger@example.com', 14, 15),
			meeting('e4', 'ada@example.com', 18, 19, { status: 'tentative' }),
			{
				...meeting('e5', 'ada@example.com', 0, 0),
				start: { date: '2031-01-11' },
				end: { date: '2031-01-12' },
			},
		];
		await look([{ ...ADA }], rooms);
		await service.moveTo(BOOKED_AT + HOUR_MS / 4);
		await look([{ ...ADA }], rooms);
		const stays = await access();
		expect(
			stays.map(({ starts_at: start, ends_at: end }) =>
				[start, end].map((time) => Date.parse(String(time))),
			),
		).toEqual([
			[at(13), at(14)].map((time) => Date.parse(time)),
			[at(16), at(17)].map((time) => Date.parse(time)),
		]);
		const people = stays.map(({ access_grant: grant }) => (grant as IDataObject).user_identity_id);
		expect(new Set(people).size).toBe(1);
		const told = host
			.allEmails()
			.map(({ text }) => text)
			.join('\n');
		for (const { pin } of stays) expect(told).toContain(`${String(pin)} (Room 102, from `);
	});

	it('take the PIN that the member has, also for two bookings a day, where their locks do', async () => {
		const suite = { room: 'suite', calendar: 'suite@group.calendar.google.com' };
		calendars[calendar] = [meeting('e1', 'ada@example.com', 13, 14)];
		calendars[suite.calendar] = [meeting('e1', 'ada@example.com', 16, 17)];
		const members = [
			{ ...ADA, ...regular, days: 'Fri' },
			person(2, 'Bo', { ...regular, days: 'Fri' }),
		];
		expect(await look(members)).toBeUndefined();
		for (let times = 0; times < 3; times++) {
			expect(await look(members, [...rooms, suite])).toBeUndefined();
			await service.moveTo(service.now() + HOUR_MS / 4);
		}
		const stays = await access();
		const pinsOf = (name: string) =>
			stays.filter(({ guest_name: guest }) => guest === name).map(({ pin }) => pin);
		expect([pinsOf('Ada').length, new Set(pinsOf('Ada')).size]).toEqual([3, 1]);
		expect(pinsOf('Bo')).toEqual([expect.not.stringMatching(String(pinsOf('Ada')[0]))]);
		const told = host.allEmails().map(({ to, text }) => [to, String(text).match(/\(.+?,/g)]);
		expect(told.sort(([a], [b]) => String(a).localeCompare(String(b)))).toEqual([
			['ada@example.com', ['(Room 101,']],
			['ada@example.com', ['(Room 102,', '(Suite,']],
			['bo@example.com', ['(Room 101,']],
		]);
	});

	it('open for a new person with another booking of a room that is not there, which the host hears once a day', async () => {
		calendars[calendar] = [meeting('e1', 'ada@example.com', 20, 21)];
		for (let times = 0; times < 2; times++)
			await look([{ ...ADA, ...regular, room: 'room-999' }], rooms);
		expect((await access()).map(({ rooms: names }) => names)).toEqual([['Room 102']]);
		const told = host.allEmails();
		expect(told.map(({ to }) => to)).toContain('ada@example.com');
		expect(told.filter(({ to }) => to === HOST)).toMatchObject([
			{ subject: 'Office hours without access', text: expect.stringContaining('room-999') },
		]);
	});

	it('open on the days between the first and the last day of a member, which any row can have', async () => {
		calendars[calendar] = [10, 11, 12].map((day) =>
			meeting(`e${day}`, 'ada@example.com', 0, 0, {
				start: { dateTime: at(13, day) },
				end: { dateTime: at(14, day) },
			}),
		);
		const gone = { ...ADA, first_day: '2031-01-02', last_day: '2031-01-08' };
		await look([gone], rooms);
		expect([await access(), host.allEmails()]).toEqual([[], []]);
		const member = { ...ADA, id: 2, first_day: '2031-01-11', last_day: '2031-01-11' };
		await look([gone, member], rooms);
		expect(await daysOf()).toEqual(['2031-01-11']);
	});

	it('lose the access of an event that is canceled, and follow one that moves', async () => {
		calendars[calendar] = [
			meeting('e1', 'ada@example.com', 16, 17),
			meeting('e2', 'ada@example.com', 20, 21),
		];
		await look([{ ...ADA }], rooms);
		const [first] = await access();
		await service.moveTo(BOOKED_AT + HOUR_MS / 4);
		calendars[calendar] = [meeting('e1', 'ada@example.com', 17, 18)];
		await look([{ ...ADA }], rooms);
		const stays = await access();
		expect(stays.map(({ starts_at: start, pin }) => [Date.parse(String(start)), pin])).toEqual([
			[Date.parse(at(17)), first?.pin],
		]);
	});

	it('keep their access while a calendar cannot be read, members get theirs for more than three days, and the host hears it once a day', async () => {
		const members = [{ ...ADA, ...regular, days: '' }];
		const soon = meeting('e1', 'ada@example.com', 16, 17);
		const later = meeting('e2', 'ada@example.com', 16, 17, {
			start: { dateTime: at(16, 12) },
			end: { dateTime: at(17, 12) },
		});
		calendars[calendar] = [soon, later];
		await look(members, rooms);
		await service.moveTo(service.now() + HOUR_MS / 4);
		await look(members, rooms);
		const meetings = async () =>
			(await access()).filter(({ rooms: names }) => String(names) === 'Room 102').length;
		expect(await meetings()).toBe(2);
		const before = host.allEmails().length;
		calendars = {};
		for (let day = 0; day < 5; day++) {
			for (const credential of ['no credential', 'there'])
				expect(await look(members, rooms, credential)).toBeUndefined();
			if (day === 0) expect(await meetings()).toBe(2);
			await service.moveTo(service.now() + 24 * HOUR_MS);
		}
		expect(await daysOf()).toContain(new Date(service.now()).toISOString().slice(0, 10));
		const told = host.allEmails().slice(before);
		expect(told.filter(({ text }) => String(text).includes('room-102'))).toHaveLength(5);
	});
});

it('tells a person later what could not be sent, and the host once a day', async () => {
	const members = [{ ...ADA, ...regular }];
	host.inbox.refused.push('ada@example.com', HOST);
	expect(await look(members)).toEqual(expect.any(String));
	host.inbox.refused = [];
	await look(members);
	await look(members);
	expect(host.emails().map(({ to }) => to)).toEqual(['ada@example.com']);
});

describe('a row that cannot be read', () => {
	const bo = person(2, 'Bo', { ...regular, room: 'room-102' });
	const namesOf = async () => (await access()).map(({ guest_name: name }) => name);

	it('opens no door, and the host hears once a day whose it is', async () => {
		const wrongs: IDataObject[] = [
			{ last_day: '31.12.2030' },
			{ first_day: '1/31/2031' },
			{ days: 'mon fri' },
			{ days: 'Thu-Sat' },
			{ days: 'Mon\nThu..Sat' },
			{ from: null, until: null },
			{ email: null },
		];
		const rows = wrongs.map((wrong, index) =>
			person(index + 3, `Ada ${index}`, { ...regular, ...wrong }),
		);
		calendars['room@group.calendar.google.com'] = rows.map(({ id }, index) =>
			meeting(`e${id}`, `ada-${index}@example.com`, 16, 17),
		);
		const rooms = [{ room: 'suite', calendar: 'room@group.calendar.google.com' }];
		for (let times = 0; times < 2; times++)
			expect(await look([...rows, bo], rooms)).toBeUndefined();
		expect(await namesOf()).toEqual(['Bo']);
		const told = host.allEmails().filter(({ to }) => to === HOST);
		expect(told.map(({ text }) => text.match(/Ada \d/g))).toEqual([rows.map(({ name }) => name)]);
	});

	it('is none with days in another form', async () => {
		const forms = [' Mon Fri', 'Mon/Fri', 'Mon; Friday', 'Mon & Fri'];
		await look(forms.map((days, index) => person(index + 3, `Di ${index}`, { ...regular, days })));
		expect((await namesOf()).sort()).toEqual(forms.map((_, index) => `Di ${index}`));
		expect(host.allEmails().filter(({ to }) => to === HOST)).toEqual([]);
	});

	it('is none if it is empty, and access that is not wanted any more ends', async () => {
		const eve = person(4, 'Eve', { ...regular, days: 'Sat' });
		await look([bo, eve]);
		await service.moveTo(service.now() + 2 * HOUR_MS);
		await look([bo, { id: 5 }, { id: 6, name: '', email: '', room: '' }]);
		expect(await namesOf()).toEqual(['Bo']);
		expect(host.allEmails().filter(({ to }) => to === HOST)).toEqual([]);
	});

	it('keeps its access until it is corrected', async () => {
		// Another person: n8n remembers changes of Ada's stays that an earlier test made on later days.
		const cy = person(7, 'Cy', { ...regular, days: '' });
		for (let times = 0; times < 2; times++) {
			expect(await look([cy, bo])).toBeUndefined();
			await service.moveTo(service.now() + HOUR_MS / 4);
		}
		const before = await namesOf();
		expect(before.filter((name) => name === 'Cy')).toHaveLength(3);
		await service.moveTo(service.now() + 2 * HOUR_MS);
		await look([{ ...cy, last_day: '31.12.2030' }, bo]);
		expect(await namesOf()).toEqual(before);
		await look([{ ...cy, last_day: '2030-12-31' }, bo]);
		expect(await namesOf()).not.toEqual(before);
	});
});

it('tells the others once if one address is refused, and gives the host that PIN', async () => {
	await service.moveTo(BOOKED_AT);
	const members = ['a@example.com', 'b@refused.example', 'c@example.com'].map((email, index) => ({
		...ADA,
		...regular,
		id: index + 1,
		name: `Member ${index}`,
		email,
		room: ['room-101', 'room-102', 'suite'][index],
	}));
	expect(await look(members)).toBeUndefined();
	await look(members);
	const [pin] = (await access())
		.filter(({ guest_name: name }) => name === 'Member 1')
		.map((json) => json.pin);
	expect(
		host
			.allEmails()
			.map(({ to }) => to)
			.filter((to) => to !== HOST)
			.sort(),
	).toEqual(['a@example.com', 'c@example.com']);
	expect(host.inbox.refusals).toEqual(['b@refused.example', 'b@refused.example']);
	expect(host.allEmails().filter(({ to }) => to === HOST)).toMatchObject([
		{ text: expect.stringContaining(String(pin)) },
	]);
});

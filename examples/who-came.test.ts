import { hotel } from '../sandbox/fixtures/hotel';
import { useExample } from '../test/support/example/useExample';
import { withShortWaits } from '../test/support/example/withShortWaits';
import {
	ARRIVAL_AT,
	DAY_MS,
	DEPARTURE_AT,
	HOUR_MS,
	iso,
	useMovedHotel,
} from '../test/support/service/movedHotel';

const { frontDoor, room103 } = hotel.devices;
const service = useMovedHotel();
const host = useExample('who-came.json', service, withShortWaits);

const COUNTED = { stay_key: 'reservation:4711', guest: 'Guest 4711', rooms: 'Suite', hours: '46' };
const visits = () => host.rows('Visits');
const book = async (changes = {}, options = {}) =>
	await service.whileTimePasses(service.upsert(changes, options));
async function comes(pin: unknown) {
	await service.moveTo(ARRIVAL_AT + HOUR_MS);
	await service.typeIn(frontDoor, pin);
	await service.moveTo(ARRIVAL_AT + 47 * HOUR_MS);
	await service.typeIn(room103, pin);
}

it('a stay gets its row from its beginning on: who came, when, and for how many hours', async () => {
	const { pin } = await book();
	await host.run('Every hour');
	expect(visits()).toEqual([]);
	await service.moveTo(ARRIVAL_AT + HOUR_MS / 2);
	await host.run('Every hour');
	expect(visits()).toMatchObject([{ guest: 'Guest 4711', first_opening: null }]);
	await comes(pin);
	for (let count = 0; count < 2; count += 1) await host.run('Every hour');
	expect(visits()).toEqual([
		expect.objectContaining({ ...COUNTED, first_opening: expect.stringContaining('2031') }),
	]);
});

it('a guest who gets another PIN, and then leaves early, is in the list, with the hours until then', async () => {
	const { pin } = await book();
	await comes(pin);
	await host.run('Every hour');
	await service.whileTimePasses(
		service.run('reservation.changePin', { reservationKey: '4711', options: {} } as never),
	);
	await host.run('Every hour');
	expect(visits()).toMatchObject([COUNTED]);
	await service.whileTimePasses(
		service.run('reservation.delete', { reservationKey: '4711' } as never),
	);
	await host.run('Every hour');
	expect(visits()).toEqual([expect.objectContaining(COUNTED)]);
});

it('a booking that is canceled before anybody came is no visit', async () => {
	await book();
	await service.moveTo(ARRIVAL_AT + HOUR_MS);
	await host.run('Every hour');
	await service.whileTimePasses(
		service.run('reservation.delete', { reservationKey: '4711', options: {} } as never),
	);
	await service.moveTo(service.now() + HOUR_MS);
	await host.run('Every hour');
	expect(visits()).toEqual([]);
});

it('hours that the desk gives before or after a stay are no other guest', async () => {
	await book();
	const times = { arrival: iso(DEPARTURE_AT), departure: iso(DEPARTURE_AT + 4 * HOUR_MS) };
	await book({ id: 'reservation:4711/longer', ...times }, { keyPrefix: 'desk:' });
	await service.moveTo(DEPARTURE_AT + 3 * HOUR_MS);
	await host.run('Every hour');
	expect(visits()).toEqual([]);
});

it('a guest who opened no door is in the list without a time, also if the service was down at the last look, and no name is a formula or a tag', async () => {
	await book({ guest: '=1+1<b>' });
	await service.moveTo(ARRIVAL_AT + HOUR_MS);
	await host.run('Every hour');
	await service.moveTo(DEPARTURE_AT - HOUR_MS / 2);
	service.sandbox.faults.always('*', { kind: 'outage' });
	expect((await host.execute('Every hour')).error()).toBeDefined();
	service.sandbox.faults.clear();
	await service.moveTo(DEPARTURE_AT + HOUR_MS / 2);
	await host.run('Every hour');
	expect(visits()).toMatchObject([{ guest: "'1+1'b>", first_opening: null, hours: null }]);
});

it('the month is one email: a page to print, and a file', async () => {
	const { pin } = await book();
	await comes(pin);
	await service.moveTo(DEPARTURE_AT - HOUR_MS);
	await host.run('Every hour');
	await service.moveTo(Date.parse('2031-02-01T08:00:00.000Z'));
	await host.run('Every month');
	const [email] = host.inbox.emails;
	const [file] = email?.attachments ?? [];
	expect(email?.subject).toBe('Who came: stays that ended last month');
	expect(String(email?.html)).toMatch(/<table.*Guest 4711.*46/s);
	expect([file?.filename, String(file?.content)]).toEqual([
		'who-came.csv',
		expect.stringMatching(/guest,rooms,first_opening,hours\s+Guest 4711,Suite,.*,46/),
	]);
	await service.moveTo(Date.parse('2031-03-01T08:00:00.000Z'));
	await host.run('Every month');
	expect(host.inbox.emails).toHaveLength(1);
});

it('times and months are those of the time zone of the workflow', async () => {
	const timezone = 'Pacific/Auckland';
	const as = { ...host.example, settings: { ...host.example.settings, timezone } };
	const { pin } = await book({ departure: '2031-01-31T21:00:00.000Z' });
	await comes(pin);
	await service.moveTo(Date.parse('2031-01-31T20:00:00.000Z'));
	await host.run('Every hour', { as });
	expect(visits()).toMatchObject([{ first_opening: expect.stringMatching(/^Jan 21, 2031, 2:00/) }]);
	await service.moveTo(Date.parse('2031-02-28T18:00:00.000Z'));
	await host.run('Every month', { as });
	expect(host.inbox.emails).toHaveLength(1);
});

it('rows are kept as long as Settings say', async () => {
	const old = { stay_key: 'a:1', ends_at: new Date(service.now() - 31 * DAY_MS).toISOString() };
	host.fill('Visits', [old]);
	await host.run('Every hour');
	expect(visits()).toHaveLength(1);
	host.enter({ keep_visits_days: '30' });
	await host.run('Every hour');
	expect(visits()).toEqual([]);
});

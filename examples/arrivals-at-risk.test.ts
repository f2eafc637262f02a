import type { IDataObject } from 'n8n-workflow';
import type { Example } from '../host/n8n/readExample';
import { hotel } from '../sandbox/fixtures/hotel';
import { FAILING_SENDS, withFailingSend } from '../test/support/example/failingSends';
import { HOST, useExample } from '../test/support/example/useExample';
import { BOOKED_AT, DAY_MS, HOUR_MS, iso, useMovedHotel } from '../test/support/service/movedHotel';

const { frontDoor, room103 } = hotel.devices;
const service = useMovedHotel();
const host = useExample('arrivals-at-risk.json', service);
const { example } = host;

const table = host.rows;
const spares = () => table('Spare PINs');

type Start = 'Every 30 minutes' | 'Every hour' | 'Access at risk';

const execute = async (start: Start, as?: Example) => await host.execute(start, { as });

/** One check that must succeed: the emails that it sent. */
async function check(start: Start = 'Every 30 minutes') {
	host.emails();
	await host.run(start);
	return host.emails();
}
const subjects = async (start?: Start) => (await check(start)).map(({ subject }) => subject);

const SUITE = [frontDoor, room103];
const setOnline = async (isOnline: boolean) => {
	for (const lock of SUITE) await service.setOnline(lock, isOnline);
};
/** A guest who arrives in so many hours, at locks that are offline before they have the PIN. */
async function bookOffline(hours: number, changes: IDataObject = {}, options = {}) {
	await setOnline(false);
	return await service.whileTimePasses(
		service.upsert(
			{ arrival: iso(service.now() + hours * HOUR_MS), ...changes },
			{ keyPrefix: 'hostaway:', ...options },
		),
	);
}
const later = async (ms: number) => await service.moveTo(service.now() + ms);
const HALF_AN_HOUR = HOUR_MS / 2;

describe('an arrival at risk', () => {
	it('is told once, whatever starts the check, with what to do, when it is well, and when it comes back', async () => {
		await bookOffline(20);
		const [first, ...others] = await check('Access at risk');
		expect([first?.to, others]).toEqual([HOST, []]);
		expect(first?.subject).toMatch(/^At risk: Guest 4711 \(Suite, reservation 4711\)$/);
		expect(first?.text).toMatch(
			/^[^\n]*offline[^\n]*\nWhat to do: \S[^\n]*\nGuest 4711, Suite, from [^\n]+, reservation 4711$/m,
		);
		for (const start of ['Every 30 minutes', 'Access at risk'] as const)
			expect(await subjects(start)).toEqual([]);
		await setOnline(true);
		await later(HALF_AN_HOUR);
		const [well] = await check();
		expect([well?.subject, well?.text]).toEqual([
			'Resolved: Guest 4711 (Suite, reservation 4711)',
			expect.stringContaining("You don't have to do anything."),
		]);
		await later(HALF_AN_HOUR);
		expect(await subjects()).toEqual([]);
		const another = { id: '4712', guest: 'Guest 4712', departure: iso(BOOKED_AT + DAY_MS) };
		await bookOffline(20, another);
		const again = await subjects();
		expect(again).toEqual([expect.stringMatching(/^At risk/)]);
		for (const emptied of ['', null]) {
			for (const row of table('Arrivals at risk')) row.told = emptied;
			expect([await subjects(), await subjects()]).toEqual([again, []]);
		}
	});

	it('is no news while all is well, more than three days away, or when the lock already has the PIN', async () => {
		await service.whileTimePasses(service.upsert({ arrival: iso(BOOKED_AT + 20 * HOUR_MS) }));
		await later(HOUR_MS);
		await setOnline(false);
		expect(await subjects()).toEqual([]);
		await bookOffline(80, { id: '4712' });
		expect(await subjects()).toEqual([]);
	});

	it('is described by what is known of it: a booking without a name, and access without an end', async () => {
		await bookOffline(20, { guest: '', departure: iso(service.now() + 30 * HOUR_MS) });
		await service.run('accessGrant.create', {
			person: 'new',
			newUserIdentity: { fullName: 'Ada' },
			requestedAccessMethods: { method: [{ mode: 'code' }] },
			spaceIds: { space: [{ spaceId: { __rl: true, mode: 'id', value: hotel.spaces.suite } }] },
			additionalFields: {
				startsAt: iso(service.now() + 40 * HOUR_MS),
				accessGrantKey: 'hostaway:4712',
			},
		});
		const [mail, ...others] = await check();
		expect([mail?.subject, others]).toEqual([expect.stringMatching(/^At risk: 2 arrivals, /), []]);
		expect(mail?.text).toMatch(
			/^Suite, from [^\n]+, to [^\n]+, reservation 4711\nAda, Suite, from [^\n]+, reservation 4712$/m,
		);
		await service.run('reservation.delete', {
			reservationKey: '4712',
			options: { keyPrefix: 'hostaway:' },
		});
		await setOnline(true);
		await later(HALF_AN_HOUR);
		const [well] = await check();
		expect([well?.subject, well?.text]).toEqual([
			'Resolved: (Suite, reservation 4711)',
			expect.stringMatching(/^Suite, from [^\n]+, to [^\n]+, reservation 4711$/m),
		]);
	});

	it('ends in silence when the stay is canceled', async () => {
		await bookOffline(20);
		expect(await subjects()).toHaveLength(1);
		await service.whileTimePasses(
			service.upsert({ status: 'cancelled' }, { keyPrefix: 'hostaway:' }),
		);
		await later(HALF_AN_HOUR);
		expect([await subjects(), table('Arrivals at risk')]).toEqual([[], []]);
	});

	it('is told once if another check tells it after this one read what was told', async () => {
		await bookOffline(20);
		host.fill('Arrivals at risk', []);
		host.tables.table('Arrivals at risk').afterRead = async () => await host.run('Access at risk');
		await host.run('Every 30 minutes');
		expect(host.inbox.emails).toHaveLength(1);
	});
});

describe('a check that fails', () => {
	it('says nothing to be well, and the watch goes on', async () => {
		await bookOffline(20);
		expect(await subjects()).toHaveLength(1);
		service.sandbox.faults.always('*', { kind: 'unauthorized' });
		for (let count = 0; count < 2; count += 1) {
			await later(HALF_AN_HOUR);
			// "Something failed" tells the host of an execution that fails.
			expect((await execute('Every 30 minutes')).status).toBe('error');
		}
		service.sandbox.faults.clear();
		expect(host.inbox.emails).toHaveLength(1);
		await setOnline(true);
		await later(HALF_AN_HOUR);
		expect((await subjects()).join()).toMatch(/^Resolved/);
	});

	it('is told once if only the stay cannot be read', async () => {
		await bookOffline(20);
		expect(await subjects()).toHaveLength(1);
		await setOnline(true);
		const told = [];
		for (let count = 0; count < 3; count += 1) {
			await later(HALF_AN_HOUR);
			service.sandbox.faults.always('/access_grants/get', { kind: 'status', status: 503 });
			told.push(...(await subjects()));
		}
		service.sandbox.faults.clear();
		expect(told).toEqual([expect.stringMatching(/^Not checked: Guest 4711/)]);
		expect((await subjects()).join()).toMatch(/^Resolved: Guest 4711/);
	});
});

describe('an email that is not sent', () => {
	it.each(Object.keys(FAILING_SENDS))(
		'fails the execution, counts as not told, and is sent at a later check: a node that %s',
		async (how) => {
			await bookOffline(5);
			await check('Every hour');
			const failed = await execute('Every 30 minutes', withFailingSend(example, 'Email', how));
			expect([failed.status, host.inbox.emails.length]).toEqual(['error', 0]);
			expect(table('Arrivals at risk').map(({ told }) => told ?? '')).toEqual(['']);
			expect(await subjects()).toHaveLength(1);
			await later(HALF_AN_HOUR);
			expect(await subjects()).toEqual([]);
		},
	);

	it('of which nobody knows whether it was sent comes once more, and not before the first execution is over', async () => {
		await bookOffline(20);
		const stopped = structuredClone(example);
		for (const node of stopped.nodes)
			if (node.name === 'Record what was told') node.parameters.dataTableId = 'none';
		expect((await execute('Access at risk', stopped)).status).toBe('error');
		expect(host.inbox.emails).toHaveLength(1);
		expect(await subjects()).toEqual([]);
		await later(HALF_AN_HOUR);
		expect(await subjects()).toHaveLength(1);
		await later(HALF_AN_HOUR);
		expect(await subjects()).toEqual([]);
	});
});

describe('a spare PIN', () => {
	/** The PIN of the room in an email. */
	const pinIn = (text = '') => /^Spare PIN of Suite: (\d+)$/m.exec(text)?.[1];
	const grants = async () =>
		(await service.run('accessGrant.getAll', { returnAll: true, output: 'raw' })).items
			.map(({ json }) => json)
			.filter(({ access_grant_key: key }) => String(key).startsWith('spare:'));
	const inSuite = () => spares().find(({ room }) => room === 'Suite') ?? {};

	beforeEach(async () => {
		await check('Every hour');
		await later(HOUR_MS);
	});

	it('is on the locks of every room, comes in the same email as the problem, opens the door, and is replaced in the hour after the stay', async () => {
		await check('Every hour');
		expect(spares().map(({ room }) => room)).toEqual(['Room 101', 'Room 102', 'Suite', 'Parking']);
		expect((await grants()).map(({ ends_at: end }) => end)).toEqual([null, null, null, null]);
		const departure = iso(service.now() + 30 * HOUR_MS);
		await bookOffline(5, { departure });
		const [mail, ...others] = await check();
		expect([mail?.subject, others]).toEqual(['At risk: Guest 4711 (Suite, reservation 4711)', []]);
		expect(await service.opens(room103, pinIn(mail?.text))).toBe(true);

		const { spare_key: given } = inSuite();
		await service.moveTo(Date.parse(departure) - HOUR_MS);
		await check('Every hour');
		expect(inSuite().spare_key).toBe(given);
		await setOnline(true);
		await service.moveTo(Date.parse(departure) + HOUR_MS);
		await check('Every hour');
		await later(HOUR_MS);
		expect(inSuite().spare_key).not.toBe(given);
		expect(inSuite().given_to ?? '').toBe('');
		const keys = (await grants()).map(({ access_grant_key: key }) => key);
		expect(keys).toContain(inSuite().spare_key);
		expect(keys).not.toContain(given);
	});

	it('comes six hours before the arrival, when the problem was told before, to the host alone', async () => {
		await bookOffline(20);
		expect(pinIn((await check())[0]?.text)).toBeUndefined();
		await later(15 * HOUR_MS);
		expect(pinIn((await check())[0]?.text)).toMatch(/^\d+$/);
		await later(4.5 * HOUR_MS);
		expect(await check()).toEqual([]);
		expect(new Set(host.allEmails().map(({ to }) => to))).toEqual(new Set([HOST]));
	});

	describe('with "guest" in spare_pin_to of Settings', () => {
		const ADA = 'ada@example.com';
		const prepare = async (hours: number, changes: IDataObject = { contact: ADA }) => {
			host.enter({ spare_pin_to: 'Guest ' });
			await bookOffline(hours, { departure: iso(service.now() + 60 * HOUR_MS), ...changes });
		};

		it('goes to the guest an hour before the arrival, once, after the host has heard of it', async () => {
			await prepare(5);
			const [told] = await check();
			await later(3.5 * HOUR_MS);
			expect(await check()).toEqual([]);
			await later(HOUR_MS);
			const pin = pinIn(told?.text);
			expect(await check()).toEqual([
				{ to: ADA, subject: 'Another PIN for Suite', text: expect.stringContaining(`: ${pin}`) },
			]);
			await service.typeIn(room103, pin);
			expect(await check()).toEqual([]);
			expect(inSuite().guest_told).toBe('yes');
		});

		it('names the room of each PIN of a stay in several rooms', async () => {
			await prepare(0.5, { rooms: 'room-102, suite', contact: ADA });
			const emails = (await check()).filter(({ to }) => to === ADA);
			expect(emails.map(({ subject }) => subject).sort()).toEqual([
				'Another PIN for Room 102',
				'Another PIN for Suite',
			]);
			for (const { subject, text } of emails)
				expect(text).toContain(`the lock of ${subject.replace('Another PIN for ', '')} may`);
		});

		it('comes after the email to the host, and to the host if the booking has no address', async () => {
			await prepare(0.5, { contact: '' });
			const emails = await check();
			expect(emails.map(({ to, subject }) => [to, subject.split(':')[0]])).toEqual([
				[HOST, 'At risk'],
				[HOST, 'Please pass on'],
			]);
			expect(emails[1]?.text).toContain(String(pinIn(emails[0]?.text)));
		});

		it('fails the execution as long as the address refuses it', async () => {
			await prepare(0.5, { contact: 'refused@example.com' });
			host.emails();
			const run = await execute('Every 30 minutes');
			expect([run.error()?.message, host.emails().map(({ to }) => to)]).toEqual([
				expect.stringMatching(/^Guest 4711 did not get the spare PIN/),
				[HOST],
			]);
			expect(inSuite().guest_told ?? '').toBe('');
		});
	});

	it('is given to one stay only, and recorded before an email has it', async () => {
		await bookOffline(-1, { departure: iso(service.now() + 2 * HOUR_MS) });
		await execute('Every 30 minutes', withFailingSend(example, 'Email', 'is refused'));
		expect([inSuite().given_to, host.inbox.emails]).toEqual([expect.stringMatching(/\S/), []]);
		await bookOffline(3, { id: '4712', guest: 'Guest 4712' });
		await later(HALF_AN_HOUR);
		const [mail] = await check();
		expect(mail?.text.match(/Spare PIN of/g)).toHaveLength(1);
		expect(mail?.text).toMatch(/Spare PIN of Suite: \d+\nWhat to do: [^\n]+\nGuest 4711,/);
	});

	it('is not offered while it is not on every lock of the room', async () => {
		await service.setOnline(frontDoor, false);
		host.fill('Spare PINs', []);
		await check('Every hour');
		await later(HOUR_MS);
		await bookOffline(3);
		expect((await check()).map(({ text }) => pinIn(text))).toEqual([undefined]);
	});
});

import type { IDataObject } from 'n8n-workflow';
import { type Example, withSetting } from '../host/n8n/readExample';
import { startHttpServer } from '../host/process/httpServer';
import { hotel } from '../sandbox/fixtures/hotel';
import { FAILING_SENDS, withFailingSend } from '../test/support/example/failingSends';
import { byId } from '../test/support/service/hotelSandbox';
import { inRows } from '../test/support/service/inRows';
import { succeeded } from '../test/support/example/deliver';
import { type ExampleRun, HOST, useExample } from '../test/support/example/useExample';
import { usePolledEvents } from '../test/support/example/usePolledEvents';
import { withShortWaits } from '../test/support/example/withShortWaits';
import {
	ARRIVAL_AT,
	DAY_MS,
	DEPARTURE_AT,
	HOUR_MS,
	iso,
	useMovedHotel,
} from '../test/support/service/movedHotel';

const { frontDoor, room101, room103, meetingRoom } = hotel.devices;
const service = useMovedHotel();
const host = useExample('door-events.json', service, withShortWaits);
const { example } = host;
const openings = usePolledEvents(host, 'Door opened', service);

/** A PIN that somebody else made, on the lock of Room 103. */
const UNMANAGED = '1031';
const UNMANAGED_101 = '1011';

/** An execution with the openings since the last one, or the one that sends what failed. */
async function execute(
	as: Example = example,
	start: 'Door opened' | 'Every 15 minutes' = 'Door opened',
): Promise<ExampleRun> {
	const items = start === 'Door opened' ? await openings() : undefined;
	return await host.execute(start, { as, items });
}

async function told(...given: Parameters<typeof execute>) {
	succeeded(await execute(...given));
	return host.emails();
}
/** The subjects of the alarms, and who opened. */
const alarms = async (...given: Parameters<typeof execute>) =>
	(await told(...given)).flatMap(({ subject, text }) => {
		const who = [...text.matchAll(/^Opened by: (.*)$/gm)].map(([, name]) => name);
		return subject.split('; ').map((one, index) => [one, who[index]]);
	});
const OPENED = expect.stringMatching(/^Room 103 was opened/);

const lock = async (device: string) =>
	await service.whileTimePasses(service.run('device.lock', { deviceId: byId(device) }));
const unlock = async (device: string) =>
	await service.whileTimePasses(service.run('device.unlock', { deviceId: byId(device) }));
/** Opens the door, which locks itself behind the person. */
async function open(device: string, pin: unknown) {
	await service.typeIn(device, pin);
	await lock(device);
}
/** Gives access to Room 103 and the front door. */
const book = async (changes: IDataObject = {}, options = {}) =>
	await service.whileTimePasses(service.upsert(changes, options));

/** A guest of Room 103 and the front door opens the latter, an hour after the arrival. */
async function arrives(options = {}) {
	const { pin } = await book({}, options);
	await service.moveTo(ARRIVAL_AT + HOUR_MS);
	await open(frontDoor, pin);
	return pin;
}
const ARRIVED = 'Guest 4711 has arrived: Suite';

/** Gives somebody access to Room 103 that is no stay. */
async function give(name: string, pin: string, additionalFields: IDataObject = {}) {
	const { items } = await service.whileTimePasses(
		service.run('accessGrant.create', {
			person: 'new',
			newUserIdentity: { fullName: name },
			requestedAccessMethods: { method: [{ mode: 'code', code: pin }] },
			deviceIds: inRows('device', room103),
			additionalFields: { name, ...additionalFields },
			options: { waitUntilIssued: true },
		} as never),
	);
	expect(items).toHaveLength(1);
}
const laterThanTheMark = async () => await service.moveTo(service.now() + HOUR_MS / 2);

describe('a guest who arrives', () => {
	it('is told once for each stay, not of staff, with one look-up of each PIN and person', async () => {
		const { pin } = await book();
		await service.moveTo(ARRIVAL_AT + HOUR_MS);
		const before = service.bodies('/user_identities/get').length;
		for (const code of [UNMANAGED, pin, pin]) await open(room103, code);
		await service.moveTo(ARRIVAL_AT + 2 * HOUR_MS);
		await open(frontDoor, pin);
		expect(await told()).toEqual([
			{
				to: HOST,
				subject: ARRIVED,
				text: expect.stringMatching(
					/^Guest 4711 first opened a door on January 20, .* Last opened: Room 103\.$/,
				),
			},
		]);
		expect(service.bodies('/user_identities/get').length - before).toBe(1);
		await service.moveTo(ARRIVAL_AT + 3 * HOUR_MS);
		await open(frontDoor, pin);
		expect(await told()).toEqual([]);
	});

	it('is told of the stays whose prefixes Settings name, and no others', async () => {
		host.enter({ key_prefixes: 'hostaway: my:' });
		const other = await book({ id: '4712', rooms: 'room-101' }, { keyPrefix: 'desk:' });
		await arrives({ keyPrefix: 'my:' });
		await open(room101, other.pin);
		expect((await told()).map(({ subject }) => subject)).toEqual([ARRIVED]);
		expect(host.rows('Door events').map((row) => row.reservation)).toEqual(['4711']);
	});

	it('is told once, with the reservation of the stay, if the desk gives hours before and after it', async () => {
		const { pin } = await book({}, { keyPrefix: 'hostaway:' });
		const hours = async (which: string, fromMs: number) =>
			await book(
				{
					id: `hostaway:4711/${which}`,
					arrival: iso(fromMs),
					departure: iso(fromMs + 4 * HOUR_MS),
				},
				{ keyPrefix: 'desk:', waitUntilIssued: true },
			);
		const subjects = [];
		for (const [opensAt, opener] of [
			[ARRIVAL_AT - HOUR_MS, await hours('earlier', ARRIVAL_AT - 4 * HOUR_MS)],
			[ARRIVAL_AT + HOUR_MS, { pin }],
			[DEPARTURE_AT + HOUR_MS, await hours('longer', DEPARTURE_AT)],
		] as const) {
			await service.moveTo(opensAt);
			await open(frontDoor, opener.pin);
			subjects.push(...(await told()).map(({ subject }) => subject));
		}
		expect(subjects).toEqual([ARRIVED]);
		expect(host.rows('Door events').map((row) => row.reservation)).toEqual(['4711']);
	});

	it('is told even if the stay cannot be read', async () => {
		await arrives();
		service.sandbox.faults.always('/access_grants/get_related', { kind: 'unauthorized' });
		await execute();
		expect(host.emails().map(({ subject }) => subject)).toEqual(['Guest 4711 has arrived']);
	});
});

it('the booking system hears of each arrival once, and again for as long as it refuses it, whatever it says of others', async () => {
	let status: number;
	const pms = await startHttpServer(({ path }) => ({
		status: path.endsWith('/unknown') ? 404 : status,
		body: 'ok',
	}));
	const changed = withSetting(example, 'Booking system', 'address', `${pms.url}/v1/reservations`);
	const other = await book({ id: 'unknown', rooms: 'room-101' });
	await arrives();
	await open(room101, other.pin);
	const heard = [];
	for (const [start, answer] of [
		['Door opened', 503],
		['Every 15 minutes', 200],
		['Every 15 minutes', 200],
	] as const) {
		status = answer;
		pms.requests.length = 0;
		expect((await execute(changed, start)).status).toBe('error');
		const own = pms.requests.filter(({ path }) => path.endsWith('/4711'));
		heard.push(own.map(({ path, body }) => [path, JSON.parse(body) as IDataObject]));
	}
	await pms.stop();
	const said = [
		'/v1/reservations/4711',
		{ status: 'checked_in', arrivedAt: iso(ARRIVAL_AT + HOUR_MS) },
	];
	expect(heard).toEqual([[said, said, said, said, said], [said], []]);
	expect(host.emails()).toHaveLength(1);
	expect(host.rows('Door events').map((row) => Boolean(row.passed_on_at))).toEqual([true, false]);
});

describe('an empty room', () => {
	it('is told once with who opened it, also without a time zone in Settings, and of nobody who may be there', async () => {
		host.enter({ time_zone: 'Berlin' });
		await open(room103, UNMANAGED);
		const first = await alarms();
		expect(first).toEqual([[OPENED, expect.stringMatching(/\S.* \(keycode\)$/)]]);
		await open(room103, UNMANAGED);
		const name = String(first[0]?.[1]).replace(' (keycode)', '');
		expect(
			await alarms(withSetting(example, 'Opening', 'no_alarm_for', `Somebody, ${name}`)),
		).toEqual([]);

		const { pin } = await book();
		await service.moveTo(ARRIVAL_AT + HOUR_MS);
		for (const [door, code] of [
			[room103, pin],
			[room103, UNMANAGED],
			[frontDoor, pin],
		] as const)
			await open(door, code);
		await unlock(room103);
		await lock(room103);
		expect((await told()).map(({ subject }) => subject)).toEqual([ARRIVED]);

		await service.moveTo(ARRIVAL_AT + 4 * DAY_MS);
		await open(room103, UNMANAGED);
		expect(await alarms()).toHaveLength(1);
	});

	it('is quiet while a cleaner may be there, and not after', async () => {
		const { pin } = await book({}, { keyPrefix: 'cleaning:' });
		await service.moveTo(ARRIVAL_AT + HOUR_MS);
		await open(room103, pin);
		await open(room103, UNMANAGED);
		expect(await alarms()).toEqual([]);
		await service.moveTo(ARRIVAL_AT + 4 * DAY_MS);
		await open(room103, UNMANAGED);
		expect(await alarms()).toEqual([[OPENED, expect.any(String)]]);
	});

	it('is quiet about staff who open, whose lasting access says nothing about others', async () => {
		await give('Housekeeping', '8101');
		await open(room103, '8101');
		await service.whileTimePasses(
			service.run('accessCode.create', { deviceId: byId(room103), code: '8102' }),
		);
		await open(room103, '8102');
		expect(await alarms()).toEqual([]);
		await open(room103, UNMANAGED);
		await unlock(room103);
		await lock(room103);
		expect(await alarms()).toEqual([
			[OPENED, expect.any(String)],
			[OPENED, 'not known (remote)'],
		]);
		// A spare PIN is for a guest.
		await give('Spare PIN of Room 103', '8103', { endsAt: iso(ARRIVAL_AT + 30 * DAY_MS) });
		await open(room103, '8103');
		expect(await alarms()).toEqual([[OPENED, 'Spare PIN of Room 103 (keycode)']]);
	});

	it('is told once if its door stays unlocked for 15 minutes, unless somebody may be there', async () => {
		await unlock(meetingRoom);
		await unlock(meetingRoom);
		await open(room101, UNMANAGED_101);
		const found = await alarms();
		expect(found.filter(([subject]) => /unlocked/.test(String(subject)))).toEqual([
			[expect.stringMatching(/^Meeting Room stays unlocked/), 'not known (remote)'],
		]);
		const { pin } = await book();
		await service.moveTo(ARRIVAL_AT + HOUR_MS);
		await service.typeIn(room103, pin);
		expect((await told()).map(({ subject }) => subject)).toEqual([ARRIVED]);
	});

	it('fails, so that the host can look, if nobody knows who may be there', async () => {
		await open(room103, UNMANAGED);
		service.sandbox.faults.always('/access_codes/list', { kind: 'unauthorized' });
		expect([(await execute()).status, host.emails()]).toEqual(['error', []]);
	});
});

describe('noise', () => {
	/** What the service says of a sensor in the suite. */
	const noise = (decibels = 75): IDataObject => ({
		event_type: 'noise_sensor.noise_threshold_triggered',
		device_id: room103,
		device_name: 'Sensor of the Suite',
		noise_level_decibels: decibels,
	});
	const set = (...settings: Array<[field: string, value: number]>) =>
		settings.reduce((as, [field, value]) => withSetting(as, 'Noise', field, value), example);
	const always = set(['quiet_hours', 24]);
	async function hear(as = always, item = noise()) {
		succeeded(await host.execute('Noise heard', { as, items: [item] }));
		return host.emails().map(({ to, subject }) => [to, subject]);
	}

	it('asks only the guest of the room, once for each stay, and tells the host once if it goes on', async () => {
		await book();
		const neighbor = { id: '4712', guest: 'Bob Stone', contact: 'bob@example.com' };
		await book({ ...neighbor, rooms: 'room-101' });
		await service.moveTo(ARRIVAL_AT + HOUR_MS);
		const asked = [['guest-4711@example.com', 'Please be quieter in Suite']];
		expect([await hear(), await hear()]).toEqual([asked, []]);
		await laterThanTheMark();
		const told = [[HOST, 'Sensor of the Suite hears noise']];
		expect([await hear(), await hear()]).toEqual([told, []]);
	});

	it('where nobody stays is told at once, for each room, and once a day', async () => {
		const told = (door: string) => [[HOST, `Sensor of ${door} hears noise`]];
		const other = { ...noise(), device_id: room101, device_name: 'Sensor of Room 101' };
		expect([await hear(), await hear(always, other), await hear()]).toEqual([
			told('the Suite'),
			told('Room 101'),
			[],
		]);
		await service.moveTo(service.now() + 2 * DAY_MS);
		expect(await hear()).toEqual(told('the Suite'));
	});

	/** As the note says how: two nodes are connected, and one is deleted. */
	function tellingHostFirst(of: Example): Example {
		const edited = structuredClone(of);
		edited.nodes = edited.nodes.filter(({ name }) => name !== 'Not heard before');
		delete edited.connections['Not heard before'];
		const outputs = edited.connections['Is somebody there?']?.main ?? [];
		const kept = (outputs[0] ?? []).filter(({ node }) => node !== 'Not heard before');
		outputs[0] = [...kept, { node: 'Noise to tell', type: 'main', index: 0 }];
		return edited;
	}

	it('is told to the host first, once for each stay, if the host wants that', async () => {
		await book();
		await service.moveTo(ARRIVAL_AT + HOUR_MS);
		const hostFirst = tellingHostFirst(always);
		const told = [[HOST, 'Sensor of the Suite hears noise']];
		expect([await hear(hostFirst), await hear(hostFirst)]).toEqual([told, []]);
	});

	it('counts in quiet hours, also over midnight, and from a threshold on', async () => {
		const heard = async (as: Example, item?: IDataObject) =>
			(await host.run('Noise heard', { as, items: [item ?? noise()] })).json('Loud in quiet hours')
				.length;
		expect([await heard(always, noise(59)), await heard(always, noise(60))]).toEqual([0, 1]);
		let count = 0;
		for (let hour = 0; hour < 24; hour += 3) {
			count += await heard(example);
			await service.moveTo(service.now() + 3 * HOUR_MS);
		}
		expect(count).toBe(3);
	});

	it('that is reported more than half an hour later asks nobody, who may not have been there', async () => {
		await book();
		await service.moveTo(ARRIVAL_AT + 11 * HOUR_MS);
		const at = (ms: number) => ({ ...noise(), occurred_at: iso(ms), created_at: iso(ms) });
		expect(await hear(always, at(ARRIVAL_AT - HOUR_MS))).toEqual([]);
		expect(await hear(always, at(service.now() - HOUR_MS / 3))).toHaveLength(1);
	});

	it('asks again if the email to the guest failed, and the execution fails', async () => {
		await book();
		await service.moveTo(ARRIVAL_AT + HOUR_MS);
		host.inbox.refused.push('guest-4711@example.com');
		const { status } = await host.execute('Noise heard', { as: always, items: [noise()] });
		host.inbox.refused.pop();
		expect([status, host.rows('Door events')]).toEqual(['error', []]);
		expect(await hear()).toHaveLength(1);
	});
});

describe('an email that is not sent', () => {
	it.each(Object.keys(FAILING_SENDS))(
		'fails the execution, and is sent later, once: a node that %s',
		async (how) => {
			const pin = await arrives();
			expect((await execute(withFailingSend(example, 'Email', how))).status).toBe('error');
			expect(host.emails()).toEqual([]);
			const sent = await told(example, 'Every 15 minutes');
			expect(sent.map(({ subject }) => subject)).toEqual([ARRIVED]);
			await laterThanTheMark();
			await open(frontDoor, pin);
			expect([await told(example, 'Every 15 minutes'), await told()]).toEqual([[], []]);
		},
	);

	it('is sent once by two executions at the same time', async () => {
		await arrives();
		const items = await openings();
		const runs = await Promise.all(
			[1, 2].map(async () => await host.execute('Door opened', { items })),
		);
		expect(runs.map(({ status }) => status)).toEqual(['success', 'success']);
		expect(host.emails()).toHaveLength(1);
	});
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DataDeduplicationService } from 'n8n-core';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { waitFor } from '../../host/process/waitFor';
import type { Fault } from '../../sandbox/faults/faults';
import { hotel } from '../../sandbox/fixtures/hotel';
import { deliverToExample, runWithBody } from '../support/deliverToExample';
import { byId, useHotelSandbox } from '../support/hotelSandbox';
import { nodeOf, readExample, withSetting, type Example } from '../support/readExample';
import { runWorkflow, type WorkflowRun } from '../../host/engine/runWorkflow';
import { dayInDays, inDays } from '../support/reservations';
import { SeenValues } from '../support/seenValues';
import { skipPauses } from '../support/skipPauses';

const service = useHotelSandbox();
const seen = new SeenValues();
beforeAll(async () => await DataDeduplicationService.init(seen));
beforeEach(() => {
	skipPauses();
	seen.remember([], 'workflow-under-test');
});
afterEach(() => jest.restoreAllMocks());

const example = readExample('reservation-to-access.json');
const TO_GUEST = 'guest@example.com';
const TO_HOST = 'you@example.com';

const BOOKING = {
	reservation_id: 'R-1001',
	status: 'confirmed',
	guest: { name: 'Guest of Room 101', email: TO_GUEST, phone: '+15550100000' },
	room: 'room-101',
	check_in: '2031-01-31',
	check_out: '2031-02-02',
};
const tell = async (changes: IDataObject = {}, workflow = example) =>
	await runWithBody(workflow, 'From the PMS', { ...BOOKING, ...changes }, service.credentials);
const sent = (run: WorkflowRun) => run.items('Send it').map(({ json }) => json);
const writes = () =>
	service.paths().filter((path) => /create|update|delete|request_access_methods/.test(path));
/** The access as the service has it: rooms, times, and the PIN. */
const access = async () => {
	const { items } = await service.run('reservation.getAll', { returnAll: true, filters: {} });
	return items.map(({ json }) => ({
		rooms: json.rooms,
		times: [json.starts_at, json.ends_at],
		pin: json.pin,
	}));
};

/** The example after a person has added options to the node that gives access. */
function withOptions(options: INodeParameters): Example {
	const changed = structuredClone(example);
	const { parameters } = nodeOf(changed, 'Create or Update');
	parameters.options = { ...(parameters.options as INodeParameters), ...options };
	return changed;
}

describe('"Reservation to access"', () => {
	it('has few nodes', () => {
		expect(
			example.nodes.filter(({ type }) => type !== 'n8n-nodes-base.stickyNote').length,
		).toBeLessThanOrEqual(13);
	});

	it('runs with one click, and follows what a person changes: the dates, the room, the status', async () => {
		const runWith = async (field: string, value: string) => {
			const run = await runWorkflow(withSetting(example, 'A booking to try', field, value), {
				credentials: service.credentials,
				startNode: 'Try it',
			});
			return [run.items('Create or Update')[0]?.json.outcome, sent(run).map(({ to }) => to)];
		};
		expect(await runWith('body.status', 'confirmed')).toEqual(['created', [TO_GUEST]]);
		expect(await runWith('body.check_out', '2036-02-05')).toEqual(['updated', [TO_GUEST]]);
		expect(await runWith('body.room', 'room-102')).toEqual(['moved', [TO_GUEST]]);
		expect(await runWith('body.status', 'cancelled')).toEqual(['ended', [TO_HOST]]);
		expect(await access()).toEqual([]);
	});

	it('sends the guest the PIN, the name of the room, and the hours of the room in its own time', async () => {
		const run = await tell();
		expect(sent(run)).toEqual([
			{
				to: TO_GUEST,
				subject: 'Your access to Room 101',
				text: expect.stringMatching(
					/^Hi Guest of Room 101,\n\nHere is your access to Room 101\.\n\nCheck-in: Friday, January 31, 2031 at 3:00\sPM\nCheck-out: Sunday, February 2, 2031 at 11:00\sAM\n\nYour PIN: \d{4,9}$/,
				),
			},
		]);
		expect(await access()).toMatchObject([
			{ rooms: ['Room 101'], times: ['2031-01-31T15:00:00.000Z', '2031-02-02T11:00:00.000Z'] },
		]);
	});

	it.each([
		[
			'de',
			'Ihr Zugang zu Room 101',
			/^Guten Tag Guest 7,[^]*Anreise: Freitag, 31. Januar 2031 um 15:00\n/,
		],
		[
			'fr-CA',
			'Votre accès à Room 101',
			/^Bonjour Guest 7,[^]*Arrivée : vendredi 31 janvier 2031 à 15:00\n/,
		],
		['Spanish', 'Su acceso a Room 101', /Llegada: viernes, 31 de enero de 2031, 15:00\n/],
		['Italiano', 'Il Suo accesso a Room 101', /Arrivo: venerdì 31 gennaio 2031 alle ore 15:00\n/],
		['pt_BR', 'O seu acesso a Room 101', /Chegada: sexta-feira, 31 de janeiro de 2031 às 15:00\n/],
		['nl', 'Uw toegang tot Room 101', /Aankomst: vrijdag 31 januari 2031 om 15:00\n/],
		['ja', 'Your access to Room 101', /^Hi Guest 7,/],
	])(
		'writes to a guest whose language is %s in that language, or in English',
		async (language, subject, text) => {
			const run = await tell({ guest: { name: 'Guest 7', email: TO_GUEST, language } });
			expect(sent(run)).toEqual([{ to: TO_GUEST, subject, text: expect.stringMatching(text) }]);
		},
	);

	it('tells the guest the PIN that the host has changed, and access that nobody has told of', async () => {
		await tell();
		await service.run('reservation.changePin', { reservationKey: 'R-1001', options: {} });
		const [{ pin } = { pin: '' }] = await access();
		expect(sent(await tell())).toMatchObject([
			{ to: TO_GUEST, text: expect.stringContaining(`Your PIN: ${String(pin)}`) },
		]);
		seen.remember([], 'workflow-under-test');
		expect([sent(await tell()).length, sent(await tell()).length]).toEqual([1, 0]);
	});

	it('tells the host, not the guest, of a reservation that passes to somebody else during the stay', async () => {
		const stay = { check_in: dayInDays(-1), check_out: dayInDays(2) };
		await tell(stay);
		const before = await access();
		const guest = { name: 'Guest 8', email: 'guest-8@example.com' };
		expect([sent(await tell({ ...stay, guest })), await access()]).toMatchObject([
			[{ to: TO_HOST, text: expect.stringContaining('Change PIN') }],
			before,
		]);
	});

	it('tells the host too if another guest has the room at the same time', async () => {
		await tell();
		const guest = { name: 'Bo Other', email: 'bo@example.com', phone: '+15550100999' };
		const messages = sent(await tell({ reservation_id: 'R-1002', guest }));
		expect(messages.map(({ to }) => to).sort()).toEqual(['bo@example.com', TO_HOST]);
		const text = String(messages.find(({ to }) => to === TO_HOST)?.text);
		expect(text).toMatch(/R-1001[^]*\nWhat to do: .*$/);
	});

	it('tells the host, not the guest, of a change that fails', async () => {
		await tell();
		service.sandbox.faults.always('/access_grants/update', { kind: 'unauthorized' });
		expect(sent(await tell({ check_out: '2031-02-05' })).map(({ to }) => to)).toEqual([TO_HOST]);
	});

	it('tells the host once, and stops, if a late PIN cannot be looked for', async () => {
		await setLock('disconnect');
		const running = tell(SOON, patient);
		await checkedAgain();
		service.sandbox.faults.always('*', { kind: 'unauthorized' });
		expect(sent(await running)).toMatchObject([
			{ to: TO_HOST },
			{
				to: TO_HOST,
				text: expect.stringMatching(
					/^Reservation R-1001, Guest of Room 101, Room 101, [^]*could not be checked again[^]*\nWhat to do: /,
				),
			},
		]);
	});

	it('also sends a mobile key if that is chosen', async () => {
		const run = await tell({}, withOptions({ accessMethods: ['code', 'mobile_key'] }));
		expect(sent(run)).toMatchObject([
			{
				to: TO_GUEST,
				text: expect.stringMatching(/\nYour PIN: \d{4,9}\nYour mobile key: https:\S+$/),
			},
		]);
	});

	it('also sends the PIN of a door that cannot have the one of the guest', async () => {
		await service.run('accessCode.create', {
			deviceId: byId(hotel.devices.frontDoor),
			code: '7391',
		});
		const run = await tell({ room: 'suite' }, withOptions({ pinFrom: 'given', pin: '7391' }));
		expect(sent(run)).toMatchObject([
			{
				to: TO_GUEST,
				text: expect.stringMatching(/\nYour PIN: 7391\nFront Door: (?!7391)\d{4,9}$/),
			},
		]);
	});

	it('changes nothing and sends nothing when the same comes twice', async () => {
		await tell();
		service.sandbox.requests.clear();
		expect([sent(await tell()), writes()]).toEqual([[], []]);
	});

	/** Takes the lock of Room 101 offline or online. */
	const setLock = async (state: 'connect' | 'disconnect') =>
		await fetch(`${service.sandbox.url}/_sandbox/devices/${state}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ device_id: hotel.devices.room101 }),
		});
	/** The example with quick checks, so that a test can see several of them. */
	const patient = structuredClone(example);
	nodeOf(patient, 'Wait 15 minutes').parameters = {
		resume: 'timeInterval',
		amount: 0.05,
		unit: 'seconds',
	};
	nodeOf(patient, 'Create or Update').parameters.options = {
		...(nodeOf(example, 'Create or Update').parameters.options as INodeParameters),
		waitTimeout: 0.1,
	};
	const SOON = {
		check_in: new Date(Date.now() + 2 * 3_600_000).toISOString(),
		check_out: inDays(2, 11),
	};
	/** Resolves once the workflow has checked the access again. */
	const checkedAgain = async () => {
		const count = service.sandbox.requests.count('/access_codes/list');
		await waitFor(
			'another check',
			async () => service.sandbox.requests.count('/access_codes/list') > count + 1 || undefined,
		);
	};

	it('sends the guest of a stay in weeks the message although the lock is offline', async () => {
		await setLock('disconnect');
		expect(sent(await tell())).toMatchObject([
			{ to: TO_GUEST, text: expect.stringMatching(/Your PIN: \d{4,9}$/) },
		]);
	});

	it.each([{}, { keyPrefix: 'house-2:' }])(
		'tells the host that a lock is offline on the day of the arrival, and sends the guest one message once the PIN is issued: %j',
		async (options) => {
			const own = structuredClone(patient);
			Object.assign(nodeOf(own, 'Create or Update').parameters.options as INodeParameters, options);
			await setLock('disconnect');
			const running = tell(SOON, own);
			await checkedAgain();
			// The PMS sends the same booking again in the meantime, and another worker handles it.
			expect(sent(await tell(SOON, own))).toEqual([]);
			await setLock('connect');
			const run = await running;
			expect(sent(run).map(({ to }) => to)).toEqual([TO_HOST, TO_GUEST]);
			expect(sent(run)).toMatchObject([
				{
					text: expect.stringMatching(
						/offline[^]*so the guest got no message\. The workflow keeps checking/,
					),
				},
				{ text: expect.stringMatching(/Your PIN: \d{4,9}$/) },
			]);
			expect(sent(await tell(SOON, own))).toEqual([]);
		},
	);

	it.each<[string, IDataObject]>([
		['is canceled', { status: 'cancelled' }],
		['passes to another guest', { guest: { name: 'Guest 8', email: 'guest-8@example.com' } }],
	])('stops waiting for the PIN if the reservation %s', async (_what, changes) => {
		await setLock('disconnect');
		const running = tell(SOON, patient);
		await checkedAgain();
		const later = tell({ ...SOON, ...changes }, patient);
		expect(sent(await running).map(({ to }) => to)).toEqual([TO_HOST]);
		await setLock('connect');
		expect(sent(await later).map(({ to }) => to)).not.toContain(TO_GUEST);
	});

	it('sends the message again to a corrected email address, and not for a corrected name', async () => {
		await tell();
		const renamed = await tell({ guest: { ...BOOKING.guest, name: 'Guest of Room 10l' } });
		const corrected = await tell({ guest: { ...BOOKING.guest, email: 'new@example.com' } });
		expect([sent(renamed), sent(corrected).map(({ to }) => to)]).toEqual([[], ['new@example.com']]);
	});

	it('sends a guest who cancels and books again another message', async () => {
		await tell();
		await tell({ status: 'cancelled' });
		expect(sent(await tell()).map(({ to }) => to)).toEqual([TO_GUEST]);
	});

	it('tells a guest whose dates change and change back the first dates again, each time once', async () => {
		await tell();
		for (const check_out of ['2031-02-03', BOOKING.check_out, '2031-02-03', BOOKING.check_out]) {
			expect(sent(await tell({ check_out })).map(({ to }) => to)).toEqual([TO_GUEST]);
			expect(sent(await tell({ check_out }))).toEqual([]);
		}
	});

	it('sends nothing twice when an execution runs again, as after a worker was killed', async () => {
		const first = await tell();
		const [item] = first.items('Create or Update');
		const again = await runWorkflow(
			{ ...example, pinData: { 'Create or Update': item ? [item] : [] } },
			{ credentials: service.credentials, startNode: 'Try it' },
		);
		expect([again.items('Each message once'), sent(again)]).toEqual([[], []]);
	});

	it('moves dates and rooms, keeps the PIN, and tells the guest', async () => {
		await tell();
		const [before] = await access();
		const run = await tell({ check_in: '2031-01-30', room: 'room-102' });
		expect(sent(run)).toMatchObject([
			{
				to: TO_GUEST,
				subject: 'Changed: your access to Room 102',
				text: expect.stringContaining(`Your PIN: ${String(before?.pin)}`),
			},
		]);
		expect(await access()).toMatchObject([{ rooms: ['Room 102'], pin: before?.pin }]);
	});

	it('ends the access of a canceled reservation and tells the host once', async () => {
		await tell();
		const run = await tell({ status: 'cancelled' });
		expect(sent(run)).toEqual([
			{
				to: TO_HOST,
				subject: 'Reservation R-1001: its access has ended',
				text: expect.stringMatching(
					/^Reservation R-1001, Guest of Room 101, Room 101, January 31, 2031, 3:00\sPM to [^]*\nThe access has ended\. If a lock is offline, the PIN can still be on it\.$/,
				),
			},
		]);
		expect([sent(await tell({ status: 'cancelled' })), await access()]).toEqual([[], []]);
	});

	it.each<[string, IDataObject, string, RegExp]>([
		[
			'a status that it does not know',
			{ status: 'archived' },
			'nothing was changed',
			/'archived'[^]*What to do: .*Words That Give Access/,
		],
		[
			'no reservation number',
			{ reservation_id: '' },
			'check its access',
			/'Reservation Key' is empty\nMap/,
		],
		[
			'a room that the service does not know',
			{ room: 'room-999' },
			'check its access',
			/'room-999'/,
		],
		['no departure', { check_out: undefined }, 'check its access', /'Departure' is empty/],
	])(
		'tells the host about %s, with the remedy, and writes nothing',
		async (_what, changes, subject, text) => {
			const run = await tell(changes);
			expect(sent(run)).toEqual([
				{
					to: TO_HOST,
					subject: expect.stringContaining(subject),
					text: expect.stringMatching(text),
				},
			]);
			expect(writes()).toEqual([]);
		},
	);

	it('tells the host, not the guest, about a change that failed, also as an item', async () => {
		await tell();
		service.sandbox.faults.always('/access_grants/update', { kind: 'status', status: 500 });
		const run = await tell(
			{ check_out: '2031-02-05' },
			withOptions({ onFailedAction: 'returnItem', maxRetries: 0 }),
		);
		expect(run.items('Create or Update')).toMatchObject([
			{ json: { outcome: 'failed', message_key: null, pin: expect.any(String) } },
		]);
		expect(sent(run).map(({ to, subject }) => [to, subject])).toEqual([
			[TO_HOST, 'Reservation R-1001: check its access'],
		]);
	});

	it('tells the guest the PIN that the service chose for a lock that does not take the entered one', async () => {
		service.sandbox.settings.grantCodeUnavailable = 'missingDevice';
		await service.run('accessCode.create', {
			deviceId: byId(hotel.devices.room101),
			code: '4711',
			name: 'Cleaning',
		});
		const run = await tell({}, withOptions({ pinFrom: 'given', pin: '4711' }));
		expect(sent(run)).toMatchObject([
			{ to: TO_GUEST, text: expect.stringMatching(/\nYour PIN: (?!4711)\d{4,9}$/) },
		]);
	});

	it.each<[string, Fault, string]>([
		['is down', { kind: 'outage' }, 'The service is not available right now'],
		['refuses the key', { kind: 'unauthorized' }, 'The API key was not accepted'],
	])('writes nothing and tells the host while the service %s', async (_what, fault, reason) => {
		service.sandbox.faults.always('*', fault);
		for (const status of ['confirmed', 'cancelled']) {
			expect(sent(await tell({ status }))).toMatchObject([
				{
					to: TO_HOST,
					subject: 'Reservation R-1001: check its access',
					text: expect.stringContaining(reason),
				},
			]);
		}
		expect(writes()).toEqual([]);
	});

	it('tells the host about a booking without an email address, because the guest gets no message', async () => {
		const run = await tell({ guest: { name: 'Guest 7', phone: '+15550100000' } });
		expect(sent(run)).toEqual([
			{
				to: TO_HOST,
				subject: 'Reservation R-1001: check its access',
				text: expect.stringMatching(
					/^Reservation R-1001, Guest 7, Room 101, January 31, 2031, 3:00\sPM to February 2, 2031, 11:00\sAM, PIN \d{4,9}\n[^]*no email address/,
				),
			},
		]);
		expect(await access()).toMatchObject([
			{ rooms: ['Room 101'], pin: expect.stringMatching(/^\d{4,9}$/) },
		]);
	});

	it('writes the message to a guest without an email address if that condition is deleted, as the guide says', async () => {
		const condition = " && Boolean($('Reservation').item.json.email)";
		expect(
			readFileSync(join(__dirname, '..', '..', 'docs', 'guides', 'other-pms.md'), 'utf8'),
		).toContain(`\`${condition.trim()}\``);
		const changed = structuredClone(example);
		const { parameters } = nodeOf(changed, 'Is everything ready?');
		parameters.rules = JSON.parse(
			JSON.stringify(parameters.rules).replace(condition, ''),
		) as INodeParameters;
		expect(sent(await tell({ guest: { name: 'Guest 7' } }, changed))).toMatchObject([
			{ to: '', text: expect.stringMatching(/Your PIN: \d{4,9}$/) },
		]);
	});

	it('tells the host if the node cannot run at all', async () => {
		const credentials = {
			deviceAccessApi: { ...service.credentials.deviceAccessApi, baseUrl: 'no address' },
		};
		const run = await runWithBody(example, 'From the PMS', BOOKING, credentials);
		expect(sent(run)).toMatchObject([
			{
				to: TO_HOST,
				text: expect.stringMatching(/\nA node could not run\. The execution shows why\.$/),
			},
		]);
	});

	it.each(['', 'another-secret'])('refuses a delivery with the secret "%s"', async (secret) => {
		const { status, run } = await deliverToExample(
			example,
			'From the PMS',
			BOOKING,
			service.credentials,
			{ secret },
		);
		expect([status, run, service.paths()]).toEqual([403, undefined, []]);
	});
});

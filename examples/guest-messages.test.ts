import type { IDataObject } from 'n8n-workflow';
import type { CredentialData } from '../host/engine/suppliedCredentials';
import { type Example, nodeOf } from '../host/n8n/readExample';
import { startHttpServer } from '../host/process/httpServer';
import { type Settings, staysTable } from '../test/support/example/settings';
import { HOST, type Mail, useExample } from '../test/support/example/useExample';
import { useHotelSandbox } from '../test/support/service/hotelSandbox';
import { booking, inDays, reserve } from '../test/support/service/reservations';

const service = useHotelSandbox();
const host = useExample('guest-messages.json', service);
const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
const FAILED: unknown = expect.stringContaining('A message could not be sent.');

const stays = () => staysTable(host.tables);

const lastColumns = (name: string) => stays().columns.findIndex((column) => column.name === name);

/** One look. */
async function look(
	settings: Settings = {},
	change?: (example: Example) => void,
	credentials: CredentialData = {},
) {
	const as = structuredClone(host.example);
	change?.(as);
	host.enter(settings);
	host.emails();
	const { status, error } = await host.execute('Every 15 minutes', { as, credentials });
	return { sent: host.emails(), status, error: error()?.message };
}

const book = async (...bookings: IDataObject[]) =>
	await reserve(service, 'upsert', bookings, { waitUntilIssued: true, waitTimeout: 2 });
const SOON = () => booking({ arrival: inHours(60) });
const toWhom = ({ sent }: { sent: Mail[] }) => sent.map(({ to, subject }) => [to, subject]).sort();

const SUCCESS = { status: 'success', result: [{ id: 7 }] };
const API_ANSWERS: Record<string, IDataObject> = {
	'/api/v2/authentication/token': { token: 'sandbox-token' },
	'/v3/reservations': { error_code: 200, data: { reservations: [{ conversation_id: '7-ada' }] } },
};

describe('guests', () => {
	it('are told once, with the PIN, from 72 hours before the arrival', async () => {
		const { items } = await book(SOON(), booking({ id: '4712', rooms: 'room-102' }));
		const first = await look();
		expect(first).toEqual({
			status: 'success',
			error: undefined,
			sent: [
				{
					to: 'guest-4711@example.com',
					subject: 'Your access to Room 101',
					text: expect.stringContaining(`Your PIN: ${String(items[0]?.json.pin)}`),
				},
			],
		});
		expect((await look()).sent).toEqual([]);
		expect(stays().rows).toMatchObject([
			{ stay_key: 'reservation:4711', told: items[0]?.json.message_key },
		]);
	});

	it('get a message that failed at the next look, and the execution fails', async () => {
		await book(SOON(), booking({ id: '4712', rooms: 'room-102', arrival: inHours(50) }));
		host.inbox.busy.push('guest-4711@example.com');
		const failed = await look();
		expect(failed.error).toContain('next check');
		const told = stays().rows.filter((row) => row.told);
		expect([failed.error, told.map(({ stay_key: key }) => key)]).toEqual([
			FAILED,
			['reservation:4712'],
		]);
		host.inbox.busy = [];
		expect(toWhom(await look())).toEqual([['guest-4711@example.com', 'Your access to Room 101']]);
	});

	it('are told at the contact and in the language of the host, or in that of the booking, or through the host', async () => {
		await book(
			SOON(),
			booking({ id: '4712', rooms: 'room-102', arrival: inHours(50), contact: '' }),
			booking({ id: '4713', rooms: 'suite', arrival: inHours(50) }),
		);
		const fr = { guest_language: 'fr' };
		stays().rows = [
			{ ...fr, stay_key: 'reservation:4711', contact: 'ada@example.com', language: 'de' },
			{ ...fr, stay_key: 'reservation:4713' },
		];
		const { sent } = await look();
		expect(toWhom({ sent })).toEqual([
			['ada@example.com', 'Ihr Zugang zu Room 101'],
			['guest-4713@example.com', 'Votre accès à Suite'],
			[HOST, 'Please pass on: Your access to Room 102'],
		]);
		expect(sent.map(({ text }) => text)).toContainEqual(
			expect.stringMatching(
				/^Please pass this message on to Guest 4711 \(booking 4712\):\n\nHi Guest 4711,/,
			),
		);
	});

	it('who get the booking of somebody else are not told at the contact that the host entered for that guest', async () => {
		const stay = { arrival: inHours(60), guest: 'Ada', contact: '' };
		await book(booking(stay));
		stays().rows = [{ stay_key: 'reservation:4711', contact: 'ada@example.com' }];
		const first = await look();
		await book(booking({ ...stay, guest: 'Bo', contact: 'bo@example.com' }));
		const passed = await look();
		await book(
			booking({ ...stay, guest: 'Bo', contact: 'bo@example.com', departure: inDays(15, 11) }),
		);
		const changed = await look();
		expect([first, passed, changed].map(({ sent }) => sent.map(({ to }) => to))).toEqual([
			['ada@example.com'],
			['bo@example.com'],
			['bo@example.com'],
		]);
	});

	it.each<[Settings, unknown]>([
		[{ hours_before_arrival: '0' }, undefined],
		[{ hours_before_arrival: '48h' }, expect.stringContaining("'Hours Before Arrival'")],
		[{ only_arrivals_after: '31.01.2031' }, expect.stringContaining("'Arrives After'")],
	])(
		'are told no sooner than Settings says, and nothing if it cannot be read: %j',
		async (settings, wrong) => {
			await book(SOON());
			const { sent, error } = await look(settings);
			expect([sent, error]).toEqual([[], wrong]);
		},
	);

	it('are told although the way to send of another stay is misspelled, and the execution says whose', async () => {
		await book(
			SOON(),
			booking({ id: '4712', rooms: 'room-102', arrival: inHours(50), guest: 'Bo' }),
		);
		stays().columns.push({ name: 'send_by', type: 'string' });
		stays().rows = [{ stay_key: 'reservation:4712', send_by: 'E-Mail' }];
		const run = await look();
		expect([toWhom(run), run.error]).toEqual([
			[['guest-4711@example.com', 'Your access to Room 101']],
			expect.stringMatching(/Bo: 'E-Mail' is not a way to send messages.*'Send By'.*none/),
		]);
	});

	it('who arrived before the day of the first execution are not told, and others are', async () => {
		const today = new Date(new Date().setUTCHours(0, 0, 0, 0)).toISOString();
		await book(
			booking({ arrival: inHours(-25) }),
			booking({ id: '4712', rooms: 'room-102', arrival: today }),
		);
		expect(toWhom(await look())).toEqual([['guest-4712@example.com', 'Your access to Room 102']]);
		const later = { only_arrivals_after: inDays(5).slice(0, 10) };
		await book(booking({ id: '4713', rooms: 'suite', arrival: inHours(40) }));
		expect((await look(later)).sent).toEqual([]);
	});

	it('read what the table has about their room', async () => {
		await book(SOON());
		host.fill('Room details', [
			{ room: 'Room 101', address: 'Main Street 1', wifi: 'Guests / secret', phone: null },
			{ room: 'Room 101', address: 'Side Street 2' },
		]);
		host.tables.table('Room details').createdAt.setTime(0);
		const { sent } = await look();
		expect(sent.map(({ text }) => String(text).split('\n').slice(-2))).toEqual([
			['Address: Main Street 1', 'Wi-Fi: Guests / secret'],
		]);
	});

	it('are told at their own address although a column of the rooms has the name contact', async () => {
		await book(SOON());
		host.fill('Room details', [{ room: 'Room 101', contact: 'house-manager@example.com' }]);
		const details = host.tables.table('Room details');
		details.columns.push({ name: 'contact', type: 'string' });
		details.createdAt.setTime(0);
		expect(toWhom(await look())).toEqual([['guest-4711@example.com', 'Your access to Room 101']]);
	});

	it('are told without the line of a column that the host added, unless the row of their room has it', async () => {
		const row = {
			language: 'en',
			subject: 'Your access',
			text: 'Your PIN: {pin}\nParking: {parking}',
		};
		host.fill('Room details', []);
		const details = host.tables.table('Room details');
		details.columns.push({ name: 'parking', type: 'string' });
		details.createdAt.setTime(0);
		const lastLines = async () => {
			const { sent } = await look({}, (example) => {
				nodeOf(example, 'Write message').parameters.texts = { first: [row], change: [] };
			});
			return sent.map(({ text }) => text.split('\n').at(-1)?.split(':')[0]).sort();
		};
		await book(booking({ id: '4712', rooms: 'room-102', arrival: inHours(50) }));
		expect(await lastLines()).toEqual(['Your PIN']);
		host.fill('Room details', [{ room: 'Room 101', parking: 'Place 7' }]);
		await book(SOON(), booking({ id: '4713', rooms: 'suite', arrival: inHours(50) }));
		expect(await lastLines()).toEqual(['Parking', 'Your PIN']);
	});

	const PIN: unknown = expect.stringContaining('Your PIN');
	const subject = 'Your access to Room 101';

	it.each<[string, string[], string, unknown]>([
		['Hospitable', [], '/v2/reservations/4711/messages', { body: PIN }],
		[
			'Hostaway',
			['Get the conversation'],
			'/v1/conversations/7/messages',
			{ body: PIN, communicationType: 'channel' },
		],
		[
			'Lodgify',
			[],
			'/v1/reservation/booking/4711/messages',
			[{ subject, message: PIN, type: 'Owner', send_notification: true }],
		],
		[
			'Smoobu',
			['Request to Smoobu', 'Sign it'],
			'/api/reservations/4711/messages/send-message-to-guest',
			{ subject, messageBody: PIN },
		],
		['Beds24', ['Get a token'], '/api/v2/bookings/messages', [{ bookingId: 4711, message: PIN }]],
		['Hostex', ['Get the stay'], '/v3/conversations/7-ada', { message: PIN }],
	])(
		'are told through %s once, when it takes the message',
		async (system, before, path, message) => {
			let isRefusing = true;
			const api = await startHttpServer(({ path }) =>
				isRefusing ? { status: 401, body: {} } : { body: API_ANSWERS[path] ?? SUCCESS },
			);
			const way = system.toLowerCase();
			await reserve(service, 'upsert', [SOON()], {
				waitUntilIssued: true,
				waitTimeout: 2,
				keyPrefix: `${way}:`,
			});
			const activate = (example: Example) => {
				for (const name of [...before, system]) {
					const node = nodeOf(example, name);
					delete node.disabled;
					if (typeof node.parameters.url === 'string')
						node.parameters.url = node.parameters.url.replace(/https:\/\/[^/{]+/, api.url);
					delete node.parameters.authentication;
				}
			};
			const credentials = { crypto: { hmacSecret: 'secret' } };
			const refused = await look({ send_by: way }, activate, credentials);
			expect([refused.sent, stays().rows[0]?.told ?? '']).toEqual([[], '']);
			isRefusing = false;
			api.requests.length = 0;
			const run = await look({ send_by: way }, activate, credentials);
			await look({ send_by: way }, activate, credentials);
			const got = api.requests.filter(({ method }) => method === 'POST');
			await api.stop();
			expect([run.error, run.sent]).toEqual([undefined, []]);
			expect(got.map((one) => [one.path, JSON.parse(one.body) as unknown])).toEqual([
				[path, message],
			]);
		},
	);

	it('count as told by no way that is deactivated', async () => {
		await book(SOON());
		stays().rows = [{ stay_key: 'reservation:4711', guest_phone: '+15550001111' }];
		const run = await look({ send_by: 'sms' });
		expect([run.error, run.sent, stays().rows[0]?.told]).toEqual([FAILED, [], undefined]);
	});
});

/** What 16 minutes without a check do to the rows. */
function wait(): void {
	for (const row of stays().rows)
		for (const column of ['marked_at', 'host_marked_at'])
			if (typeof row[column] === 'string')
				row[column] = new Date(Date.parse(row[column]) - 16 * 60_000).toISOString();
}

const TWO = () => [SOON(), booking({ id: '4712', rooms: 'room-102', arrival: inHours(50) })];
const toGuests = (...runs: Array<{ sent: Mail[] }>) =>
	runs
		.flatMap(({ sent }) => sent.map(({ to }) => to))
		.filter((address) => address !== HOST)
		.sort();
const toHost = (...runs: Array<{ sent: Mail[] }>) =>
	runs.flatMap(({ sent }) => sent.filter(({ to }) => to === HOST));

describe('a message', () => {
	it('comes once although two checks are executed at the same time', async () => {
		await book(...TWO());
		host.enter({});
		const both = await Promise.all([look(), look()]);
		expect(host.allEmails()).toHaveLength(2);
		expect(both.map(({ error }) => error)).toEqual([undefined, undefined]);
	});

	it.each<[string, () => void, RegExp]>([
		['a column is missing', () => stays().columns.splice(lastColumns('marked'), 1), /marked/],
		['the tables are full', () => (stays().isFull = true), /full/],
	])('is sent to nobody if %s, and the execution says so', async (_, damage, cause) => {
		await book(...TWO());
		host.enter({});
		damage();
		const runs = [await look(), await look()];
		expect(toGuests(...runs)).toEqual([]);
		expect(runs.map(({ error }) => error)).toEqual(
			runs.map(() => expect.stringMatching(cause) as unknown),
		);
	});

	it('in doubt is sent again once, and the host hears it; then the host gets it to pass on', async () => {
		await book(SOON());
		const { proxy } = stays();
		const { updateRows } = proxy;
		// n8n is killed before it can confirm.
		proxy.updateRows = async (write) => {
			if ('told' in write.data) throw new Error('Killed');
			return await updateRows(write);
		};
		const killed = [];
		for (let check = 0; check < 6; check += 1) {
			killed.push(await look());
			wait();
		}
		expect(toGuests(...killed)).toEqual(['guest-4711@example.com', 'guest-4711@example.com']);
		const texts = toHost(...killed).map(
			({ subject, text }) => `${String(subject)}\n${String(text)}`,
		);
		expect(texts.filter((text) => text.includes('It is sent again once'))).toHaveLength(1);
		expect(texts.filter((text) => text.startsWith('Please pass on'))).toHaveLength(2);
		expect(killed.every(({ status }) => status === 'error')).toBe(true);
	});

	it('to an address that the mail server refuses goes to the host once, and no execution fails for it', async () => {
		await book(SOON());
		host.inbox.refused.push('guest-4711@example.com');
		const runs = [await look(), await look(), await look()];
		expect([toGuests(...runs), host.inbox.refusals.length]).toEqual([[], 1]);
		expect(toHost(...runs).map(({ subject }) => subject)).toEqual([
			'Please pass on: Your access to Room 101',
		]);
		expect(runs.map(({ status }) => status)).toEqual(runs.map(() => 'success'));
	});
});

describe('many changes at once', () => {
	it('are told to nobody before the host, who is asked once with the names, allows them', async () => {
		const all = TWO();
		await book(...all);
		await look();
		await book(...all.map((one) => ({ ...one, departure: inDays(16, 11) })));
		const few = { most_told_at_once: '1' };
		const asked = [await look(few), await look(few)];
		expect(toGuests(...asked)).toEqual([]);
		expect(toHost(...asked).map(({ text }) => text)).toEqual([
			expect.stringMatching(
				/^2 guests would be told of a change at once[^]*Guest 4711, Room 101[^]*most_told_at_once/,
			),
		]);
		expect(toGuests(await look({ most_told_at_once: '2' }))).toHaveLength(2);
	});

	it('that are only a new API key are told to nobody, and a later change is', async () => {
		await book(...TWO());
		await look();
		// The sandbox takes its key in two forms, which are two secrets.
		const { url: baseUrl, apiKey } = service.sandbox;
		const credentials = { deviceAccessApi: { baseUrl, apiKey: `seam_test_${apiKey}` } };
		const runs = [
			await look({ most_told_at_once: '0' }, undefined, credentials),
			await look({ most_told_at_once: '0' }, undefined, credentials),
		];
		expect(runs.map(({ sent, error }) => [sent, error])).toEqual(runs.map(() => [[], undefined]));
		await book({ ...SOON(), departure: inDays(16, 11) });
		expect(toGuests(await look({}, undefined, credentials))).toEqual(['guest-4711@example.com']);
	});
});

describe('the host', () => {
	const row = (changes: IDataObject = {}) => ({
		stay_key: 'hostaway:1',
		host_message: 'Booking 1, Ada, Room 101\nA lock is offline.',
		...changes,
	});

	it('is told all news in one email, once, and when it is solved', async () => {
		stays().rows = [
			row(),
			row({ stay_key: 'hostaway:2', host_message: 'Booking 2\nThere is no room.' }),
			row({ stay_key: 'hostaway:3', host_message: '' }),
		];
		expect((await look()).sent).toEqual([
			{
				to: HOST,
				subject: 'Bookings with news: 2',
				text: 'Booking 1, Ada, Room 101\nA lock is offline.\n\nBooking 2\nThere is no room.',
			},
		]);
		expect((await look()).sent).toEqual([]);
		Object.assign(stays().rows[0] ?? {}, { host_message: null });
		const solved = await look();
		expect(solved.sent.map(({ text }) => text)).toEqual(['Solved: Booking 1, Ada, Room 101']);
		expect((await look()).sent).toEqual([]);
	});

	it('reads in the subject how many guests arrive today without a room', async () => {
		const bookings = [[], [], ['no-such-room']].map((rooms, index) => ({
			reservation_key: String(index + 1),
			key_prefix: 'apaleo:',
			status: 'confirmed',
			guest_name: 'Ada',
			rooms,
			room_names: [],
			missing: [],
			arrival: inDays(0).slice(0, 10),
			departure: inDays(2).slice(0, 10),
		}));
		const { items } = await service.run(
			'reservation.syncMany',
			{ mappingMode: 'autoMapInputData', options: {} },
			{ input: bookings, onError: 'continueRegularOutput' },
		);
		stays().rows = items.map(({ json }) => json);
		const [{ subject, text } = {}] = (await look()).sent;
		expect(subject).toBe('Bookings with news: 3, arrivals today without a room: 2');
		expect(text).toEqual(expect.stringMatching(/^Booking 1, Ada, [^]*Booking 2, Ada/));
	});

	it('gets an email that failed at the next look, and guests are told meanwhile', async () => {
		await book(SOON());
		stays().rows = [row()];
		host.inbox.busy.push(HOST);
		const failed = await look();
		expect([failed.error, failed.sent.length, stays().rows[1]?.stay_key]).toEqual([
			FAILED,
			1,
			'reservation:4711',
		]);
		host.inbox.busy = [];
		expect(toWhom(await look())).toEqual([[HOST, 'Bookings with news: 1']]);
		expect((await look()).sent).toEqual([]);
	});

	it('is told although the service cannot be reached', async () => {
		stays().rows = [row()];
		service.sandbox.faults.always('/access_grants/list', { kind: 'unauthorized' });
		const run = await look();
		expect([run.status, toWhom(run)]).toEqual(['error', [[HOST, 'Bookings with news: 1']]]);
		expect(stays().rows[0]).toMatchObject({ host_told: row().host_message });
	});
});

it('keeps the row of a stay without an end, so that no guest is told twice, or at a corrected address, and deletes it a year after its last change', async () => {
	await book(booking({ arrival: inHours(60), contact: 'wrong@example.com' }));
	const known = { system: 'other', guest_name: 'Guest 4711', guest_email: 'wrong@example.com' };
	stays().rows = [{ stay_key: 'reservation:4711', ...known, contact: 'right@example.com' }];
	const [row = {}] = stays().rows;
	const runs = [];
	for (const days of [-8, -8, -366]) {
		Object.assign(row, { ends_at: null, updatedAt: inDays(days) });
		runs.push(await look());
	}
	expect(toGuests(...runs.slice(0, 2))).toEqual(['right@example.com']);
	expect(stays().rows).not.toContain(row);
});

it('forgets stays 30 days after the end, and after 7 days what a booking system said without one, so that the host hears it again', async () => {
	const text = 'The list is empty.';
	const news = { stay_key: text, host_message: text, host_told: text, system: 'apaleo' };
	// the table counts rows that a test sets as old
	stays().rows = [
		news,
		...[-31, -29].map((days) => ({ stay_key: String(days), ends_at: inDays(days) })),
		{ stay_key: 'reservation:4711', contact: 'ada@example.com' },
	];
	await look();
	expect(stays().rows.map(({ stay_key: key }) => key)).toEqual(['-29', 'reservation:4711']);

	stays().rows = [{ ...news, host_told: '' }];
	expect((await look()).sent.map((email) => email.text)).toEqual([text]);
	expect((await look()).sent).toEqual([]);
	expect(stays().rows.map(({ stay_key: key }) => key)).toEqual([text]);
});

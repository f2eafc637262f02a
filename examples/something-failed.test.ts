import type { IDataObject } from 'n8n-workflow';
import { runWorkflow } from '../host/engine/runWorkflow';
import { startHttpServer } from '../host/process/httpServer';
import { useExample } from '../test/support/example/useExample';
import { useHotelSandbox } from '../test/support/service/hotelSandbox';
import { moveTimeTo } from '../test/support/clock/moveTimeTo';
import { staysTable } from '../test/support/example/settings';

const HOUR_MS = 3_600_000;
const service = useHotelSandbox();
const host = useExample('something-failed.json', service);
afterEach(() => void jest.useRealTimers());

/** The row of a system in *Stays*. */
const compared = (system: string, hours: number) => ({
	stay_key: `${system}:`,
	system,
	compared_at: hoursAgo(hours),
});
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();

/** From now on, it is so many hours later. */
function wait(hours: number): void {
	moveTimeTo(Date.now() + hours * HOUR_MS);
}

/** No SMTP credential is selected. */
const NO_CREDENTIAL = { smtp: undefined as never };

async function execute(start: string, json: IDataObject, credentials = {}) {
	host.emails();
	const { status } = await host.execute(start, { items: [json], credentials });
	const emails = host.emails();
	return {
		status,
		to: emails.map(({ to }) => to),
		subjects: emails.map(({ subject }) => subject),
		texts: emails.map(({ text }) => text),
	};
}

const everyHour = async () => await execute('Every hour', {});

/** What n8n gives the Error Trigger, when this node has failed in the engine. */
async function failureOf(
	node: Parameters<typeof runWorkflow>[0]['nodes'][number],
	credentials = {},
	workflow = { id: 'w1', name: 'Guest messages' },
): Promise<IDataObject> {
	const { run } = await runWorkflow({ nodes: [{ name: 'Read', ...node }] }, { credentials });
	const { error, lastNodeExecuted } = run.data.resultData;
	expect(error).toBeDefined();
	return {
		execution: {
			id: '231',
			url: 'https://n8n.example/workflow/w1/executions/231',
			error,
			lastNodeExecuted,
			mode: 'trigger',
		},
		workflow,
	} as unknown as IDataObject;
}

const fails = async (failure: IDataObject, credentials = {}) =>
	await execute('Error Trigger', failure, credentials);

const DEVICES = {
	type: 'deviceAccess',
	parameters: { resource: 'device', operation: 'getAll', options: { maxRetries: 0 } },
};
const refusedKey = async (workflow?: { id: string; name: string }) =>
	await failureOf(
		DEVICES,
		{ deviceAccessApi: { baseUrl: service.sandbox.url, apiKey: 'seam_test_wrong_key' } },
		workflow,
	);
const serviceDown = async () => {
	service.sandbox.faults.always('/devices/list', { kind: 'status', status: 503 });
	return await failureOf(DEVICES, service.credentials);
};
const requestTo = (url: string) => ({
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.3,
	parameters: { url, options: {} },
});
const answering = async (status: number) => {
	const server = await startHttpServer(() => ({ status, body: '{}' }));
	const failure = await failureOf(requestTo(server.url));
	await server.stop();
	return failure;
};
const stopping = (errorMessage: string) => ({
	type: 'n8n-nodes-base.stopAndError',
	typeVersion: 1,
	parameters: { errorMessage },
});
const stops = async (errorMessage: string) => await failureOf(stopping(errorMessage));

const EMAIL = {
	type: 'n8n-nodes-base.emailSend',
	typeVersion: 2.1,
	parameters: { fromEmail: 'host@example.com', toEmail: 'guest@example.com' },
};

const LOGIN = 'Guest messages cannot log in';
const DOWN = 'Guest messages: a service does not answer';
const OTHER = 'Guest messages failed';

describe('an execution that fails', () => {
	it.each([
		['a key that is refused', refusedKey, LOGIN],
		['a login that is missing', async () => await failureOf(EMAIL), LOGIN],
		['an expired token of a booking system', async () => await answering(401), LOGIN],
		['a service that is down', serviceDown, DOWN],
		['a service that is busy', async () => await answering(429), DOWN],
		['a booking system that is down', async () => await answering(502), DOWN],
		[
			'a booking system that refuses the connection',
			async () => await failureOf(requestTo('http://127.0.0.1:9/')),
			DOWN,
		],
		['anything else', async () => await stops('The table is full'), OTHER],
	])('by %s is told in plain words', async (_what, failure, subject) => {
		const { status, to, subjects, texts } = await fails(await failure());
		expect([status, to, subjects]).toEqual(['success', ['host@example.com'], [subject]]);
		expect(texts[0]).toContain('https://n8n.example/workflow/w1/executions/231');
	});

	it('by its own message that names a credential is no refused login: the workflow goes on', async () => {
		const message = 'The email was not sent. Check the node Email and its credential.';
		const { subjects, texts } = await fails(await stops(message));
		expect([subjects, texts[0]]).toEqual([[OTHER], expect.stringContaining(message)]);
	});

	it('is told with the note of the node, which says what its failure means', async () => {
		const failure = await failureOf({ ...stopping('No row'), notes: 'The list was empty' });
		expect((await fails(failure)).texts[0]).toContain('Reason: No row. The list was empty');
	});

	it('is told once for each cause, message and workflow, with the credential, but not what is in it', async () => {
		const refused = await refusedKey();
		const elsewhere = await refusedKey({ id: 'w2', name: 'Hostaway' });
		const down = await serviceDown();
		const told = [];
		const [full, none] = [await stops('The table is full'), await stops('No row')];
		const all = [refused, refused, elsewhere, down, full, none, elsewhere, down, full];
		for (const failure of all) {
			const { subjects, texts } = await fails(failure);
			told.push(...subjects.map((subject, index) => [subject, texts[index]]));
		}
		expect(told).toEqual([
			[LOGIN, expect.stringContaining('Credential: deviceAccessApi')],
			['Hostaway cannot log in', expect.any(String)],
			[DOWN, expect.any(String)],
			[OTHER, expect.stringContaining('The table is full')],
			[OTHER, expect.stringContaining('No row')],
		]);
		expect(JSON.stringify(told)).not.toContain('seam_test_wrong_key');
	});

	it('is told when there is no execution of it, because a trigger failed', async () => {
		const { execution, workflow } = (await refusedKey()) as Record<string, IDataObject>;
		const failure = { trigger: { error: execution?.error, mode: 'trigger' }, workflow };
		expect((await fails(failure as IDataObject)).subjects).toEqual([LOGIN]);
		const activation = { trigger: { error: new Error('No webhook'), mode: 'internal' }, workflow };
		expect(await fails(activation as unknown as IDataObject)).toMatchObject({
			status: 'success',
			subjects: [OTHER],
			texts: [expect.stringContaining('No webhook')],
		});
	});

	it('is told by the next failure if the email fails, and by the next hour if there is none', async () => {
		const failure = await refusedKey();
		expect((await fails(failure, NO_CREDENTIAL)).status).toBe('error');
		host.inbox.refused.push('host@example.com');
		expect((await fails(failure)).status).toBe('error');
		expect((await everyHour()).status).toBe('error');
		host.inbox.refused.length = 0;
		expect((await fails(failure)).subjects).toEqual([LOGIN]);

		expect((await fails(await serviceDown(), NO_CREDENTIAL)).subjects).toEqual([]);
		expect((await everyHour()).subjects).toEqual([DOWN]);
		expect((await everyHour()).subjects).toEqual([]);
	});

	it('is told once more if n8n stopped while the email was sent', async () => {
		const failure = await refusedKey();
		await fails(failure);
		// As it is after a stop between the mark and the confirmation.
		for (const row of host.rows('Failures')) row.told_at = '';
		expect((await fails(failure)).subjects).toEqual([]);
		wait(1);
		expect((await everyHour()).subjects).toEqual([LOGIN]);
		expect((await everyHour()).subjects).toEqual([]);
	});

	it('is told once when many fail at once', async () => {
		const failure = await refusedKey();
		await Promise.all(Array.from({ length: 8 }, async () => await fails(failure)));
		expect(host.inbox.emails.map(({ subject }) => subject)).toEqual([LOGIN]);
	});

	it('is told again when it works again, and once more when it fails again', async () => {
		const failure = await refusedKey();
		await fails(failure);
		wait(20);
		await fails(failure);
		wait(20);
		expect((await everyHour()).subjects).toEqual([]);
		wait(7);
		expect((await everyHour()).subjects).toEqual(['Works again: Guest messages']);
		expect((await everyHour()).subjects).toEqual([]);
		expect((await fails(failure)).subjects).toEqual([LOGIN]);
		expect((await everyHour()).subjects).toEqual([]);
	});

	it('fails and says where to enter the address if it is missing, and is told later', async () => {
		host.fill('Settings', []);
		const failure = await refusedKey();
		expect((await fails(failure)).status).toBe('error');
		host.enter({});
		expect((await everyHour()).subjects).toEqual([LOGIN]);
	});
});

describe('bookings that were not compared', () => {
	const NOTHING = 'Nothing compared: hostaway';

	it('for 26 hours are told once, and also that they are compared again', async () => {
		const { rows } = staysTable(host.tables);
		rows.push(compared('hostaway', 25), compared('mews', 2));
		expect((await everyHour()).subjects).toEqual([]);
		wait(2);
		expect((await everyHour()).subjects).toEqual([NOTHING]);
		for (let hour = 0; hour < 3; hour++) {
			wait(1);
			expect((await everyHour()).subjects).toEqual([]);
		}
		for (const row of rows) row.compared_at = hoursAgo(0);
		wait(3);
		expect((await everyHour()).subjects).toEqual(['Works again: hostaway']);
		expect((await everyHour()).subjects).toEqual([]);
	});

	it('are not told to be compared again when n8n was off for hours', async () => {
		staysTable(host.tables).rows = [
			compared('hostaway', 30),
			{ stay_key: 'guesty:1', system: 'guesty', createdAt: hoursAgo(40) },
		];
		expect((await everyHour()).subjects).toEqual([NOTHING, 'Nothing compared: guesty']);
		wait(3);
		expect((await fails(await refusedKey())).subjects).toEqual([LOGIN]);
		expect((await everyHour()).subjects).toEqual([]);
	});

	it('at all are told a day after the first look, also of a system whose bookings come in by calls', async () => {
		expect((await everyHour()).subjects).toEqual([]);
		Object.assign(staysTable(host.tables), { createdAt: new Date(hoursAgo(27)) });
		expect((await everyHour()).subjects).toEqual(['No bookings were compared yet']);
		expect((await everyHour()).subjects).toEqual([]);

		staysTable(host.tables).rows = [
			{ stay_key: 'hostaway:1', system: 'hostaway' },
			{ stay_key: 'hostaway:2', system: 'hostaway' },
			{ stay_key: 'mews:1', system: 'mews' },
			// These compare nothing at night.
			{ stay_key: 'airbnb:1', system: 'airbnbCalendar' },
			{ stay_key: 'reservation:1', system: 'other' },
			compared('mews', 2),
		];
		expect((await everyHour()).subjects).toEqual([NOTHING]);
		expect((await everyHour()).subjects).toEqual([]);
	});

	it('of a second account are told, whatever the workflow of the first one compares', async () => {
		staysTable(host.tables).rows = [
			compared('hostaway', 2),
			{ stay_key: 'hostaway:1', system: 'hostaway' },
			{ stay_key: 'hostaway-2:1', system: 'hostaway' },
		];
		wait(27);
		Object.assign(staysTable(host.tables).rows[0] ?? {}, { compared_at: hoursAgo(2) });
		expect((await everyHour()).subjects).toEqual(['Nothing compared: hostaway-2']);
	});
});

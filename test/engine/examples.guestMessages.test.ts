import type { IDataObject } from 'n8n-workflow';
import { runWorkflow } from '../../host/engine/runWorkflow';
import { DataTable } from '../support/dataTable';
import { useHotelSandbox } from '../support/hotelSandbox';
import { type HttpServer, startHttpServer } from '../support/httpServer';
import { nodeOf, readExample, withSetting } from '../support/readExample';
import { booking, inDays, reserve } from '../support/reservations';

const service = useHotelSandbox();
const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

let table: DataTable;
let mail: HttpServer;
let mailStatus: number;

beforeEach(async () => {
	table = new DataTable('Stays');
	mailStatus = 200;
	mail = await startHttpServer(() => ({ status: mailStatus, body: 'ok' }));
});
afterEach(async () => await mail.stop());

/** One look. A request stands in for the email, with the same expressions. */
async function look(settings: Record<string, string> = {}) {
	let example = structuredClone(readExample('guest-messages.json'));
	for (const [name, value] of Object.entries(settings))
		example = withSetting(example, 'Settings', name, value);
	const send = nodeOf(example, 'Send it');
	const { toEmail, subject, text } = send.parameters;
	Object.assign(send, {
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.3,
		parameters: {
			method: 'POST',
			url: mail.url,
			sendBody: true,
			bodyParameters: {
				parameters: Object.entries({ toEmail, subject, text }).map(([name, value]) => ({
					name,
					value,
				})),
			},
		},
	});
	const before = mail.requests.length;
	const run = await runWorkflow(example, {
		credentials: service.credentials,
		startNode: 'Every 15 minutes',
		startItems: [{ json: {} }],
		dataTables: table.provider,
	});
	const sent = mail.requests.slice(before).map(({ body }) => JSON.parse(body) as IDataObject);
	return { sent, status: run.status, error: run.error()?.message };
}

const book = async (...bookings: IDataObject[]) =>
	await reserve(service, 'upsert', bookings, { waitUntilIssued: true, waitTimeout: 2 });
const SOON = () => booking({ arrival: inHours(60) });

it('tells each guest once, with the PIN, from 72 hours before the arrival', async () => {
	const { items } = await book(SOON(), booking({ id: '4712', rooms: 'room-102' }));
	const first = await look();
	expect(first).toEqual({
		status: 'success',
		error: undefined,
		sent: [
			{
				toEmail: 'guest-4711@example.com',
				subject: 'Your access to Room 101',
				text: expect.stringContaining(`Your PIN: ${String(items[0]?.json.pin)}`),
			},
		],
	});
	expect((await look()).sent).toEqual([]);
	expect(table.rows).toMatchObject([
		{ stay_key: 'reservation:4711', told: items[0]?.json.message_key },
	]);
});

it('tells a change, and what was before if it is so again', async () => {
	await book(SOON());
	await look();
	await book({ ...SOON(), departure: inDays(14, 11) });
	const changed = await look();
	await book(SOON());
	const back = await look();
	expect([...changed.sent, ...back.sent].map(({ subject }) => subject)).toEqual([
		'Changed: your access to Room 101',
		'Changed: your access to Room 101',
	]);
});

it('sends a message that failed at the next look, and shows the failure', async () => {
	await book(SOON());
	mailStatus = 500;
	const failed = await look();
	expect([failed.error, table.rows]).toEqual([
		'A message to a guest could not be sent. It is sent again at the next look.',
		[],
	]);
	mailStatus = 200;
	expect((await look()).sent).toHaveLength(1);
});

it('writes to the address and in the language of the table, and to the host without an address', async () => {
	await book(SOON(), booking({ id: '4712', rooms: 'room-102', arrival: inHours(50), contact: '' }));
	table.rows = [{ stay_key: 'reservation:4711', contact: 'ada@example.com', language: 'de' }];
	const { sent } = await look({ your_email: 'host@example.com' });
	expect(sent.map(({ toEmail, subject }) => [toEmail, subject]).sort()).toEqual([
		['ada@example.com', 'Ihr Zugang zu Room 101'],
		['host@example.com', 'Your access to Room 102'],
	]);
});

it('tells nobody who arrives before the day in the settings', async () => {
	await book(SOON());
	expect((await look({ only_arrivals_after: inDays(5).slice(0, 10) })).sent).toEqual([]);
	expect((await look({ only_arrivals_after: inDays(1).slice(0, 10) })).sent).toHaveLength(1);
});

it('deletes the rows of stays that ended 30 days ago', async () => {
	table.rows = [-31, -29].map((days) => ({ stay_key: String(days), ends_at: inDays(days) }));
	await look();
	expect(table.rows.map(({ stay_key: key }) => key)).toEqual(['-29']);
});

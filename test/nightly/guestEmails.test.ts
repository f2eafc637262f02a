import { runWorkflow } from '../../host/engine/runWorkflow';
import { DataTables } from '../support/example/dataTables';
import { useHotelSandbox } from '../support/service/hotelSandbox';
import { type Email, type Inbox, openInbox } from '../../host/inbox/openInbox';
import { readExample } from '../../host/n8n/readExample';
import { booking, reserve } from '../support/service/reservations';
import { enterSettings, staysTable } from '../support/example/settings';

const service = useHotelSandbox();
const HOST = 'host@example.com';
const GUEST = 'guest-4711@example.com';
const HOUR_MS = 3_600_000;

let inbox: Inbox;
let tables: DataTables;

beforeEach(async () => {
	inbox = await openInbox();
	tables = new DataTables();
	await reserve(
		service,
		'upsert',
		[booking({ arrival: new Date(Date.now() + 60 * HOUR_MS).toISOString() })],
		{ waitUntilIssued: true, waitTimeout: 2 },
	);
});
afterEach(async () => await inbox.stop());

const stays = () => staysTable(tables);

/** One look of the example, with n8n's own *Send Email* nodes. Returns what arrived. */
async function look(): Promise<Email[]> {
	const before = inbox.emails.length;
	enterSettings(tables, { host_email: HOST });
	await runWorkflow(readExample('guest-messages.json'), {
		credentials: { ...service.credentials, smtp: inbox.credential },
		startNode: 'Every 15 minutes',
		startItems: [{ json: {} }],
		dataTables: tables.provider,
	});
	return inbox.emails.slice(before);
}

it.each([
	['en', 'Your access to Room 101', 'Hi Guest 4711,', 'Your PIN: ', 'Address: Straße 1, Málaga'],
	[
		'de',
		'Ihr Zugang zu Room 101',
		'Guten Tag Guest 4711,',
		'Ihre PIN: ',
		'Adresse: Straße 1, Málaga',
	],
	[
		'fr',
		'Votre accès à Room 101',
		'Bonjour Guest 4711,',
		'Votre code : ',
		'Adresse : Straße 1, Málaga',
	],
	['es', 'Su acceso a Room 101', 'Hola Guest 4711:', 'Su código: ', 'Dirección: Straße 1, Málaga'],
	[
		'it',
		'Il Suo accesso a Room 101',
		'Buongiorno Guest 4711,',
		'Il Suo codice: ',
		'Indirizzo: Straße 1, Málaga',
	],
	[
		'pt',
		'O seu acesso a Room 101',
		'Olá Guest 4711,',
		'O seu código: ',
		'Morada: Straße 1, Málaga',
	],
	['nl', 'Uw toegang tot Room 101', 'Hallo Guest 4711,', 'Uw pincode: ', 'Adres: Straße 1, Málaga'],
	[
		'Klingon',
		'Your access to Room 101',
		'Hi Guest 4711,',
		'Your PIN: ',
		'Address: Straße 1, Málaga',
	],
])('arrives as plain text in %s', async (language, subject, greeting, pin, address) => {
	stays().rows = [{ stay_key: 'reservation:4711', language }];
	tables.table('Room details').rows = [{ room: 'Room 101', address: 'Straße 1, Málaga' }];
	const [email, ...more] = await look();
	expect(more).toEqual([]);
	expect(email).toMatchObject({
		from: { text: HOST },
		to: { text: GUEST },
		subject,
		html: false,
	});
	const lines = email?.text.trimEnd().split('\n') ?? [];
	expect(lines[0]).toBe(greeting);
	expect(lines).toContain(address);
	expect(lines.filter((line) => line.startsWith(pin))).toEqual([
		expect.stringMatching(/: \d{4,8}$/),
	]);
	expect(email?.text).not.toMatch(/[{}]|undefined|null|n8n/);
	// Days and times are in the language of the guest.
	expect(/\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b/.test(email?.text ?? '')).toBe(
		['en', 'Klingon'].includes(language),
	);
});

import { createSandbox, type Sandbox } from '../../../sandbox/createSandbox';
import { ManualClock } from '../../support/clock/manualClock';
import { callSandbox } from '../../sandbox/callSandbox';
import { HOUR_MS, MINUTE_MS, type Booking } from '../../support/season/bookings';
import { buildHouse, type House } from '../../support/season/house';
import type { Look } from '../../support/season/looks';
import { rowOf } from '../../support/season/rows';
import { Told } from '../../support/season/told';

const START_MS = Date.parse('2027-05-01T00:00:00Z');
const ARRIVAL_MS = START_MS + 80 * HOUR_MS;
const GUEST = { person: 'first', number: 1, name: 'First', email: '', phone: '', key: '' };
const BOOKING: Booking = {
	id: 'R-0001',
	versions: [
		{
			atMs: START_MS,
			what: 'book',
			status: 'confirmed',
			guests: [GUEST],
			rooms: ['room-1'],
			arrivalMs: ARRIVAL_MS,
			departureMs: ARRIVAL_MS + 48 * HOUR_MS,
		},
	],
};

let clock: ManualClock;
let sandbox: Sandbox;
let house: House;
let told: Told;

beforeEach(async () => {
	clock = new ManualClock(START_MS);
	sandbox = await createSandbox({ fixture: 'empty', clock });
	house = buildHouse(sandbox, 1, ['ttlock']);
	told = new Told(sandbox, house);
	const { status } = await callSandbox(sandbox, '/access_grants/create', {
		user_identity: { full_name: 'First' },
		access_grant_key: 'reservation:R-0001',
		space_keys: ['room-1'],
		requested_access_methods: [{ mode: 'code', code: '5001' }],
		starts_at: new Date(ARRIVAL_MS).toISOString(),
		ends_at: new Date(ARRIVAL_MS + 48 * HOUR_MS).toISOString(),
	});
	expect(status).toBe(200);
});
afterEach(async () => await sandbox.stop());

const IN_TIME_MS = ARRIVAL_MS - 70 * HOUR_MS;

function look(atMs: number, { pin = '5001', ...more }: Partial<Look> & { pin?: string } = {}) {
	const sent = [{ stayKey: 'reservation:R-0001', text: `Your PIN: ${pin}`, pins: [pin] }];
	told.hear({ sent, toHost: 0, isKilled: false, ...more }, atMs);
}

const slips = () => ({
	twice: told.sentTwice.map(({ cause }) => cause),
	early: told.tooEarly.length,
	wrong: told.wrongPins.length,
	never: told.never.map(({ cause }) => cause),
});
const NONE = { twice: [], early: 0, wrong: 0, never: [] };

/** Walks through the first hours of the stay, with a look every quarter of an hour that sends nothing. */
async function stay(hours: number): Promise<void> {
	for (let atMs = ARRIVAL_MS + HOUR_MS; atMs <= ARRIVAL_MS + hours * HOUR_MS; atMs += HOUR_MS) {
		await clock.advanceBy(atMs - clock.now());
		told.walk([rowOf(BOOKING, 0, GUEST)], atMs, () => 'product');
		look(atMs + 15 * MINUTE_MS, { sent: [] });
	}
}

it('finds nothing if the guest is told the PIN once, within 72 hours', async () => {
	look(IN_TIME_MS);
	await stay(4);
	expect([slips(), told.sent]).toEqual([NONE, 1]);
});

it('finds what comes twice, and whose fault it is', () => {
	look(IN_TIME_MS, { isKilled: true });
	look(IN_TIME_MS + HOUR_MS);
	look(IN_TIME_MS + 2 * HOUR_MS);
	expect(slips()).toEqual({ ...NONE, twice: ['n8n was killed', 'product'] });
});

it('finds a message that is too early, and one with a PIN of nobody', () => {
	look(ARRIVAL_MS - 73 * HOUR_MS);
	look(IN_TIME_MS, { pin: '5002' });
	expect(slips()).toEqual({ ...NONE, early: 1, wrong: 1 });
});

it.each<[string, () => void]>([
	['was told nothing', () => undefined],
	['was told a PIN that opens no door', () => look(IN_TIME_MS, { pin: '5002' })],
])('finds a guest in the house who %s, once', async (_what, before) => {
	before();
	await stay(6);
	expect(slips().never).toEqual(['product']);
});

it('blames nobody as long as no look could tell it', async () => {
	for (const hours of [1, 2, 3]) {
		const atMs = ARRIVAL_MS + hours * HOUR_MS;
		await clock.advanceBy(atMs - clock.now());
		told.walk([rowOf(BOOKING, 0, GUEST)], atMs, () => 'product');
		look(atMs, { sent: [], error: 'the service failed' });
	}
	expect([slips(), told.isAwaited]).toEqual([NONE, true]);
});

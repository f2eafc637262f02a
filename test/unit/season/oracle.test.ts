import { ManualClock } from '../../support/clock/manualClock';
import { createSandbox, type Sandbox } from '../../../sandbox/createSandbox';
import { callSandbox } from '../../sandbox/callSandbox';
import {
	DAY_MS,
	HOUR_MS,
	type Booking,
	type Guest,
	type Version,
} from '../../support/season/bookings';
import type { Period } from '../../support/season/agenda';
import { buildHouse, type House } from '../../support/season/house';
import { Messages } from '../../support/season/messages';
import { Oracle, STEP_MS } from '../../support/season/oracle';

const START_MS = Date.parse('2027-05-01T00:00:00Z');
const ARRIVAL_MS = START_MS + 15 * HOUR_MS;
const DEPARTURE_MS = START_MS + DAY_MS + 11 * HOUR_MS;
const guest = (person: string): Guest => ({
	person,
	number: 1,
	name: person,
	email: '',
	phone: '',
	key: '',
});
const FIRST: Version = {
	atMs: START_MS,
	what: 'book',
	status: 'confirmed',
	guests: [guest('first')],
	rooms: ['room-1'],
	arrivalMs: ARRIVAL_MS,
	departureMs: DEPARTURE_MS,
};
const CHANGED_MS = ARRIVAL_MS - 3 * HOUR_MS;
const bookingOf = (change?: Partial<Version>): Booking => ({
	id: 'R-0001',
	versions: change ? [FIRST, { ...FIRST, ...change, atMs: CHANGED_MS }] : [FIRST],
});

let clock: ManualClock;
let sandbox: Sandbox;
let house: House;
let messages: Messages;

beforeEach(async () => {
	clock = new ManualClock(START_MS);
	sandbox = await createSandbox({ fixture: 'empty', clock });
	house = buildHouse(sandbox, 2, ['ttlock']);
	messages = new Messages();
});

afterEach(async () => await sandbox.stop());

const oracleOf = (booking: Booking, offline: ReadonlyMap<string, readonly Period[]> = new Map()) =>
	new Oracle(sandbox, house, [booking], { offline }, messages);

const tell = (person: string, pin: string) =>
	messages.tellNewPin({ json: { pin } }, { bookingId: 'R-0001', person });

/** Access as it is on the locks, whoever made it. */
async function open(room: string, code: string): Promise<void> {
	const { status } = await callSandbox(sandbox, '/access_grants/create', {
		user_identity: { full_name: 'Guest' },
		access_grant_key: 'reservation:R-0001',
		space_keys: [room],
		requested_access_methods: [{ mode: 'code', code }],
		starts_at: new Date(ARRIVAL_MS).toISOString(),
		ends_at: new Date(DEPARTURE_MS).toISOString(),
	});
	expect(status).toBe(200);
}

async function lookAtDoors(oracle: Oracle) {
	const nowMs = ARRIVAL_MS + HOUR_MS;
	await clock.advanceBy(nowMs - clock.now());
	oracle.walk(nowMs);
	oracle.finish(nowMs + STEP_MS);
	return oracle.violations.map(({ rule, cause, person, lock }) => [
		rule,
		cause,
		person,
		house.nameOf(lock),
	]);
}

it('finds nothing if each guest can open the doors of the stay, and nobody else can', async () => {
	const booking = bookingOf();
	const oracle = oracleOf(booking);
	oracle.got(booking, 0, START_MS);
	await open('room-1', '5001');
	tell('first', '5001');
	expect(await lookAtDoors(oracle)).toEqual([]);
	expect([oracle.doorSteps, oracle.guestSteps]).toEqual([house.locks.length, 2]);
});

it('finds a guest outside whose PIN is not on the locks, and a PIN on the locks that nobody may use', async () => {
	const booking = bookingOf();
	const oracle = oracleOf(booking);
	oracle.got(booking, 0, START_MS);
	await open('room-2', '5001');
	tell('first', '5002');
	expect(await lookAtDoors(oracle)).toEqual([
		['wrong person', 'product', 'nobody', 'Room 2'],
		['wrong person', 'product', 'nobody', 'Room 2, inner door'],
		['guest outside', 'product', 'first', 'Front Door 1'],
		['guest outside', 'product', 'first', 'Room 1'],
	]);
});

describe('a guest who was told a PIN and whose booking has passed on', () => {
	const booking = bookingOf({ guests: [guest('second')] });
	const both = (cause: string, door: string) => [
		['wrong person', cause, 'first', door],
		['guest outside', cause, 'second', door],
	];
	const doorsOf = async (oracle: Oracle) => {
		await open('room-1', '5001');
		tell('first', '5001');
		return new Set((await lookAtDoors(oracle)).map((row) => row.join(', ')));
	};
	const rows = (...all: string[][]) => new Set(all.map((row) => row.join(', ')));

	it('is at a wrong door because of the product, once n8n knew', async () => {
		const oracle = oracleOf(booking);
		oracle.got(booking, 1, CHANGED_MS);
		expect(await doorsOf(oracle)).toEqual(
			rows(...both('product', 'Front Door 1'), ...both('product', 'Room 1')),
		);
	});

	it('is at a wrong door because of the message, as long as it has not come', async () => {
		const cause = 'no message about the change had arrived';
		const oracle = oracleOf(booking);
		oracle.got(booking, 0, START_MS);
		expect(await doorsOf(oracle)).toEqual(
			rows(...both(cause, 'Front Door 1'), ...both(cause, 'Room 1')),
		);
	});

	it('is at a wrong door because of a lock that has been offline since then, and of no other', async () => {
		const [frontDoor = ''] = house.locksOf('room-1');
		const oracle = oracleOf(booking, new Map([[frontDoor, [[CHANGED_MS, DEPARTURE_MS]]]]));
		oracle.got(booking, 1, CHANGED_MS);
		expect(await doorsOf(oracle)).toEqual(
			rows(...both('the lock was offline', 'Front Door 1'), ...both('product', 'Room 1')),
		);
	});

	it('is at a wrong door because of the rules, until they are settled', async () => {
		const cause = 'another guest after the arrival: the host was asked';
		const oracle = oracleOf(booking);
		oracle.got(booking, 1, CHANGED_MS);
		for (const person of ['first', 'second']) oracle.leaveToHost(booking, person, cause);
		oracle.settle(booking, 'second', CHANGED_MS);
		expect(await doorsOf(oracle)).toEqual(
			rows(
				['wrong person', cause, 'first', 'Front Door 1'],
				['wrong person', cause, 'first', 'Room 1'],
				['guest outside', 'product', 'second', 'Front Door 1'],
				['guest outside', 'product', 'second', 'Room 1'],
			),
		);
	});
});

import type { Fault } from '../../sandbox/faults/faults';
import { hotel } from '../../sandbox/fixtures/hotel';
import { runWithBody } from '../support/deliverToExample';
import { QUICK_CHECKS, useHotelSandbox } from '../support/hotelSandbox';
import { readExample } from '../../host/n8n/readExample';
import type { WorkflowRun } from '../../host/engine/runWorkflow';
import { skipPauses } from '../support/skipPauses';

const service = useHotelSandbox();
beforeEach(() => void skipPauses());
afterEach(() => jest.restoreAllMocks());

const earlyCheckIn = readExample('early-check-in.json');

/** Gives a booking access as "Reservation to access" does, with a PIN and a mobile key. */
async function book(
	reservationId = 'R-1001',
	rooms = 'room-102',
	arrival = '2031-01-31T15:00:00+01:00',
	departure = '2031-02-02T11:00:00+01:00',
): Promise<void> {
	const { items } = await service.run('reservation.upsert', {
		reservationKey: reservationId,
		guestName: 'Guest 7',
		guestContact: 'guest@example.com',
		rooms: { __rl: true, mode: 'key', value: rooms },
		arrival,
		departure,
		options: { ...QUICK_CHECKS, accessMethods: ['code', 'mobile_key'], waitUntilIssued: true },
	});
	expect(items).toMatchObject([{ json: { outcome: expect.stringMatching(/^(created|moved)$/) } }]);
}

const ask = async (reservationId: string, arrival: string) =>
	await runWithBody(
		earlyCheckIn,
		'Request for an earlier arrival',
		{ reservation_id: reservationId, arrival },
		service.credentials,
	);

/** Failures of the service, and the message that the host reads. */
const UNREADABLE: Array<[string, Fault, string]> = [
	['is down', { kind: 'outage' }, 'The service is not available right now'],
	['refuses the key', { kind: 'unauthorized' }, 'The API key was not accepted'],
];
/** A credential without an address, which allows no request: n8n then passes the input on without an error. */
const NO_ADDRESS = () => ({
	deviceAccessApi: { ...service.credentials.deviceAccessApi, baseUrl: 'no address' },
});
/** The paths of the write requests to the service. */
const writes = () => service.paths().filter((path) => !/\/(list|get|get_related)$/.test(path));

const access = () => {
	const workspace = [...service.sandbox.state.workspaces.values()].find((candidate) =>
		candidate.access.accessGrants.get(hotel.accessGrants.stay101),
	);
	if (workspace === undefined)
		throw new Error('The sandbox has no workspace with the stay in Room 101');
	return workspace.access;
};
const grantsOf = (key: string) =>
	access()
		.accessGrants.entries.map(({ record }) => record)
		.filter(({ access_grant_key: own }) => own === `reservation:${key}`);
const timesOf = (key: string) =>
	grantsOf(key).map(({ starts_at, ends_at }) => [starts_at, ends_at]);
const sent = (run: WorkflowRun, node: string) => run.items(node).map(({ json }) => json);

const BOOKED = ['2031-01-31T14:00:00.000Z', '2031-02-02T10:00:00.000Z'];

describe('"Early check-in"', () => {
	const NOON = '2031-01-31T12:00:00+01:00';
	const EARLIER = ['2031-01-31T11:00:00.000Z', BOOKED[1]];

	it('moves the start, leaves the end, and says so when PIN and key work', async () => {
		await book();
		const run = await ask('R-1001', NOON);
		expect(timesOf('R-1001')).toEqual([EARLIER]);
		expect(sent(run, 'Send the answer')).toMatchObject([
			{
				subject: 'You can check in early',
				guest_email: 'guest@example.com',
				text: expect.stringMatching(
					/^You can check in from Friday, January 31, 2031 at 1[12]:00\sAM\.\n\nYour PIN: \d{4,9}\nYour mobile key: https:\S+$/,
				),
			},
		]);
	});

	it('changes nothing while another reservation of the room lasts, and lets it begin when that one ends', async () => {
		await book();
		await book('R-1000', 'room-102', '2031-01-29T15:00:00+01:00', '2031-01-31T11:00:00+01:00');
		const tooEarly = await ask('R-1001', '2031-01-31T10:00:00+01:00');
		expect([timesOf('R-1001'), sent(tooEarly, 'Send the answer')]).toEqual([
			[BOOKED],
			[
				{
					subject: 'The room is not free yet',
					guest_email: 'guest@example.com',
					text: expect.stringMatching(
						/^Sorry, your room will not be free by January 31, 10:00\sAM\. Your arrival time stays the same\.$/,
					),
				},
			],
		]);
		await ask('R-1001', '2031-01-31T11:00:00+01:00');
		expect(timesOf('R-1001')).toEqual([['2031-01-31T10:00:00.000Z', BOOKED[1]]]);
	});

	it.each([
		['an unknown reservation', 'R-unknown', NOON, 'This reservation has no access'],
		['a later time', 'R-1001', '2031-01-31T16:00:00+01:00', 'not earlier than'],
		['no time', 'R-1001', 'at noon', 'The number is missing'],
		['a day without a time', 'R-1001', '2031-01-31', 'not in the form 2031-01-31T12:00:00+01:00'],
		[
			'a time without an offset',
			'R-1001',
			'2031-01-31T09:00',
			'not in the form 2031-01-31T12:00:00+01:00',
		],
		[
			'a time that does not exist',
			'R-1001',
			'2031-02-30T09:00:00Z',
			'not in the form 2031-01-31T12:00:00+01:00',
		],
		['no number', '', NOON, 'The number is missing'],
	])('says why nothing can be moved for %s', async (_what, reservationId, arrival, text) => {
		await book();
		const run = await ask(reservationId, arrival);
		expect([timesOf('R-1001'), sent(run, 'Send it to yourself')]).toEqual([
			[BOOKED],
			[
				{
					subject: `Early check-in ${reservationId} was not possible`,
					text: expect.stringContaining(text),
				},
			],
		]);
	});

	it('finds the access after a change of rooms that gave it another key', async () => {
		service.sandbox.settings.deletedGrantKeys = 'neverFree';
		await book();
		await book('R-1001', 'room-101');
		expect([grantsOf('R-1001'), timesOf('R-1001:part-2')]).toEqual([[], [BOOKED]]);
		const run = await ask('R-1001', NOON);
		expect([timesOf('R-1001:part-2'), sent(run, 'Send the answer')]).toEqual([
			[EARLIER],
			[expect.objectContaining({ subject: 'You can check in early' })],
		]);
	});

	it.each(['2031-01-31T11:00Z', '2031-01-31T12:00+01', '2031-01-31T06:00:00-0500'])(
		'understands %s',
		async (arrival) => {
			await book();
			await ask('R-1001', arrival);
			expect(timesOf('R-1001')).toEqual([EARLIER]);
		},
	);

	it('waits for a stay from a calendar, but not for another guest of the same reservation', async () => {
		await book();
		const also = async (
			reservationKey: string,
			arrival: string,
			departure: string,
			options: object,
		) =>
			await service.run('reservation.upsert', {
				reservationKey,
				guestName: 'Guest 8',
				guestContact: 'guest-8@example.com',
				rooms: { __rl: true, mode: 'key', value: 'room-102' },
				arrival,
				departure,
				options: { ...QUICK_CHECKS, waitUntilIssued: true, ...options },
			});
		await also('R-1001', '2031-01-31T14:00:00+01:00', '2031-02-02T11:00:00+01:00', {
			guestNumber: 2,
		});
		await also('one@example.com', '2031-01-29T15:00:00+01:00', '2031-01-31T11:00:00+01:00', {
			keyPrefix: 'calendar-room-102:',
		});
		const subjects = async (arrival: string) =>
			sent(await ask('R-1001', arrival), 'Send the answer').map(({ subject }) => subject);
		expect(await subjects('2031-01-30T12:00:00+01:00')).toEqual(['The room is not free yet']);
		expect(await subjects(NOON)).toEqual(['You can check in early']);
	});

	it('can be repeated without harm', async () => {
		await book();
		await ask('R-1001', NOON);
		const again = await ask('R-1001', NOON);
		expect([timesOf('R-1001'), sent(again, 'Send the answer')]).toEqual([[EARLIER], []]);
	});

	describe.each(UNREADABLE)('while the service %s', (_what, fault, reason) => {
		const notPossible = {
			subject: 'Early check-in R-1001 was not possible',
			text: expect.stringContaining(reason),
		};

		it.each([
			['the reservation', 0],
			['those of its room', 1],
		])('moves nothing, and tells the host, when %s cannot be read', async (_which, after) => {
			await book();
			service.sandbox.requests.clear();
			service.sandbox.faults.always('/access_grants/list', fault, { after });
			const run = await ask('R-1001', NOON);
			expect([sent(run, 'Send it to yourself'), sent(run, 'Send the answer')]).toEqual([
				[notPossible],
				[],
			]);
			expect(sent(run, 'Send it to yourself')[0]?.text).toMatch(/ Nothing has changed\.$/);
			expect([writes(), timesOf('R-1001')]).toEqual([[], [BOOKED]]);
		});
	});

	it('moves nothing if the first node cannot run at all', async () => {
		const run = await runWithBody(
			earlyCheckIn,
			'Request for an earlier arrival',
			{ reservation_id: 'R-1001', arrival: NOON },
			NO_ADDRESS(),
		);
		expect([sent(run, 'Send the answer'), service.paths()]).toEqual([[], []]);
	});
});

import { DataDeduplicationService } from 'n8n-core';
import type { Fault } from '../../sandbox/faults/faults';
import { hotel } from '../../sandbox/fixtures/hotel';
import { workspaceIds } from '../../sandbox/fixtures/workspaces';
import { runWithBody } from '../support/deliverToExample';
import { QUICK_CHECKS, useHotelSandbox } from '../support/hotelSandbox';
import { startHttpServer, type HttpServer } from '../support/httpServer';
import { nodeOf, readExample, withSetting } from '../support/readExample';
import { runWorkflow, type WorkflowRun } from '../../host/engine/runWorkflow';
import { SeenValues } from '../support/seenValues';
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
const writes = () => service.paths().filter((path) => !/\/(list|get)$/.test(path));

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
const guests = () =>
	access()
		.userIdentities.entries.map(({ record }) => record)
		.filter(({ full_name: name }) => name === 'Guest 7');
const sent = (run: WorkflowRun, node: string) => run.items(node).map(({ json }) => json);

const BOOKED = ['2031-01-31T14:00:00.000Z', '2031-02-02T10:00:00.000Z'];

describe('"Early check-in"', () => {
	const NOON = '2031-01-31T12:00:00+01:00';
	const EARLIER = ['2031-01-31T11:00:00.000Z', BOOKED[1]];

	it('moves the start, leaves the end, and says so when PIN and key work', async () => {
		await book();
		const run = await ask('R-1001', NOON);
		expect(timesOf('R-1001')).toEqual([EARLIER]);
		expect(sent(run, 'Send the answer')).toEqual([
			{
				subject: 'You can check in early',
				user_identity_id: guests()[0]?.user_identity_id,
				text: expect.stringMatching(
					/^You can check in from January 31, 2031, 12:00\sPM\.\n\nYour PIN: \d{4,9}\nYour mobile key: https:\S+$/,
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
					user_identity_id: guests()[0]?.user_identity_id,
					text: expect.stringMatching(
						/^Sorry, your room will not be free by January 31, 2031, 10:00\sAM\. Your arrival time stays the same\.$/,
					),
				},
			],
		]);
		await ask('R-1001', '2031-01-31T11:00:00+01:00');
		expect(timesOf('R-1001')).toEqual([['2031-01-31T10:00:00.000Z', BOOKED[1]]]);
	});

	it.each([
		[
			'an unknown reservation',
			'R-unknown',
			NOON,
			'There is no access with this reservation number.',
		],
		['a later time', 'R-1001', '2031-01-31T16:00:00+01:00', 'The new time is not earlier'],
		['no time', 'R-1001', 'at noon', 'The reservation number or the arrival is missing'],
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
		['no number', '', NOON, 'The reservation number or the arrival is missing'],
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
			text: expect.stringContaining(`The access could not be read: ${reason}`),
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
			expect(sent(run, 'Send it to yourself')[0]?.text).toMatch(/[^.]\. Nothing has changed\.$/);
			expect([writes(), timesOf('R-1001')]).toEqual([[], [BOOKED]]);
		});
	});

	it('tells the host if the first node cannot run at all', async () => {
		const run = await runWithBody(
			earlyCheckIn,
			'Request for an earlier arrival',
			{ reservation_id: 'R-1001', arrival: NOON },
			NO_ADDRESS(),
		);
		expect(sent(run, 'Send it to yourself')).toEqual([
			{
				subject: 'Early check-in R-1001 was not possible',
				text: 'The access could not be read: The execution shows why. Nothing has changed.',
			},
		]);
		expect(service.paths()).toEqual([]);
	});
});

describe('"Codes in trouble"', () => {
	const example = readExample('codes-in-trouble.json');
	const memory = new SeenValues();

	let chat: HttpServer;
	let chatStatus: number;

	beforeAll(async () => await DataDeduplicationService.init(memory));
	beforeEach(async () => {
		memory.remember([], 'workflow-under-test');
		chatStatus = 200;
		chat = await startHttpServer(() => ({ status: chatStatus, body: 'ok' }));
	});
	afterEach(async () => await chat.stop());

	/** Runs the hourly check with the address of a chat. */
	async function runOnce(chatAddress = `${chat.url}/hooks/chat`): Promise<WorkflowRun> {
		const workflow = withSetting(example, 'Settings', 'chat_address', chatAddress);
		nodeOf(workflow, 'Send to chat').waitBetweenTries = 1;
		return await runWorkflow(workflow, { credentials: service.credentials });
	}

	/** Adds errors or warnings, as `code` and minutes since the start of a year, to a managed code. */
	function trouble(
		accessCodeId: string,
		issues: { errors?: Array<[string, number]>; warnings?: Array<[string, number]> },
	): void {
		const code = service.sandbox.state.accessCodes.get(accessCodeId);
		if (code === undefined) throw new Error(`The sandbox has no code ${accessCodeId}`);
		const issue = ([issueCode, minutes]: [string, number]) => ({
			message: `It says ${issueCode.replaceAll('_', ' ')}.`,
			created_at: new Date(Date.UTC(2026, 0, 1, 0, minutes)).toISOString(),
		});
		service.sandbox.state.updateAccessCode(code, {
			errors: (issues.errors ?? []).map((entry) => ({
				error_code: entry[0],
				is_access_code_error: true,
				...issue(entry),
			})),
			warnings: (issues.warnings ?? []).map((entry) => ({
				warning_code: entry[0],
				...issue(entry),
			})),
		});
	}

	const messages = () =>
		chat.requests.map(({ method, path, body }) => ({
			method,
			path,
			...(JSON.parse(body) as { text: string }),
		}));

	it('reports codes with errors or warnings in one message, lock by lock', async () => {
		trouble(hotel.managedCodes.frontDesk, { errors: [['failed_to_set_on_device', 1]] });
		trouble(hotel.managedCodes.meetingRoom, {
			errors: [['duplicate_code_on_device', 2]],
			warnings: [['delay_in_setting_on_device', 3]],
		});

		const run = await runOnce();

		expect(run.status).toBe('success');
		expect(messages()).toEqual([
			{
				method: 'POST',
				path: '/hooks/chat',
				text: [
					'2 access codes are in trouble',
					'',
					"Front Door, code 'Front Desk':",
					'Error: It says failed to set on device (failed_to_set_on_device)',
					'',
					"Meeting Room, code 'Meeting Guests':",
					'Error: It says duplicate code on device (duplicate_code_on_device)',
					'Warning: It says delay in setting on device (delay_in_setting_on_device)',
				].join('\n'),
			},
		]);
	});

	it('says nothing if no code is in trouble', async () => {
		expect([(await runOnce()).status, messages()]).toEqual(['success', []]);
	});

	it('reports the same problem once, another one of the same code, and one that was solved and is back', async () => {
		const { frontDesk } = hotel.managedCodes;
		const textsAfter = async (issues: Parameters<typeof trouble>[1]) => {
			const before = chat.requests.length;
			trouble(frontDesk, issues);
			await runOnce();
			return messages()
				.slice(before)
				.map(({ text }) => text.split('\n').slice(3));
		};
		const FAILED = 'Error: It says failed to set on device (failed_to_set_on_device)';
		const DELAYED = 'Warning: It says delay in setting on device (delay_in_setting_on_device)';

		expect(await textsAfter({ errors: [['failed_to_set_on_device', 1]] })).toEqual([[FAILED]]);
		expect(await textsAfter({ errors: [['failed_to_set_on_device', 1]] })).toEqual([]);
		expect(
			await textsAfter({
				errors: [['failed_to_set_on_device', 1]],
				warnings: [['delay_in_setting_on_device', 2]],
			}),
		).toEqual([[FAILED, DELAYED]]);
		expect(await textsAfter({ warnings: [['delay_in_setting_on_device', 2]] })).toEqual([]);
		expect(await textsAfter({})).toEqual([]);
		expect(await textsAfter({ errors: [['failed_to_set_on_device', 9]] })).toEqual([[FAILED]]);
	});

	describe('a message that is too long for a chat', () => {
		const LONGEST = 1800;

		/** Adds `count` codes with errors to the front door. Returns their names. */
		function addCodesInTrouble(count: number): string[] {
			const workspace = service.sandbox.state.workspaces.get(workspaceIds.main);
			if (workspace === undefined) throw new Error('The sandbox has no main workspace');
			return Array.from({ length: count }, (_, index) => {
				const number = String(6000 + index);
				const accessCodeId = `60000000-0000-4000-8000-00000000${number}`;
				service.sandbox.state.addAccessCode(workspace, {
					accessCodeId,
					deviceId: hotel.devices.frontDoor,
					name: `Guest ${number}`,
					code: `1${number}`,
					createdAt: new Date().toISOString(),
					isManaged: true,
				});
				trouble(accessCodeId, { errors: [['failed_to_set_on_device', index]] });
				return `Guest ${number}`;
			});
		}

		it.each([30])(
			'ends with how many of %i codes are left out, and all of them count as reported',
			async (count) => {
				const names = addCodesInTrouble(count);

				const run = await runOnce();
				await runOnce();

				expect(run.status).toBe('success');
				expect(messages()).toHaveLength(1);
				const [{ text } = { text: '' }] = messages();
				const [heading, ...told] = text.split('\n\n');
				expect([heading, told.pop()]).toEqual([
					`${count} access codes are in trouble`,
					`… and ${count - told.length} more`,
				]);
				expect(told.length).toBeGreaterThan(10);
				expect(
					told.filter(
						(one) =>
							!/^Front Door, code 'Guest 6\d{3}':\nError: It says failed to set on device \(failed_to_set_on_device\)$/.test(
								one,
							),
					),
				).toEqual([]);
				expect(text.length).toBeLessThan(LONGEST);
				expect(
					run
						.items('One item per code')
						.map(({ json }) => names.filter((name) => String(json.text).includes(name)).length),
				).toEqual(names.map(() => 1));
			},
		);

		it('cuts the text of a code that does not fit into one message', async () => {
			const errors = Array.from({ length: 40 }, (_, index): [string, number] => [
				'failed_to_set_on_device',
				index,
			]);
			trouble(hotel.managedCodes.frontDesk, { errors });
			trouble(hotel.managedCodes.meetingRoom, { errors });

			await runOnce();

			const [{ text } = { text: '' }] = messages();
			expect(text).toMatch(
				/^2 access codes are in trouble\n\nFront Door, code 'Front Desk':\nError: [^]*…\n\n… and 1 more$/,
			);
			expect(text.length).toBeLessThan(LONGEST);
		});
	});

	it('only shows the codes while there is no address, and remembers nothing', async () => {
		trouble(hotel.managedCodes.frontDesk, { errors: [['failed_to_set_on_device', 1]] });

		const shown = await runOnce('');

		expect(shown.status).toBe('success');
		expect(shown.items('Show the codes').map(({ json }) => json.text)).toEqual([
			"Front Door, code 'Front Desk':\nError: It says failed to set on device (failed_to_set_on_device)",
		]);
		await runOnce();
		expect(messages()).toHaveLength(1);
	});

	it('shows and sends no PIN', async () => {
		const code = service.sandbox.state.accessCodes.get(hotel.managedCodes.room104);
		trouble(hotel.managedCodes.room104, { errors: [['failed_to_set_on_device', 1]] });
		code?.errors?.forEach((error) => Object.assign(error, { message: 'PIN 1041 is taken' }));

		const run = await runOnce();

		expect(messages().map(({ text }) => text.split('\n').at(-1))).toEqual([
			'Error: PIN **** is taken (failed_to_set_on_device)',
		]);
		expect(JSON.stringify(run.run.data.resultData.runData)).not.toMatch(/PIN 1041|"code":"\d/);
	});
});

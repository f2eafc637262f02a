import { DataDeduplicationService } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';
import { waitFor } from '../../host/process/waitFor';
import type { Fault } from '../../sandbox/faults/faults';
import { hotel } from '../../sandbox/fixtures/hotel';
import { workspaceIds } from '../../sandbox/fixtures/workspaces';
import { byId, useHotelSandbox } from '../support/hotelSandbox';
import { startHttpServer, type HttpServer } from '../support/httpServer';
import { nodeOf, readExample, withSetting, type Example } from '../support/readExample';
import { runWorkflow, type WorkflowRun } from '../support/runWorkflow';
import { SeenValues } from '../support/seenValues';
import { skipPauses } from '../support/skipPauses';
import { webhookTrigger } from '../support/webhookTrigger';

const service = useHotelSandbox();
beforeEach(() => void skipPauses());
afterEach(() => jest.restoreAllMocks());

/** The header that the sender proves itself by, as a person would set it up in n8n. */
const SECRET = { name: 'X-Webhook-Secret', value: 'sandbox-webhook-secret' };

const reservations = readExample('reservation-to-access.json');
const earlyCheckIn = readExample('early-check-in.json');

/** The example as a person would change it to give each guest a certain PIN. */
function withPin(pin: string): Example {
	const nodes = reservations.nodes.map((node) =>
		node.name === 'Give access' ? { ...node, parameters: { ...node.parameters, requestedAccessMethods: { method: [{ mode: 'code', code: pin }] } } } as typeof node : node,
	);
	return { ...reservations, nodes };
}

/** Sends a body to the webhook of the example; undefined when n8n refused it, so that nothing ran. */
async function deliver(
	example: Example, start: string, body: IDataObject, { secret = SECRET.value, credentials = service.credentials } = {},
): Promise<{ status: number; run: WorkflowRun | undefined; error?: Error }> {
	const trigger = await webhookTrigger('n8n-nodes-base.webhook', {
		parameters: nodeOf(example, start).parameters, credentials: { ...credentials, httpHeaderAuth: SECRET },
	});
	const { status, items, error } = await trigger.receive({ rawBody: JSON.stringify(body), headers: { [SECRET.name]: secret } });
	await trigger.stop();
	if (items === undefined) return { status, run: undefined, error };
	return { status, error, run: await runWorkflow(example, { credentials, startNode: start, startItems: items }) };
}

async function accepted(example: Example, start: string, body: IDataObject, credentials = service.credentials): Promise<WorkflowRun> {
	const { status, run, error } = await deliver(example, start, body, { credentials });
	if (run === undefined) throw new Error(`The webhook answered ${status}: ${error?.stack}`);
	expect([run.error(), run.status]).toEqual([undefined, 'success']);
	return run;
}

const STAY = {
	reservation_id: 'R-1001',
	guest: { id: 'G-7', name: 'Guest of Room 102', email: 'guest@example.com', phone: '+15550100000' },
	room: 'room-102',
	check_in: '2031-01-31T15:00:00+01:00',
	check_out: '2031-02-02T11:00:00+01:00',
};

const tell = async (event: string, changes: IDataObject = {}) => await accepted(reservations, 'From the PMS', { event: `reservation.${event}`, ...STAY, ...changes });
const ask = async (reservationId: string, arrival: string) =>
	await accepted(earlyCheckIn, 'Request for an earlier arrival', { reservation_id: reservationId, arrival });

/** Why the service cannot be asked, and what the host reads of it. */
const UNREADABLE: Array<[string, Fault, string]> = [
	['is down', { kind: 'outage' }, 'The service is not available right now'],
	['refuses the key', { kind: 'unauthorized' }, 'The API key was not accepted'],
];
/** A credential that no request can be made of: n8n then hands on what came in, without an error. */
const NO_ADDRESS = () => ({ deviceAccessApi: { ...service.credentials.deviceAccessApi, baseUrl: 'no address' } });
/** The paths of what was written at the service. */
const writes = () => service.paths().filter((path) => !/\/(list|get)$/.test(path));

const access = () => {
	const workspace = [...service.sandbox.state.workspaces.values()].find((candidate) => candidate.access.accessGrants.get(hotel.accessGrants.stay101));
	if (workspace === undefined) throw new Error('The sandbox has no workspace with the stay in Room 101');
	return workspace.access;
};
const grantsOf = (key: string) => access().accessGrants.entries.map(({ record }) => record).filter(({ access_grant_key: own }) => own === key);
/** The PINs and keys of a reservation as the service tells of them: their kinds, and whether each is issued. */
const methodsOf = async (key: string) => {
	const { items } = await service.run('accessMethod.getAll', { filters: { accessGrantKey: key }, returnAll: true });
	return items.map(({ json }) => [json.mode, json.is_issued]);
};
const timesOf = (key: string) => grantsOf(key).map(({ starts_at, ends_at }) => [starts_at, ends_at]);
const guests = () => access().userIdentities.entries.map(({ record }) => record).filter(({ user_identity_key: key }) => key === 'G-7');
const sent = (run: WorkflowRun, node: string) => run.items(node).map(({ json }) => json);

const BOOKED = ['2031-01-31T14:00:00.000Z', '2031-02-02T10:00:00.000Z'];
const MOVED = { check_in: '2031-01-30T15:00:00+01:00', check_out: '2031-02-03T11:00:00+01:00' };
const MOVED_TIMES = ['2031-01-30T14:00:00.000Z', '2031-02-03T10:00:00.000Z'];

describe('"Reservation to access"', () => {
	it('gives a new guest a PIN and a mobile key for the room, and writes both in the message', async () => {
		const run = await tell('created');

		expect(guests()).toMatchObject([{ full_name: 'Guest of Room 102', email_address: 'guest@example.com', phone_number: '+15550100000' }]);
		expect(grantsOf('R-1001')).toMatchObject([{
			reservation_key: 'R-1001', name: 'Reservation R-1001', user_identity_id: guests()[0]?.user_identity_id, space_ids: [hotel.spaces.room102],
			starts_at: BOOKED[0], ends_at: BOOKED[1],
		}]);
		expect(await methodsOf('R-1001')).toEqual([['code', true], ['mobile_key', true]]);
		expect(sent(run, 'Send it to the guest')).toEqual([{
			email: 'guest@example.com', phone: '+15550100000', subject: 'Your key for room-102',
			text: expect.stringMatching(/^Hello Guest of Room 102,\n\nyou can open your room from 31 January 2031, 15:00 until 2 February 2031, 11:00\.\n\nYour PIN: \d{4,9}\nYour key on the phone: https:\S+$/),
		}]);
		expect(sent(run, 'Send it to yourself')).toEqual([]);
	});

	it('makes no second access, and sends no second message, when the booking comes again', async () => {
		await tell('created');
		const again = await tell('created');
		expect([timesOf('R-1001'), guests().length, sent(again, 'Send it to the guest'), sent(again, 'Send it to yourself')]).toEqual([[BOOKED], 1, [], []]);
	});

	it('knows a guest who comes back', async () => {
		await tell('created');
		await tell('created', { reservation_id: 'R-1002', check_in: '2031-05-01T15:00:00Z', check_out: '2031-05-02T11:00:00Z' });
		expect([guests().length, grantsOf('R-1002').map(({ user_identity_id: id }) => id)]).toEqual([1, [guests()[0]?.user_identity_id]]);
	});

	it('moves the access to new dates, and tells the guest when its methods work again', async () => {
		await tell('created');
		const run = await tell('changed', MOVED);
		expect(timesOf('R-1001')).toEqual([MOVED_TIMES]);
		expect(sent(run, 'Send it to the guest')).toMatchObject([{ text: expect.stringMatching(/from 30 January 2031, 15:00 until 3 February 2031, 11:00\.\n\nYour PIN: \d{4,9}\nYour key on the phone: https:/) }]);
	});

	it('takes a change that overtook its booking for the booking, and keeps its dates when the booking comes', async () => {
		const run = await tell('changed', MOVED);
		await tell('created');
		expect([timesOf('R-1001'), sent(run, 'Send it to the guest').length]).toEqual([[MOVED_TIMES], 1]);
	});

	it.each(['cancelled', 'checked_out'])('takes the access away when the reservation is %s, also when that is told twice, and asks for nothing once it is gone', async (event) => {
		await tell('created');
		const [{ access_grant_id: id } = { access_grant_id: '' }] = grantsOf('R-1001');
		await tell(event);
		await tell(event);
		await waitFor('the end of the access', async () => grantsOf('R-1001').length === 0 || undefined);
		const deletions = service.bodies('/access_grants/delete');
		await tell(event);
		expect(deletions[0]).toEqual({ access_grant_id: id });
		expect(service.bodies('/access_grants/delete')).toEqual(deletions);
	});

	it('does nothing on the cancellation of what it does not know', async () => {
		const run = await tell('cancelled', { reservation_id: 'R-unknown' });
		expect(run.items('Nothing to do')).toHaveLength(1);
		expect(service.paths().filter((path) => !path.endsWith('/list'))).toEqual([]);
	});

	it.each<[string, IDataObject]>([
		['no reservation number', { reservation_id: '' }],
		['an event that it does not know', { event: 'reservation.archived' }],
		['no room', { room: null }],
		['no check-out', { check_out: undefined }],
	])('asks the service for nothing and tells the host of a message with %s', async (_what, changes) => {
		const run = await tell('created', changes);
		expect([service.paths(), sent(run, 'Send it to yourself')]).toEqual([[], [{ subject: 'A message of the PMS was not understood', text: expect.stringContaining('Nothing was changed.') }]]);
	});

	it.each<[string, IDataObject, RegExp]>([
		['a room that the service does not know', { room: 'room-unknown' }, /room-unknown, created: \S+/],
		['a check-out before the check-in', { check_out: '2031-01-30T11:00:00+01:00' }, /'Ends At' must be after 'Starts At'/],
	])('tells the host, and not the guest, of %s', async (_what, changes, text) => {
		const run = await tell('created', changes);
		expect(sent(run, 'Send it to yourself')).toEqual([{ subject: 'Reservation R-1001: please look after the access', text: expect.stringMatching(text) }]);
		expect([grantsOf('R-1001'), sent(run, 'Send it to the guest')]).toEqual([[], []]);
	});

	it('makes no second guest, and tells the host, when the service cannot say whether the guest is known', async () => {
		service.sandbox.faults.always('/user_identities/get', { kind: 'internalError' });
		const run = await tell('created');
		expect([guests(), grantsOf('R-1001'), service.bodies('/user_identities/create')]).toEqual([[], [], []]);
		expect(sent(run, 'Send it to yourself')).toEqual([{ subject: 'Reservation R-1001: please look after the access', text: expect.stringContaining('created: ') }]);
	});

	describe.each(UNREADABLE)('while the service %s', (_what, fault, reason) => {
		it.each([
			['created', STAY], ['changed', { ...STAY, ...MOVED }], ['cancelled', STAY], ['checked_out', STAY],
		])('tells the host of a reservation that is %s, and writes nothing, whether or not it has access already', async (event, body) => {
			for (const [reservationId, times] of [['R-1001', [BOOKED]], ['R-1002', []]] as const) {
				if (times.length > 0) await tell('created');
				service.sandbox.requests.clear();
				service.sandbox.faults.always('/access_grants/list', fault);

				const run = await tell(event, { ...body, reservation_id: reservationId });

				service.sandbox.faults.clear();
				expect(run.items('What is to be done?').map(({ json }) => json.error)).toEqual([expect.stringContaining(reason)]);
				expect([1, 2, 3, 4, 5].flatMap((output) => run.items('What is to be done?', output))).toEqual([]);
				expect(sent(run, 'Send it to yourself')).toEqual([
					{ subject: `Reservation ${reservationId}: please look after the access`, text: expect.stringContaining(`${reservationId}, room-102, ${event}: ${reason}`) },
				]);
				expect([sent(run, 'Send it to the guest'), writes(), timesOf(reservationId)]).toEqual([[], [], times]);
			}
		});
	});

	it.each(['created', 'changed', 'cancelled'])('tells the host when the first step cannot run at all (%s)', async (event) => {
		const run = await accepted(reservations, 'From the PMS', { event: `reservation.${event}`, ...STAY }, NO_ADDRESS());
		expect(sent(run, 'Send it to yourself')).toEqual([
			{ subject: 'Reservation R-1001: please look after the access', text: `Reservation R-1001, room-102, ${event}: A step could not run. The execution shows why.` },
		]);
		expect([sent(run, 'Send it to the guest'), service.paths()]).toEqual([[], []]);
	});

	it('tells the host, and not the guest, of a door that does not get the PIN', async () => {
		const pin = '4711';
		service.sandbox.settings.grantCodeUnavailable = 'missingDevice';
		await service.run('accessCode.create', { deviceId: byId(hotel.devices.room102), additionalFields: { code: pin, name: 'Cleaning' } });
		const run = await accepted(withPin(pin), 'From the PMS', { event: 'reservation.created', ...STAY });
		expect(grantsOf('R-1001')).toMatchObject([{ errors: [{ missing_device_ids: [hotel.devices.room102] }] }]);
		expect([sent(run, 'Send it to the guest'), sent(run, 'Send it to yourself')]).toEqual([[], [{ subject: 'Reservation R-1001: please look after the access', text: expect.stringMatching(/created: \S+/) }]]);
	});

	it.each(['', 'another-secret'])('refuses a delivery with the secret "%s"', async (secret) => {
		const { status, run } = await deliver(reservations, 'From the PMS', { event: 'reservation.created', ...STAY }, { secret });
		expect([status, run, service.paths()]).toEqual([403, undefined, []]);
	});
});

describe('"Early check-in"', () => {
	const NOON = '2031-01-31T12:00:00+01:00';
	const EARLIER = ['2031-01-31T11:00:00.000Z', BOOKED[1]];

	it('moves the start, leaves the end, and says so when PIN and key work', async () => {
		await tell('created');
		const run = await ask('R-1001', NOON);
		expect(timesOf('R-1001')).toEqual([EARLIER]);
		expect(sent(run, 'Send the answer')).toEqual([{
			subject: 'You can come earlier', user_identity_id: guests()[0]?.user_identity_id,
			text: expect.stringMatching(/^Your room is yours from 31 January 2031, 12:00\.\n\nYour PIN: \d{4,9}\nYour key on the phone: https:\S+$/),
		}]);
	});

	it('changes nothing while another reservation of the room lasts, and lets it begin when that one ends', async () => {
		await tell('created');
		await tell('created', { reservation_id: 'R-1000', check_in: '2031-01-29T15:00:00+01:00', check_out: '2031-01-31T11:00:00+01:00' });
		const tooEarly = await ask('R-1001', '2031-01-31T10:00:00+01:00');
		expect([timesOf('R-1001'), sent(tooEarly, 'Send the answer')]).toEqual([[BOOKED], [{ subject: 'The room is not free yet', text: expect.stringMatching(/Nothing was changed\.$/) }]]);
		await ask('R-1001', '2031-01-31T11:00:00+01:00');
		expect(timesOf('R-1001')).toEqual([['2031-01-31T10:00:00.000Z', BOOKED[1]]]);
	});

	it.each([
		['an unknown reservation', 'R-unknown', NOON, 'There is no access with this reservation number.'],
		['a later time', 'R-1001', '2031-01-31T16:00:00+01:00', 'The new time is not earlier'],
		['no time', 'R-1001', 'at noon', 'The reservation number or the time is missing'],
		['no number', '', NOON, 'The reservation number or the time is missing'],
	])('says why nothing can be moved for %s', async (_what, reservationId, arrival, text) => {
		await tell('created');
		const run = await ask(reservationId, arrival);
		expect([timesOf('R-1001'), sent(run, 'Send it to yourself')]).toEqual([[BOOKED], [{ subject: `Early check-in ${reservationId} was not possible`, text: expect.stringContaining(text) }]]);
	});

	it('does the same again without harm', async () => {
		await tell('created');
		await ask('R-1001', NOON);
		const again = await ask('R-1001', NOON);
		expect([timesOf('R-1001'), sent(again, 'Send the answer')]).toEqual([[EARLIER], []]);
	});

	describe.each(UNREADABLE)('while the service %s', (_what, fault, reason) => {
		const notPossible = { subject: 'Early check-in R-1001 was not possible', text: expect.stringContaining(`The service could not be asked: ${reason}`) };

		it.each([
			['the reservation', 0],
			['those of its room', 1],
		])('moves nothing, and tells the host, when %s cannot be read', async (_which, after) => {
			await tell('created');
			service.sandbox.requests.clear();
			service.sandbox.faults.always('/access_grants/list', fault, { after });
			const run = await ask('R-1001', NOON);
			expect([sent(run, 'Send it to yourself'), sent(run, 'Send the answer')]).toEqual([[notPossible], []]);
			expect(sent(run, 'Send it to yourself')[0]?.text).toMatch(/[^.]\. Nothing was changed\.$/);
			expect([writes(), timesOf('R-1001')]).toEqual([[], [BOOKED]]);
		});
	});

	it.each([
		['the first', 1],
		['the second', 2],
	])('moves nothing, and tells the host, when %s of two rooms cannot be read', async (_which, after) => {
		await tell('created', { room: 'room-101,room-102' });
		expect(grantsOf('R-1001').map(({ space_ids: rooms }) => (rooms as unknown[]).length)).toEqual([2]);
		service.sandbox.requests.clear();
		service.sandbox.faults.next('/access_grants/list', { kind: 'unauthorized' }, { after });
		const run = await ask('R-1001', NOON);
		expect(sent(run, 'Send it to yourself')).toEqual([{ subject: 'Early check-in R-1001 was not possible', text: expect.stringContaining('The API key was not accepted') }]);
		expect([sent(run, 'Send the answer'), writes(), timesOf('R-1001')]).toEqual([[], [], [BOOKED]]);
	});

	it('tells the host when the first step cannot run at all', async () => {
		const run = await accepted(earlyCheckIn, 'Request for an earlier arrival', { reservation_id: 'R-1001', arrival: NOON }, NO_ADDRESS());
		expect(sent(run, 'Send it to yourself')).toEqual([
			{ subject: 'Early check-in R-1001 was not possible', text: 'The service could not be asked: The execution shows why. Nothing was changed.' },
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

	/** The hourly run, as of a person who has pasted the address of a chat. */
	async function runOnce(chatAddress = `${chat.url}/hooks/chat`): Promise<WorkflowRun> {
		const workflow = withSetting(example, 'Settings', 'chat_address', chatAddress);
		nodeOf(workflow, 'Send to chat').waitBetweenTries = 1;
		return await runWorkflow(workflow, { credentials: service.credentials });
	}

	/** Puts errors or warnings, as `code` and minutes since the beginning of a year, on a managed code. */
	function trouble(accessCodeId: string, issues: { errors?: Array<[string, number]>; warnings?: Array<[string, number]> }): void {
		const code = service.sandbox.state.accessCodes.get(accessCodeId);
		if (code === undefined) throw new Error(`The sandbox has no code ${accessCodeId}`);
		const issue = ([issueCode, minutes]: [string, number]) => ({
			message: `It says ${issueCode.replaceAll('_', ' ')}.`,
			created_at: new Date(Date.UTC(2026, 0, 1, 0, minutes)).toISOString(),
		});
		service.sandbox.state.updateAccessCode(code, {
			errors: (issues.errors ?? []).map((entry) => ({ error_code: entry[0], is_access_code_error: true, ...issue(entry) })),
			warnings: (issues.warnings ?? []).map((entry) => ({ warning_code: entry[0], ...issue(entry) })),
		});
	}

	const messages = () => chat.requests.map(({ method, path, body }) => ({ method, path, ...(JSON.parse(body) as { text: string }) }));

	it('tells codes with errors or warnings in one message, lock by lock', async () => {
		trouble(hotel.managedCodes.frontDesk, { errors: [['failed_to_set_on_device', 1]] });
		trouble(hotel.managedCodes.meetingRoom, { errors: [['duplicate_code_on_device', 2]], warnings: [['delay_in_setting_on_device', 3]] });

		const run = await runOnce();

		expect(run.status).toBe('success');
		expect(messages()).toEqual([{
			method: 'POST',
			path: '/hooks/chat',
			text: [
				'2 access codes are in trouble', '',
				"Front Door, code 'Front Desk':", 'Error: It says failed to set on device (failed_to_set_on_device)', '',
				"Meeting Room, code 'Meeting Guests':", 'Error: It says duplicate code on device (duplicate_code_on_device)',
				'Warning: It says delay in setting on device (delay_in_setting_on_device)',
			].join('\n'),
		}]);
	});

	it('says nothing where no code is in trouble', async () => {
		expect([(await runOnce()).status, messages()]).toEqual(['success', []]);
	});

	it('tells the same trouble once, a further one of the same code, and one that was solved and is back', async () => {
		const { frontDesk } = hotel.managedCodes;
		const textsAfter = async (issues: Parameters<typeof trouble>[1]) => {
			const before = chat.requests.length;
			trouble(frontDesk, issues);
			await runOnce();
			return messages().slice(before).map(({ text }) => text.split('\n').slice(3));
		};
		const FAILED = 'Error: It says failed to set on device (failed_to_set_on_device)';
		const DELAYED = 'Warning: It says delay in setting on device (delay_in_setting_on_device)';

		expect(await textsAfter({ errors: [['failed_to_set_on_device', 1]] })).toEqual([[FAILED]]);
		expect(await textsAfter({ errors: [['failed_to_set_on_device', 1]] })).toEqual([]);
		expect(await textsAfter({ errors: [['failed_to_set_on_device', 1]], warnings: [['delay_in_setting_on_device', 2]] })).toEqual([[FAILED, DELAYED]]);
		expect(await textsAfter({ warnings: [['delay_in_setting_on_device', 2]] })).toEqual([]);
		expect(await textsAfter({})).toEqual([]);
		expect(await textsAfter({ errors: [['failed_to_set_on_device', 9]] })).toEqual([[FAILED]]);
	});

	it('ends as failed when the chat takes nothing after five tries, and tells it all in the next hour', async () => {
		trouble(hotel.managedCodes.frontDesk, { errors: [['failed_to_set_on_device', 1]] });
		chatStatus = 503;
		const failed = await runOnce();
		expect([failed.error()?.message, messages().length]).toEqual(['The chat did not take the message; the next run tells everything again.', 5]);

		chatStatus = 200;
		const next = await runOnce();
		expect([next.status, messages().length]).toEqual(['success', 6]);
	});

	describe('a message that a chat would refuse for its length', () => {
		const LONGEST = 1800;

		/** So many codes in trouble on the front door; their names. */
		function addCodesInTrouble(count: number): string[] {
			const workspace = service.sandbox.state.workspaces.get(workspaceIds.main);
			if (workspace === undefined) throw new Error('The sandbox has no main workspace');
			return Array.from({ length: count }, (_, index) => {
				const number = String(6000 + index);
				const accessCodeId = `60000000-0000-4000-8000-00000000${number}`;
				service.sandbox.state.addAccessCode(workspace, { accessCodeId, deviceId: hotel.devices.frontDoor, name: `Guest ${number}`, code: `1${number}`, createdAt: new Date().toISOString(), isManaged: true });
				trouble(accessCodeId, { errors: [['failed_to_set_on_device', index]] });
				return `Guest ${number}`;
			});
		}

		it.each([30])('ends with how many of %i codes are left out, and all of them count as told', async (count) => {
			const names = addCodesInTrouble(count);

			const run = await runOnce();
			await runOnce();

			expect(run.status).toBe('success');
			expect(messages()).toHaveLength(1);
			const [{ text } = { text: '' }] = messages();
			const [heading, ...told] = text.split('\n\n');
			expect([heading, told.pop()]).toEqual([`${count} access codes are in trouble`, `… and ${count - told.length} more`]);
			expect(told.length).toBeGreaterThan(10);
			expect(told.filter((one) => !/^Front Door, code 'Guest 6\d{3}':\nError: It says failed to set on device \(failed_to_set_on_device\)$/.test(one))).toEqual([]);
			expect(text.length).toBeLessThan(LONGEST);
			expect(run.items('One item per code').map(({ json }) => names.filter((name) => String(json.text).includes(name)).length)).toEqual(names.map(() => 1));
		});

		it('cuts a code that has more to say than a message can hold', async () => {
			const errors = Array.from({ length: 40 }, (_, index): [string, number] => [`failed_to_set_on_device_${index}`, index]);
			trouble(hotel.managedCodes.frontDesk, { errors });
			trouble(hotel.managedCodes.meetingRoom, { errors });

			await runOnce();

			const [{ text } = { text: '' }] = messages();
			expect(text).toMatch(/^2 access codes are in trouble\n\nFront Door, code 'Front Desk':\nError: [^]*…\n\n… and 1 more$/);
			expect(text.length).toBeLessThan(LONGEST);
		});
	});

	it('only shows the codes as long as there is no address, and remembers nothing', async () => {
		trouble(hotel.managedCodes.frontDesk, { errors: [['failed_to_set_on_device', 1]] });

		const shown = await runOnce('');

		expect(shown.status).toBe('success');
		expect(shown.items('Only show').map(({ json }) => json.text)).toEqual([
			"Front Door, code 'Front Desk':\nError: It says failed to set on device (failed_to_set_on_device)",
		]);
		await runOnce();
		expect(messages()).toHaveLength(1);
	});

	it('goes on after 10,000 troubles, where Remove Duplicates stops by default', async () => {
		memory.remember(Array.from({ length: 10_000 }, (_, index) => `trouble-${index}`), 'workflow-under-test');
		trouble(hotel.managedCodes.frontDesk, { errors: [['failed_to_set_on_device', 1]] });
		expect([(await runOnce()).error(), messages().length]).toEqual([undefined, 1]);
	});

	it('shows and sends no PIN', async () => {
		const code = service.sandbox.state.accessCodes.get(hotel.managedCodes.room104);
		trouble(hotel.managedCodes.room104, { errors: [['failed_to_set_on_device', 1]] });
		code?.errors?.forEach((error) => Object.assign(error, { message: 'PIN 1041 is taken' }));

		const run = await runOnce();

		expect(messages().map(({ text }) => text.split('\n').at(-1))).toEqual(['Error: PIN **** is taken (failed_to_set_on_device)']);
		expect(JSON.stringify(run.run.data.resultData.runData)).not.toMatch(/PIN 1041|"code":"\d/);
	});
});

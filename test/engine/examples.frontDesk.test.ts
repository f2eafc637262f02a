import got from 'got';
import type { IDataObject } from 'n8n-workflow';
import { runWorkflow, type WorkflowRun } from '../../host/engine/runWorkflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { useHotelSandbox } from '../support/hotelSandbox';
import { nodeOf, readExample } from '../../host/n8n/readExample';
import { pinsOnLocks } from '../support/reservations';
import { skipPauses } from '../support/skipPauses';

const service = useHotelSandbox();
beforeEach(() => void skipPauses());
afterEach(() => jest.restoreAllMocks());

type Task = 'Give a guest a PIN' | 'Change a stay' | 'Give a guest another PIN' | 'End a stay';
const GUEST = 'Ada <script>alert("PIN")</script>';

async function run(task: Task, change: (example: ReturnType<typeof readExample>) => object) {
	const example = structuredClone(readExample('front-desk.json'));
	return await runWorkflow(
		{ ...example, ...change(example) },
		{
			credentials: service.credentials,
			startNode: 'Front desk',
			startItems: [{ json: { Task: task } }],
		},
	);
}

const PAGES: Record<Task, string> = {
	'Give a guest a PIN': 'New stay',
	'Change a stay': 'Changes',
	'Give a guest another PIN': 'Stay with another PIN',
	'End a stay': 'Stay to end',
};

/** The second page: for each of its fields, the options or the default. */
async function pageOf(task: Task): Promise<Record<string, unknown>> {
	const name = PAGES[task];
	const result = await run(task, (example) => {
		const page = nodeOf(example, name);
		const assignments = [{ id: 'fields', name: 'fields', type: 'string' }].map((field) => ({
			...field,
			value: page.parameters.jsonOutput,
		}));
		Object.assign(page, {
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: { assignments: { assignments }, options: {} },
		});
		return { connections: { ...example.connections, [name]: {} } };
	});
	const fields = JSON.parse(String(result.items(name)[0]?.json.fields)) as Array<{
		fieldLabel: string;
		defaultValue?: string;
		fieldOptions?: { values: Array<{ option: string }> };
	}>;
	return Object.fromEntries(
		fields.map(({ fieldLabel, fieldOptions, defaultValue }) => [
			fieldLabel,
			fieldOptions?.values.map(({ option }) => option) ?? defaultValue,
		]),
	);
}

/** Fills in the second page. Returns what the last page says. */
async function answerTo(task: Task, details: IDataObject): Promise<IDataObject> {
	return answerOf(await run(task, () => ({ pinData: { [PAGES[task]]: [{ json: details }] } })));
}
function answerOf(result: WorkflowRun): IDataObject {
	const [answer] = ['PIN', 'PIN and problem', 'Ended', 'Not done'].flatMap((name) =>
		result.items(name),
	);
	return { title: answer?.json.subject, text: answer?.json.text };
}

const give = async (details: IDataObject = {}) =>
	await answerTo('Give a guest a PIN', {
		Guest: GUEST,
		Room: 'Room 101 (room-101)',
		Arrival: '2031-01-10',
		Departure: '2031-01-12',
		...details,
	});
/** Near enough that a lock that is offline keeps the guest out. */
const inDays = (days: number) =>
	new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
/** The room opens at 15:00 UTC: today or tomorrow, but in the next 24 hours. */
const SOON = { Arrival: inDays(9 / 24), Departure: inDays(3) };
const pinIn = ({ title }: IDataObject) => /^PIN (\d{4,})$/.exec(String(title))?.[1];
const pinsAt = async (lock: string) => (await pinsOnLocks(service))[lock] ?? [];

it('lists the rooms of the workspace, gives a guest a PIN, moves and extends the stay, and ends it', async () => {
	expect(await pageOf('Give a guest a PIN')).toEqual({
		Guest: undefined,
		Email: undefined,
		Room: expect.arrayContaining(['Room 101 (room-101)', 'Room 102 (room-102)']),
		Arrival: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
		Departure: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
	});
	expect(answerOf(await run('End a stay', () => ({})))).toEqual({
		title: 'That did not work',
		text: expect.stringContaining('no access'),
	});

	const given = await give();
	const pin = pinIn(given);
	expect(await pinsAt('Room 101')).toContain(pin);
	expect(given.text).toMatch(
		/^Ada <script>.*\nRoom 101\n.*January 10, 2031 at 3:00\sPM to .*January 12, 2031 at 11:00\sAM$/,
	);

	const { Stay, ...others } = await pageOf('Change a stay');
	const [stay] = Stay as string[];
	expect(stay).toMatch(/^Ada .*, Room 101, until Jan 12 \(\d{8}-\d+\)$/);
	expect(others).toEqual({
		'New room': expect.any(Array),
		'New arrival': undefined,
		'New departure': undefined,
		'New email': undefined,
	});
	const moved = await answerTo('Change a stay', {
		Stay: stay,
		'New room': 'Room 102 (room-102)',
		'New departure': '',
	});
	expect(moved.text).toMatch(/Room 102\n.*January 10, .* 3:00\sPM to .*January 12, .* 11:00\sAM/);
	const extended = await answerTo('Change a stay', {
		Stay: stay,
		'New room': '',
		'New departure': '2031-01-14',
	});
	expect(extended.text).toMatch(
		/Room 102\n.*January 10, .* 3:00\sPM to .*January 14, .* 10:00\sAM/,
	);
	expect(await pinsAt('Room 102')).toContain(pinIn(extended));
	expect(await pinsAt('Room 101')).not.toContain(pin);

	expect(await answerTo('End a stay', { Stay: stay })).toMatchObject({
		title: 'The stay has ended',
	});
	expect(await pinsAt('Room 102')).not.toContain(pinIn(extended));
});

it('keeps what a form leaves empty: the email address with a new arrival, and the days with another PIN', async () => {
	const first = pinIn(await give({ Email: 'ada@example.com' }));
	const stayNow = async () => {
		const key = String(stay).match(/\(([^()]*)\)$/)?.[1];
		const { items } = await service.run('reservation.get', {
			reservationKey: key,
			output: 'raw',
			options: { keyPrefix: 'desk:' },
		});
		return items[0]?.json;
	};
	const [stay] = (await pageOf('Change a stay')).Stay as string[];
	expect(await stayNow()).toMatchObject({ guest_email: 'ada@example.com', pin: first });
	const arrival = { Stay: stay, 'New arrival': '2031-01-11' };
	await answerTo('Change a stay', arrival);
	const times = {
		starts_at: expect.stringMatching(/^2031-01-11/),
		ends_at: expect.stringMatching(/^2031-01-12/),
	};
	expect(await stayNow()).toMatchObject({ ...times, guest_email: 'ada@example.com', pin: first });
	await answerTo('Change a stay', { Stay: stay, 'New email': 'ada.new@example.com' });
	expect(await stayNow()).toMatchObject({ ...times, guest_email: 'ada.new@example.com' });

	const second = pinIn(await answerTo('Give a guest another PIN', { Stay: stay }));
	expect(second).not.toBe(first);
	expect(await stayNow()).toMatchObject({ ...times, pin: second });
	expect(await pinsAt('Room 101')).not.toContain(first);
});

it('answers with what is wrong and what to do', async () => {
	expect(await give({ Departure: '2031-01-09' })).toMatchObject({
		title: 'That did not work',
		text: expect.stringMatching(/Departure.*\nThen start the form again\.$/s),
	});
	await got.post(`${service.sandbox.url}/_sandbox/devices/disconnect`, {
		json: { device_id: hotel.devices.room101 },
	});
	expect(await give(SOON)).toMatchObject({
		title: expect.stringMatching(/^PIN \d+, but the door may stay closed$/),
		text: expect.stringMatching(/offline.*\nWhat to do: \w/s),
	});
	service.sandbox.faults.always('/spaces/list', { kind: 'unauthorized' });
	const refused = await run('Give a guest a PIN', () => ({}));
	expect([answerOf(refused).title, refused.runsOf('New stay')]).toEqual(['That did not work', []]);
});

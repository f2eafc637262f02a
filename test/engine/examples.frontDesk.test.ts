import got from 'got';
import type { IDataObject } from 'n8n-workflow';
import { runWorkflow, type WorkflowRun } from '../../host/engine/runWorkflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { useHotelSandbox } from '../support/hotelSandbox';
import { nodeOf, readExample } from '../support/readExample';
import { pinsOnLocks } from '../support/reservations';
import { skipPauses } from '../support/skipPauses';

const service = useHotelSandbox();
beforeEach(() => void skipPauses());
afterEach(() => jest.restoreAllMocks());

type Task = 'Give a guest a PIN' | 'Change a stay' | 'End a stay';
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

/** The second page: for each of its fields, the options or the default. */
async function pageOf(task: Task): Promise<Record<string, unknown>> {
	const result = await run(task, (example) => {
		const page = nodeOf(example, 'Details');
		const assignments = [{ id: 'fields', name: 'fields', type: 'string' }].map((field) => ({
			...field,
			value: page.parameters.jsonOutput,
		}));
		Object.assign(page, {
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: { assignments: { assignments }, options: {} },
		});
		return { connections: { ...example.connections, Details: {} } };
	});
	const fields = JSON.parse(String(result.items('Details')[0]?.json.fields)) as Array<{
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
	const result = await run(task, () => ({ pinData: { Details: [{ json: details }] } }));
	return answerOf(result);
}
const answerOf = (result: WorkflowRun) => result.items('Answer')[0]?.json ?? {};

const give = async (details: IDataObject = {}) =>
	await answerTo('Give a guest a PIN', {
		Guest: GUEST,
		Room: 'Room 101 (room-101)',
		Arrival: '2031-01-10',
		Departure: '2031-01-12',
		...details,
	});
const pinIn = ({ title }: IDataObject) => /^PIN (\d{4,})$/.exec(String(title))?.[1];
const pinsAt = async (lock: string) => (await pinsOnLocks(service))[lock] ?? [];

it('lists the rooms of the workspace, gives a guest a PIN, moves and extends the stay, and ends it', async () => {
	expect(await pageOf('Give a guest a PIN')).toEqual({
		Guest: undefined,
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
	expect(given.text).toBe(
		'Ada &#60;script&#62;alert(&#34;PIN&#34;)&#60;/script&#62;\nRoom 101\nJanuary 10, 3:00 PM to January 12, 11:00 AM (Europe/Lisbon)',
	);

	const { Stay, ...others } = await pageOf('Change a stay');
	const [stay] = Stay as string[];
	expect(stay).toMatch(/^Ada .*, Room 101, Jan 10 to Jan 12 \(\d{8}-\d+\)$/);
	expect(others).toEqual({ 'New room': expect.any(Array), 'New departure': '' });
	const moved = await answerTo('Change a stay', {
		Stay: stay,
		'New room': 'Room 102 (room-102)',
		'New departure': '',
	});
	expect(moved.text).toContain('Room 102\nJanuary 10, 3:00 PM to January 12, 11:00 AM');
	const extended = await answerTo('Change a stay', {
		Stay: stay,
		'New room': '',
		'New departure': '2031-01-14',
	});
	expect(extended.text).toContain('Room 102\nJanuary 10, 3:00 PM to January 14, 10:00 AM');
	expect(await pinsAt('Room 102')).toContain(pinIn(extended));
	expect(await pinsAt('Room 101')).not.toContain(pin);

	expect(await answerTo('End a stay', { Stay: stay })).toMatchObject({
		title: 'The stay has ended',
	});
	expect(await pinsAt('Room 102')).not.toContain(pinIn(extended));
});

it('answers with what is wrong and what to do', async () => {
	expect(await give({ Departure: '2031-01-09' })).toMatchObject({
		title: 'That did not work',
		text: expect.stringMatching(/Departure.*\nThen start the form again\.$/s),
	});
	await got.post(`${service.sandbox.url}/_sandbox/devices/disconnect`, {
		json: { device_id: hotel.devices.room101 },
	});
	expect(await give()).toMatchObject({
		title: expect.stringMatching(/^PIN \d+, but the door may stay closed$/),
		text: expect.stringMatching(/offline.*\nWhat to do: \w/s),
	});
	service.sandbox.faults.always('/spaces/list', { kind: 'unauthorized' });
	const refused = await run('Give a guest a PIN', () => ({}));
	expect([answerOf(refused).title, refused.runsOf('Details')]).toEqual(['That did not work', []]);
});

import type { IDataObject, INodeExecutionData, IPinData } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { runWorkflow } from '../../host/engine/runWorkflow';
import { BOOKED_AT, DEPARTURE_AT, HOUR_MS, IN_HOUSE, useMovedHotel } from '../support/movedHotel';
import { readExample } from '../../host/n8n/readExample';

const { frontDoor, room103 } = hotel.devices;
const service = useMovedHotel();
const example = readExample('spare-pins.json');
const SPARE = {
	room_id: hotel.spaces.suite,
	room: 'Suite',
	spare_key: `spare:${hotel.spaces.suite}:1`,
};

/** Items that belong to the first item of the node before. */
const rows = (...json: IDataObject[]): INodeExecutionData[] =>
	json.map((one) => ({ json: one, pairedItem: { item: 0 } }));

/** Runs the example with what the data table answers. Data tables need a complete n8n, so test/e2e runs them. */
async function run(startNode: 'Every day' | 'Every 30 minutes', pinData: IPinData) {
	const tables = example.nodes
		.filter(({ type }) => type === 'n8n-nodes-base.dataTable')
		.map(({ name }): [string, INodeExecutionData[]] => [name, []]);
	const done = await service.whileTimePasses(
		runWorkflow(
			{ ...example, pinData: { ...Object.fromEntries(tables), ...pinData } },
			{ credentials: service.credentials, startNode, startItems: [{ json: {} }] },
		),
	);
	expect([done.error(), done.status]).toEqual([undefined, 'success']);
	return done;
}
const keep = async (pinData: IPinData) =>
	await run('Every day', { 'Create the table': rows({}), ...pinData });
const giveTo = async (access: IDataObject[string]) =>
	await run('Every 30 minutes', {
		'Not given yet': rows({
			access_grant_id: access,
			reservation_key: '4711',
			guest_name: 'Guest 4711',
			reasons: 'The lock is offline',
			room_id: SPARE.room_id,
		}),
		'Spare PIN': rows(SPARE),
		'Give it to the stay': rows(SPARE),
		'Is it given to this stay?': rows({ ...SPARE, given_to: access }),
	});

/** The ID of the guest's access, whose key begins with that of a booking system. */
const accessOf = async (stay: IDataObject) =>
	(await service.upsert(stay, { keyPrefix: 'hostaway:' })).access_grant_id;

/** The keys of the spare PINs that exist, and their PINs. */
async function spares() {
	const { items } = await service.run('accessGrant.getAll', { returnAll: true, output: 'raw' });
	return items
		.map(({ json }) => json)
		.filter(({ access_grant_key: key }) => String(key).startsWith('spare:'));
}

it('creates a spare PIN without an end, gives it to a guest whose lock is offline, and deletes it after the stay', async () => {
	const first = await keep({ 'Spare PINs': rows(SPARE) });
	const rooms = first.items('Keep rooms with locks').map(({ json }) => json.name);
	expect(rooms).toEqual(['Room 101', 'Room 102', 'Suite', 'Parking']);
	expect(await spares()).toMatchObject([{ access_grant_key: SPARE.spare_key, ends_at: null }]);
	await keep({ 'Spare PINs': rows(SPARE) });
	expect(await spares()).toHaveLength(1);

	await service.moveTo(BOOKED_AT + HOUR_MS);
	for (const lock of [frontDoor, room103]) await service.setOnline(lock, false);
	const access = await accessOf(IN_HOUSE);
	const given = await giveTo(access);
	expect(given.items('One item per room').map(({ json }) => json)).toMatchObject([
		{ access_grant_id: access, reservation_key: '4711', room_id: SPARE.room_id },
	]);
	const [message, ...others] = given.items('Send it').map(({ json }) => json);
	expect([message?.subject, others]).toEqual([
		'Spare PIN for Guest 4711: Suite (reservation 4711)',
		[],
	]);
	const pin = /spare PIN of Suite is (\d+)\./.exec(String(message?.text))?.[1];
	await service.typeIn(room103, pin);
	const { items: openings } = await service.run('event.getAll', {
		since: '2030-01-01T00:00:00Z',
		returnAll: true,
		filters: { eventTypes: ['lock.unlocked'] },
	});
	expect(openings).toHaveLength(1);

	const givenRow = rows({ ...SPARE, given_to: access });
	await keep({ 'Given PINs': givenRow });
	expect(await spares()).toHaveLength(1);
	await service.moveTo(DEPARTURE_AT + HOUR_MS);
	service.sandbox.faults.next('/access_grants/get', { kind: 'unauthorized' });
	await keep({ 'Given PINs': givenRow });
	expect(await spares()).toHaveLength(1);
	const after = await keep({ 'Given PINs': givenRow });
	expect([await spares(), after.runsOf('Delete its row')]).toMatchObject([[], [{}]]);
});

it('gives away no spare PIN that is not on every lock', async () => {
	await service.setOnline(frontDoor, false);
	await keep({ 'Spare PINs': rows(SPARE) });
	const given = await giveTo(await accessOf(IN_HOUSE));
	expect(given.items('Get its PIN')).toMatchObject([{ json: { pin_on_locks: false } }]);
	expect(given.runsOf('Give it to the stay')).toEqual([]);
});

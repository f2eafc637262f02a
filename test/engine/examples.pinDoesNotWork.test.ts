import type { IDataObject, INode } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { runWorkflow } from '../../host/engine/runWorkflow';
import { ARRIVAL_AT, BOOKED_AT, HOUR_MS, IN_HOUSE, useMovedHotel } from '../support/movedHotel';
import { nodeOf, readExample } from '../../host/n8n/readExample';

const { frontDoor, room103 } = hotel.devices;
const service = useMovedHotel();

/** What the desk answers on each page, by the label of the field. */
type Answers = Record<string, string>;

/** Writes what a page shows into its item, and answers it as a person does. */
function answered({ parameters, ...node }: INode, answers: Answers): INode {
	const { jsonOutput = '', options, ...ending } = parameters as IDataObject;
	const shown = { fields: jsonOutput, ...(options as IDataObject), ...ending };
	const values = Object.entries({ ...shown, ...answers })
		.filter(([, value]) => typeof value === 'string')
		.map(([name, value]) => ({ id: name, name, value: value as string, type: 'string' }));
	return {
		...node,
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: { assignments: { assignments: values }, options: {} },
	};
}

/** Looks up a room or reservation, and answers the pages. Returns the pages and the ending. */
async function lookUp(asked: string, answers: Answers = {}) {
	const guest = 'Suite · Guest 4711 · reservation:4711';
	const example = structuredClone(readExample('pin-does-not-work.json'));
	const given: Answers = {
		Guest: guest,
		'What do you want to do?': 'Nothing more',
		'Are you sure?': 'Yes',
		...answers,
	};
	const nodes = example.nodes.map((node) =>
		node.type === 'n8n-nodes-base.form' ? answered(node, given) : node,
	);
	const { parameters } = nodeOf({ ...example, nodes }, 'Change PIN');
	parameters.options = { ...(parameters.options as IDataObject), pollInterval: 0.02 };
	const run = await service.whileTimePasses(
		runWorkflow(
			{ ...example, nodes },
			{
				credentials: service.credentials,
				startNode: 'Room or reservation',
				startItems: [{ json: { 'Room or reservation': asked } }],
			},
		),
	);
	expect([run.error(), run.status]).toEqual([undefined, 'success']);
	const pageOf = (name: string) => run.items(name)[0]?.json;
	return {
		choices: pageOf('Which guest?')?.fields,
		page: String(pageOf('What now?')?.fields),
		title: pageOf('What now?')?.formTitle,
		end: pageOf('End'),
	};
}

it('says in one page whether the PIN is on each lock, what happened and what to do, without the PIN', async () => {
	const { pin } = await service.upsert();
	await service.moveTo(ARRIVAL_AT + HOUR_MS);
	await service.typeIn(room103, pin);
	await service.typeIn(room103, '0000');
	await service.setOnline(frontDoor, false);
	const { title, page } = await lookUp('suite');
	expect(title).toBe('Guest 4711, Suite, reservation 4711');
	expect(page).toMatch(
		/What to do.*Front Door is offline\. The PIN is on the lock, so the door opens/,
	);
	expect(page).toMatch(/The PIN works from .*January 20, .* to .*January 23, /);
	expect(page).toMatch(/Front Door: offline[^.]*\. The PIN is on the lock\./);
	expect(page).toMatch(/Room 103: online[^.]*\. The PIN is on the lock\./);
	expect(page).toMatch(/Jan 20, .{4,9}: The PIN works on Room 103/);
	expect(page).toMatch(/"option":"Unlock Front Door".*"option":"Unlock Room 103"/);
	expect(page).not.toContain(String(pin));
});

it('says that the PIN is on a lock that stored it and went offline before the start, and that it cannot be changed now', async () => {
	const { pin } = await service.upsert();
	await service.moveTo(ARRIVAL_AT - HOUR_MS);
	await service.setOnline(room103, false);
	await service.moveTo(ARRIVAL_AT + HOUR_MS);
	// The service can learn only from the lock that the code is set.
	const { state } = service.sandbox;
	for (const code of state.accessCodes.values())
		if (code.isManaged && code.deviceId === room103 && code.code === pin)
			state.updateAccessCode(code, { status: 'unset', isScheduledOnDevice: true });
	const { page } = await lookUp('suite');
	expect(page).toMatch(
		/Room 103 is offline\. The PIN is on the lock, so the door opens\. .*cannot/,
	);
	expect(page).toMatch(/Room 103: offline[^.]*\. The PIN is on the lock\./);
	const { items } = await service.run('reservation.get', { reservationKey: '4711' });
	expect(items[0]?.json).toMatchObject({
		pin,
		is_ready: true,
		problems: [{ code: 'device_disconnected', keeps_door_closed: false }],
	});
	const risky = await service.run('reservation.getAll', { filters: { atRiskOnly: true } });
	expect(risky.items).toEqual([]);
});

it('says that the PIN is not on a lock that was offline before it could store it', async () => {
	await service.setOnline(room103, false);
	await service.upsert();
	await service.moveTo(ARRIVAL_AT + HOUR_MS);
	const { page } = await lookUp('suite');
	expect(page).toMatch(/Room 103 is offline\. The PIN is not on the lock\. /);
	expect(page).toMatch(/Room 103: offline[^.]*\. The PIN is not on the lock\./);
	const risky = await service.run('reservation.getAll', { filters: { atRiskOnly: true } });
	expect(risky.items).toHaveLength(1);
});

it('asks which guest if a room has several, gives that guest a new PIN after a Yes, and nothing after a No', async () => {
	const [first, second] = [IN_HOUSE, { ...IN_HOUSE, id: '4712', guest: '<b>Guest 8</b>' }];
	const { pin } = await service.upsert(first);
	const other = await service.upsert(second);
	await service.moveTo(BOOKED_AT + HOUR_MS);
	const guest = 'Suite · <b>Guest 8</b> · reservation:4712';
	const change = { Guest: guest, 'What do you want to do?': 'Give the guest a new PIN' };
	const declined = await lookUp('Suite', { ...change, 'Are you sure?': 'No' });
	expect(declined.choices).toContain('Suite · Guest 4711 · reservation:4711');
	expect(declined.end).toMatchObject({ completionTitle: 'Nothing was changed' });
	const { end, page } = await lookUp('Suite', change);
	const given = await service.run('reservation.get', { reservationKey: '4712' });
	const newPin = given.items[0]?.json.pin;
	expect([pin, other.pin]).not.toContain(newPin);
	expect(end).toMatchObject({
		completionTitle: `The new PIN is ${String(newPin)}`,
		completionMessage: expect.stringContaining('&lt;b>Guest 8'),
	});
	expect(page).not.toContain('<b>');
	const kept = await service.run('reservation.get', { reservationKey: '4711' });
	expect(kept.items[0]?.json.pin).toBe(pin);
});

it('unlocks the door after a Yes, and says so if the lock does not answer', async () => {
	await service.upsert(IN_HOUSE);
	await service.moveTo(BOOKED_AT + HOUR_MS);
	const unlock = { 'What do you want to do?': 'Unlock Room 103' };
	expect((await lookUp('4711', unlock)).end).toMatchObject({
		completionTitle: 'The door is unlocked',
	});
	expect(service.bodies('/locks/unlock_door')).toEqual([{ device_id: room103 }]);
	await service.setOnline(room103, false);
	expect((await lookUp('4711', unlock)).end).toMatchObject({
		completionTitle: 'It did not work',
		completionMessage: expect.stringMatching(/offline.*What to do: /),
	});
});

it('says what is wrong if there is no stay, the stay was canceled, it begins later, or the service does not answer', async () => {
	expect((await lookUp('Room 999')).end).toMatchObject({
		completionTitle: 'This guest has no access',
		completionMessage: expect.stringContaining('Room 999'),
	});
	await service.upsert();
	await service.moveTo(ARRIVAL_AT - HOUR_MS);
	expect((await lookUp('4711')).page).toMatch(/The PIN works from .*January 20, /);
	await service.upsert({ status: 'cancelled' });
	await service.moveTo(ARRIVAL_AT);
	expect((await lookUp('4711')).end).toMatchObject({
		completionTitle: 'This guest has no access',
		completionMessage: expect.stringContaining('whether the reservation was canceled'),
	});
	service.sandbox.faults.always('/access_grants/list', { kind: 'unauthorized' });
	expect((await lookUp('4711')).end).toMatchObject({
		completionTitle: 'The access could not be read',
		completionMessage: expect.stringContaining('API key'),
	});
});

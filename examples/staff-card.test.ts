import { WorkflowExecute } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';
import { hotel } from '../sandbox/fixtures/hotel';
import { workspaceIds } from '../sandbox/fixtures/workspaces';
import { call } from '../test/operations/dossier';
import { byId, useHotelSandbox, type OperationName } from '../test/support/service/hotelSandbox';
import { nodeOf } from '../host/n8n/readExample';
import { succeeded } from '../test/support/example/deliver';
import { type Given, useExample } from '../test/support/example/useExample';
import { FaultyEngine } from '../test/support/example/faults/faultAt';

const { cleaning } = hotel.accessSystemUsers;
const oldCard = hotel.credentials.cleaningCard;
const { lobby, elevator } = hotel.entrances;
const engine = new FaultyEngine(WorkflowExecute.prototype as never);
const service = useHotelSandbox();
const host = useExample('staff-card.json', service, (example) => {
	nodeOf(example, 'Wait 30 seconds').parameters.amount = 0.05;
	nodeOf(example, 'Delete user again').parameters.options = { waitTimeout: 0.05 };
	return example;
});
afterEach(() => engine.set(undefined));

/** A choice of the form: two can have the same name. */
const choice = (name: string, id: string) => `${name} (${id.slice(-6)})`;
const STAFF = choice('Staff', hotel.accessGroups.staff);
const ENCODER = choice('Front Desk Encoder', hotel.encoder);
const CLEANING = `Cleaning (cleaning@example.com, ${cleaning.slice(-6)})`;

/** What a person enters on each page, by the label of the field. */
type Answers = Record<string, string>;

/** Every answer has a way back. */
const BACK = '<br><br><a href="../form/staff-card">Back to the form</a>';

/** The form with these answers on every page. */
function entering(task: 'New member of staff' | 'Lost card', answers: Answers): Given {
	const entered = { 'Are you sure?': 'Yes', Encoder: ENCODER, ...answers };
	const forms = host.example.nodes.filter(({ type }) => type === 'n8n-nodes-base.form');
	return {
		items: [{ Task: task }],
		pages: Object.fromEntries(forms.map(({ name }) => [name, entered])),
	};
}

/** Fills in the form. Returns the pages and how it ended. */
async function fillIn(task: 'New member of staff' | 'Lost card', answers: Answers) {
	service.sandbox.requests.clear();
	const run = await host.execute('Staff card', entering(task, answers));
	if (!engine.happened) succeeded(run);
	const pageOf = (name: string): IDataObject => run.json(name)[0] ?? {};
	const optionsOf = (page: string) =>
		Object.fromEntries(
			(
				JSON.parse(String(pageOf(page).fields ?? '[]')) as Array<{
					fieldLabel?: string;
					html?: string;
					fieldOptions?: { values: Array<{ option: string }> };
				}>
			).map(({ fieldLabel = 'html', html, fieldOptions }) => [
				fieldLabel,
				fieldOptions?.values.map(({ option }) => option) ?? html,
			]),
		);
	const { completionTitle: title, completionMessage: message } = pageOf('Show the answer');
	return {
		title,
		text: String(message).replace(BACK, ''),
		details: optionsOf(task === 'Lost card' ? 'Member' : 'New member'),
		/** What is deleted first, as the page says before anything happens. */
		deletes: String(pageOf('Are you sure?').formDescription).split('\n')[0],
	};
}
const hire = async (answers: Answers = {}) =>
	await fillIn('New member of staff', {
		Name: 'Ana <b>Silva</b>',
		Email: 'ana@example.com',
		'Access group': STAFF,
		...answers,
	});
const replace = async (answers: Answers = {}) =>
	await fillIn('Lost card', { 'Member of staff': CLEANING, ...answers });

/** The changes that were sent, in order. */
const changes = () =>
	service
		.paths()
		.filter((path) => !/\/(get|list|list_\w+)$/.test(path))
		.map((path) => path.replace('/acs/', ''));
/** Who opens a door now, and with which card. */
async function openersOf(door: string): Promise<string[]> {
	const { items, error } = await service.run('entrance.getWhoCanOpen' as OperationName, {
		entranceId: byId(door),
		returnAll: true,
	});
	if (error) throw error;
	return items
		.map(({ json }) => json)
		.filter(({ opens_now: opens, acs_user_id: user }) => opens === true && user !== null)
		.map(({ name, reason, acs_credential_id: card }) =>
			[name, reason, ...(card === null ? [] : [card])].join(': '),
		);
}
const access = () => {
	const workspace = service.sandbox.state.workspaces.get(workspaceIds.main);
	if (!workspace) throw new Error('The hotel has no workspace');
	return workspace.access;
};
const cardsOf = (userId?: string) =>
	access().credentials.records.filter(({ acs_user_id: id }) => id === userId);
const userCalled = (name: string) =>
	access().accessSystemUsers.records.find(({ full_name: known }) => known === name);

it('makes a user, adds it to the group, and writes a card that belongs to it', async () => {
	const before = await openersOf(elevator);
	const { details, title, text } = await hire();
	expect(details).toEqual({
		Name: undefined,
		Email: undefined,
		'Access group': [STAFF, choice('Conference Guests', hotel.accessGroups.conference)],
		Encoder: [ENCODER],
	});
	expect(changes()).toEqual([
		'users/create',
		'users/add_to_access_group',
		'credentials/create',
		'encoders/encode_credential',
	]);
	expect([title, text]).toEqual([
		'The card is ready',
		'Hand the card to Ana &lt;b>Silva&lt;/b>.\nDoors: Lobby, Elevator.',
	]);
	const user = userCalled('Ana <b>Silva</b>');
	expect(user).toMatchObject({ email_address: 'ana@example.com' });
	expect(cardsOf(user?.acs_user_id)).toMatchObject([{ access_method: 'card', is_issued: true }]);
	expect(await openersOf(elevator)).toEqual(
		[...before, 'Ana <b>Silva</b>: group'].sort((a, b) => a.localeCompare(b)),
	);
});

it('joins the group that was chosen of two with the same name', async () => {
	const { staff, conference } = hotel.accessGroups;
	access().accessGroups.update(conference, { display_name: 'Staff' });
	const { details } = await hire({ 'Access group': choice('Staff', conference) });
	expect(new Set(details['Access group']).size).toBe(2);
	const { acs_user_id: user } = userCalled('Ana <b>Silva</b>') ?? {};
	const isIn = (group: string) =>
		access().accessGroups.get(group)?.acs_user_ids.includes(`${user}`);
	expect([isIn(staff), isIn(conference)]).toEqual([false, true]);
});

it('deletes the lost card before it makes one, and only after a Yes', async () => {
	expect(await openersOf(lobby)).toContain(`Cleaning: credential: ${oldCard}`);
	const declined = await replace({ 'Are you sure?': 'No' });
	expect(declined).toMatchObject({ title: 'Nothing was changed' });
	expect(declined.details['Member of staff']).toEqual([
		expect.stringMatching(/^Night Desk \(.{6}\)$/),
		CLEANING,
	]);
	expect(declined.deletes).toMatch(/: 800001$/);
	expect(changes()).toEqual([]);

	const { title, text } = await replace();
	expect([title, text]).toEqual([
		'The card is ready',
		expect.stringMatching(/Cleaning.*\.\nDoors: Lobby, Elevator\.$/),
	]);
	expect(changes()).toEqual([
		'credentials/delete',
		'credentials/create',
		'encoders/encode_credential',
	]);
	expect(cardsOf(cleaning)).toMatchObject([{ is_issued: true }]);
	expect(await openersOf(elevator)).toContain('Cleaning: group');
	expect((await openersOf(lobby)).join()).not.toContain(oldCard);
});

it('says that a card was not written and why, opens nothing with it, and replaces it', async () => {
	await call(service.sandbox, '/acs/encoders/simulate/next_credential_encode_will_fail', {
		acs_encoder_id: hotel.encoder,
		error_code: 'no_credential_on_encoder',
	});
	expect(await replace()).toMatchObject({
		title: 'The card was not written',
		text: expect.stringMatching(/has no card\. Do not hand .*\nWhat to do: .*Lost card\.$/),
	});
	expect((await openersOf(lobby)).join()).not.toContain('credential');
	expect((await replace()).title).toBe('The card is ready');
	expect(cardsOf(cleaning)).toMatchObject([{ is_issued: true }]);
});

it('makes no card while the old one may open, and leaves no user without a group', async () => {
	for (const [path, title] of [
		['/acs/credentials/delete', 'The old card may still open doors'],
		['/acs/credentials/list', 'Nothing was changed'],
	]) {
		service.sandbox.faults.always(String(path), { kind: 'unauthorized' });
		expect(await replace()).toMatchObject({ title, text: expect.stringContaining('API key') });
		service.sandbox.faults.clear();
		expect(cardsOf(cleaning)).toMatchObject([{ acs_credential_id: oldCard }]);
	}
	service.sandbox.faults.always('/acs/users/add_to_access_group', { kind: 'unauthorized' });
	expect(await hire()).toMatchObject({
		title: 'The group did not take the new member',
		text: expect.stringMatching(/API key.*\n.*was deleted from the access system again/),
	});
	service.sandbox.faults.always('/acs/users/delete', { kind: 'unauthorized' });
	expect((await hire()).text).toContain('is still a user of the access system');
	service.sandbox.faults.always('/acs/users/create', { kind: 'unauthorized' });
	expect((await hire()).title).toBe('The new member was not added');
	service.sandbox.faults.clear();
	service.sandbox.faults.next('/acs/users/create', { kind: 'cut', isProcessed: true });
	expect((await hire()).text).toContain(
		'look whether the access system has the new member already',
	);
	service.sandbox.faults.clear();
	service.sandbox.faults.always('/acs/access_groups/list', { kind: 'unauthorized' });
	expect(await hire()).toMatchObject({ title: 'Nothing was changed', details: {} });
});

it.each(['Old cards', 'Delete the old card', 'Create card', 'Encode card'])(
	'leaves one card that opens, after n8n restarted behind "%s" and the form was filled in again',
	async (node) => {
		engine.set({ node, fault: 'stop' });
		await replace();
		expect([node, engine.happened]).toEqual([node, true]);
		engine.set(undefined);
		expect((await replace()).title).toBe('The card is ready');
		expect(cardsOf(cleaning)).toMatchObject([{ is_issued: true }]);
		expect(await openersOf(elevator)).toContain('Cleaning: group');
		expect((await openersOf(lobby)).join()).not.toContain(oldCard);
	},
);

it('lets nobody in who was made when n8n restarted before the group', async () => {
	const before = await openersOf(elevator);
	engine.set({ node: 'Create user', fault: 'stop' });
	await hire();
	engine.set(undefined);
	expect(await openersOf(elevator)).toEqual(before);
	expect((await hire()).title).toBe('The card is ready');
});

it('makes no card while the access system has not deleted the old one, and says why, at once', async () => {
	await service.restart({ settings: { attemptDurationMs: 60_000 } });
	const errors = [
		{
			error_code: 'failed_to_delete_on_acs_system',
			message: 'Offline.',
			created_at: '2026-01-15T10:00:00.000Z',
		},
	];
	access().credentials.update(oldCard, { errors });
	expect(await replace()).toMatchObject({
		title: 'The old card may still open doors',
		text: expect.stringMatching(/yet: Offline\.\n/),
	});
	expect(changes()).toEqual(['credentials/delete']);
});

it('makes no card while one is there that was made after the form was opened, which can be lost by now', async () => {
	const form = entering('Lost card', { 'Member of staff': CLEANING });
	const page = await host.run('Staff card', { ...form, until: 'Are you sure?' });
	const read = ['Encoders', 'Groups', 'Members', 'Cards of the member'];
	const withOne = Object.fromEntries(read.map((name) => [name, page.items(name)]));
	const withNone = { ...withOne, 'Cards of the member': [{ json: {} }] };
	const send = async (pinData: object) => {
		const as = { ...host.example, pinData } as typeof host.example;
		return (await host.run('Staff card', { ...form, as })).json('Show the answer')[0];
	};
	expect((await replace()).title).toBe('The card is ready');
	const cards = cardsOf(cleaning);
	expect(cards).toHaveLength(1);
	for (const opened of [withOne, withNone]) {
		expect(await send(opened)).toMatchObject({
			completionTitle: 'The old card may still open doors',
		});
		expect(cardsOf(cleaning)).toEqual(cards);
	}
});

it('does not call a card ready that opens nothing, because the member is suspended', async () => {
	access().accessSystemUsers.update(cleaning, { is_suspended: true });
	expect(await replace()).toMatchObject({
		title: 'The card opens nothing yet',
		text: expect.stringContaining('Unsuspend access system user'),
	});
	expect((await openersOf(lobby)).join()).not.toContain('Cleaning');
});

it('makes no card while the group has not taken the new member, and says why', async () => {
	await service.restart({ settings: { attemptDurationMs: 60_000 } });
	nodeOf(host.example, 'Add to group').parameters.options = { waitTimeout: 0.05 };
	expect(await hire()).toMatchObject({
		title: 'The group has not taken the new member yet',
		text: expect.stringMatching(/has not made it yet\..*\n.* has no card\.\n/),
	});
	expect(changes()).toEqual(['users/create', 'users/add_to_access_group']);
});

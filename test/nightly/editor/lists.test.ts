import type { CredentialReference } from '../../../host/demo/saveDemoCredential';
import { resources } from '../../../nodes/DeviceAccess/resources';
import type { EditorPage } from '../../e2e/editor/pages/editorPage';
import { picture } from '../../e2e/editor/pages/picture';
import {
	openActionNode,
	personIn,
	startEditor,
	type TestEditor,
} from '../../e2e/editor/pages/startEditor';

let test: TestEditor;
let editor: EditorPage;
let credential: CredentialReference;

beforeAll(async () => {
	test = await startEditor(__filename, { attemptDurationMs: 200 });
	({ editor, credential } = test);
});

afterAll(async () => {
	await test?.stop();
});

const openWorkflow = async (parameters: Record<string, unknown>) =>
	await openActionNode({ ...test, credential }, parameters);

const person = personIn(() => test);

/** Search words of people who look for a way to open doors. */
const SEARCH_WORDS = [
	'access',
	'airbnb',
	'battery',
	'booking',
	'check-in',
	'conversion',
	'convert unmanaged',
	'device access',
	'door code',
	'door lock',
	'guest',
	'hotel',
	'keyless',
	'keypad',
	'lock',
	'nuki',
	'pin',
	'pms',
	'reservation',
	'seam',
	'smart lock',
	'unmanaged',
	'vrbo',
	'yale',
];

describe('the node panel', () => {
	person(
		'finds the nodes by the words that people look for, each with its icon and a description of all that they do',
		async () => {
			await editor.newWorkflow();
			await editor.nodePanel.addManualTrigger();
			await editor.nodePanel.open();
			for (const word of SEARCH_WORDS) {
				const entry = await editor.nodePanel.search(word, 'Device Access');
				expect(await entry.locator('img').first().getAttribute('src')).toMatch(
					/deviceAccess\.svg$/,
				);
				expect(await entry.innerText()).toContain('Manage smart locks, PINs and guest access');
				if (word === 'lock') await picture(editor.page, 'node-panel', entry);
				// Other nodes have 'pin' in their names.
				if (word !== 'pin') expect(await editor.nodePanel.placeOf('Device Access')).toBeLessThan(3);
			}
		},
	);

	person('opens on reservations, then on unmanaged codes', async () => {
		await editor.newWorkflow();
		await editor.nodePanel.addManualTrigger();
		await editor.nodePanel.open();
		await editor.nodePanel.search('device access', 'Device Access');
		const [reservation, unmanagedCode] = resources;
		const firstAction = editor.nodePanel.entry(reservation?.operations[0]?.action ?? '');
		await editor.nodePanel.choose('Device Access', firstAction);
		const first = [reservation, unmanagedCode].flatMap((resource) =>
			resource?.operations.map(({ action }) => action),
		);
		expect(await editor.nodePanel.listed(first.length)).toEqual(first);
		await picture(editor.page, 'actions', firstAction);
	});
});

describe('the list of resources', () => {
	person('stands in the order in which a person meets them, and says what each is', async () => {
		const view = await openWorkflow({ resource: 'device', operation: 'getAll' });
		// n8n adds its Custom API Call after our actions.
		const listed = (await view.openChoices('resource')).slice(0, resources.length);
		expect(listed.map(({ name }) => name)).toEqual(resources.map(({ name }) => name));
		expect(listed.filter(({ description }) => description === '')).toEqual([]);
		await picture(editor.page, 'resources', view.choice('Reservation'));
	});
});

describe('the devices of a hotel', () => {
	person('come as a table when Get Many is run', async () => {
		await editor.newWorkflow();
		await editor.nodePanel.addManualTrigger();
		await editor.nodePanel.addAction('Get many devices');
		await editor.nodeView.execute();
		const rows = await editor.nodeView.table();
		expect(rows).toHaveLength(12);
		expect(rows[0]).toMatchObject({ display_name: 'Front Door', online: 'true' });
		await picture(editor.page, 'devices', editor.nodeView.output.getByText('Front Door'));
	});
});

describe('a step that was just added', () => {
	person(
		'offers the rooms, locks and entrances of a grant, although n8n answers no list until it has saved the workflow',
		async () => {
			await editor.newWorkflow();
			await editor.nodePanel.addManualTrigger();
			await editor.nodePanel.addAction('Create access grant');
			for (const [row, field, entry] of [
				['Add Space', 'spaceId', 'Suite'],
				['Add Device', 'deviceId', 'Room 201'],
				['Add Entrance', 'entranceId', 'Lobby'],
			] as const) {
				await editor.nodeView.addRow(row);
				await editor.nodeView.openPickerAgain(field);
				await editor.nodeView.pick(entry);
				expect(await editor.nodeView.picked(field)).toContain(entry);
			}
		},
	);
});

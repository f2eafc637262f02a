import { freePort } from '../../../host/process/freePort';
import type { WorkflowNode } from '../../../host/n8n/n8nClient';
import {
	type CredentialReference,
	saveDemoCredential,
} from '../../../host/demo/saveDemoCredential';
import { createSandbox, type Sandbox } from '../../../sandbox/createSandbox';
import { resources } from '../../../nodes/DeviceAccess/resources';
import { hotel } from '../../../sandbox/fixtures/hotel';
import type { EditorPage } from './pages/editorPage';
import { picture } from './pages/picture';
import { personIn, startEditor, type TestEditor } from './pages/startEditor';
import { chainOf, packageNode, plainNode } from '../workflowFiles';

let sandbox: Sandbox;
let test: TestEditor;
let editor: EditorPage;
let credential: CredentialReference;

beforeAll(async () => {
	test = await startEditor(__filename, { attemptDurationMs: 200 });
	({ editor, sandbox, credential } = test);
});

afterAll(async () => {
	await test?.stop();
});

/** Opens the Device Access node of a small workflow. */
async function openWorkflow(
	parameters: Record<string, unknown>,
	nodes: readonly WorkflowNode[] = [],
) {
	const workflow = chainOf('Codes', [
		plainNode('Start', 'n8n-nodes-base.manualTrigger'),
		...nodes,
		packageNode('action', 'Device Access', parameters, credential),
	]);
	await editor.openWorkflow((await test.n8n.client.importWorkflow(workflow)).id);
	return await editor.openNode('Device Access');
}

const person = personIn(() => test);

/** Search words of people who look for a way to open doors. */
const SEARCH_WORDS = ['airbnb', 'check-in', 'conversion', 'door code', 'lock', 'pin', 'seam'];
const MORE_WORDS = [
	'access',
	'battery',
	'booking',
	'convert unmanaged',
	'device access',
	'door lock',
	'guest',
	'hotel',
	'keyless',
	'keypad',
	'nuki',
	'pms',
	'reservation',
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
			const isNightly = process.env.ALL_OPERATIONS === '1';
			for (const word of isNightly ? [...SEARCH_WORDS, ...MORE_WORDS] : SEARCH_WORDS) {
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

describe('a person who builds a first workflow', () => {
	beforeAll(async () => await test.n8n.client.deleteCredential(credential.id));
	afterAll(async () => {
		for (const { id } of await test.n8n.client.listCredentials())
			await test.n8n.client.deleteCredential(id);
		credential = await saveDemoCredential(test.n8n.client, {
			baseUrl: sandbox.url,
			apiKey: sandbox.apiKey,
		});
	});

	person(
		'makes the credential from the node, and is told what is wrong with a key and an address',
		async () => {
			await editor.newWorkflow();
			await editor.nodePanel.addManualTrigger();
			await editor.nodePanel.addAction('Get many devices');
			await editor.credentialDialog.connect();

			await editor.credentialDialog.fill('apiKey', 'sandbox-key-unknown');
			await editor.credentialDialog.fill('baseUrl', sandbox.url);
			await editor.credentialDialog.saveAndFail('The API key was not accepted');

			await editor.credentialDialog.fill('baseUrl', `http://127.0.0.1:${await freePort()}`);
			await editor.credentialDialog.saveAndFail('No server answers at the address of the service');

			await editor.credentialDialog.fill('apiKey', sandbox.apiKey);
			await editor.credentialDialog.fill('baseUrl', sandbox.url);
			await editor.credentialDialog.saveAndSucceed();
			await editor.credentialDialog.edit();
			await picture(editor.page, 'credential', editor.credentialDialog.success());
			await editor.credentialDialog.close();
		},
	);
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

	person('are chosen by a part of their name', async () => {
		await openWorkflow({ resource: 'device', operation: 'get' });
		await editor.nodeView.openPicker('deviceId');
		await editor.nodeView.searchInPicker('room 2', [
			'Room 201 (ttlock lock)',
			'Room 202 (ttlock lock)',
		]);
		await picture(editor.page, 'device-picker', editor.nodeView.pickerEntries().first());
		await editor.nodeView.pick('Room 202');
		expect(await editor.nodeView.picked('deviceId')).toBe('Room 202 (ttlock lock)');

		await editor.nodeView.execute();
		await editor.nodeView.output.getByText('Room 202').first().waitFor();
		expect(await editor.nodeView.table()).toEqual([
			expect.objectContaining({ display_name: 'Room 202' }),
		]);
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

describe('the devices of a portfolio', () => {
	const DEVICES = 1_000;
	/** The picker requests a hundred at a time. */
	const ALL_PAGES = DEVICES / 100;
	let portfolio: Sandbox;
	beforeAll(async () => {
		portfolio = await createSandbox({ fixture: 'portfolio', devices: DEVICES, codesPerDevice: 1 });
		await saveDemoCredential(test.n8n.client, { baseUrl: portfolio.url, apiKey: portfolio.apiKey });
	});
	afterAll(async () => {
		await saveDemoCredential(test.n8n.client, { baseUrl: sandbox.url, apiKey: sandbox.apiKey });
		await portfolio?.stop();
	});

	person('are read page by page while a person scrolls through the list', async () => {
		const view = await openWorkflow({ resource: 'device', operation: 'get' });
		await view.openPicker('deviceId');
		await view.scrollPicker();
		// The editor decides how many pages it reads ahead, but it must leave most of them unread.
		expect(portfolio.requests.count('/devices/list')).toBeLessThan(ALL_PAGES / 2);
	});
});

describe('the codes of a hotel', () => {
	const codes = (...ids: string[]) =>
		plainNode(
			'Codes',
			'n8n-nodes-base.set',
			{ mode: 'raw', jsonOutput: JSON.stringify({ ids }), options: {} },
			3.4,
		);
	const eachCode = plainNode('Each code', 'n8n-nodes-base.splitOut', {
		fieldToSplitOut: 'ids',
		options: {},
	});
	const byExpression = { __rl: true, mode: 'id', value: '={{ $json.ids }}' };

	person('shows what became of a conversion', async () => {
		const view = await openWorkflow({
			resource: 'unmanagedAccessCode',
			operation: 'convertToManaged',
			waitForCompletion: true,
		});
		await view.openPicker('deviceId');
		await view.pick('Room 101');
		await view.openPicker('accessCodeId');
		await view.pick('Guest 101');
		await view.execute();
		expect(await view.table()).toEqual([
			expect.objectContaining({
				access_code_id: hotel.unmanagedCodes.convertible,
				outcome: 'converted',
			}),
		]);
		await picture(
			editor.page,
			'conversion',
			view.output.getByText('The access code is now managed'),
		);
	});

	person('shows which item of several failed, and why', async () => {
		const view = await openWorkflow(
			{
				resource: 'unmanagedAccessCode',
				operation: 'convertToManaged',
				accessCodeId: byExpression,
				waitForCompletion: true,
			},
			[
				codes(hotel.unmanagedCodes.anotherConvertible, hotel.unmanagedCodes.failsToConvert),
				eachCode,
			],
		);
		await view.execute();
		const message =
			'Room 104: The access code was not converted and stays unmanaged: The device already has a managed access code with the same PIN.';
		const { title, description } = await view.error(message);
		// The editor adds the item's number only if it has counted the input before it shows the error.
		expect([message, `${message} [item 1]`]).toContain(title);
		expect(description).toContain(`Access code: ${hotel.unmanagedCodes.failsToConvert}`);
		await picture(editor.page, 'failed-item', view.output.getByTestId('node-error-message'));
	});

	person('hides PINs on the screen when the option is on', async () => {
		const view = await openWorkflow({
			resource: 'unmanagedAccessCode',
			operation: 'getAll',
			devices: 'one',
			returnAll: true,
		});
		await view.openPicker('deviceId');
		await view.pick('Room 102');
		await view.add('Add Option', 'Mask PINs');
		await view.execute();
		const pins = (await view.table()).map(({ code }) => code);
		expect(pins.length).toBeGreaterThan(1);
		expect(new Set(pins)).toEqual(new Set(['****']));
	});
});

import { hotel } from '../../../sandbox/fixtures/hotel';
import type { WorkflowNode } from '../../../host/n8n/n8nClient';
import { plainNode } from '../../e2e/workflowFiles';
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

const openWorkflow = async (parameters: Record<string, unknown>, nodes?: readonly WorkflowNode[]) =>
	await openActionNode({ ...test, credential }, parameters, nodes);

const person = personIn(() => test);

describe('the node panel', () => {
	person('finds the node, with its icon and a description of all that it does', async () => {
		await editor.newWorkflow();
		await editor.nodePanel.addManualTrigger();
		await editor.nodePanel.open();
		const entry = await editor.nodePanel.search('lock', 'Device Access');
		expect(await entry.locator('img').first().getAttribute('src')).toMatch(/deviceAccess\.svg$/);
		expect(await entry.innerText()).toContain('Manage smart locks, PINs and guest access');
		expect(await editor.nodePanel.placeOf('Device Access')).toBeLessThan(3);
		await picture(editor.page, 'node-panel', entry);
	});

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
});

import { freePort } from '../../../host/process/freePort';
import type { WorkflowNode } from '../../../host/n8n/n8nClient';
import {
	type CredentialReference,
	saveDemoCredential,
} from '../../../host/demo/saveDemoCredential';
import type { Sandbox } from '../../../sandbox/createSandbox';
import { hotel } from '../../../sandbox/fixtures/hotel';
import type { EditorPage } from './pages/editorPage';
import { picture } from './pages/picture';
import { openActionNode, personIn, startEditor, type TestEditor } from './pages/startEditor';
import { plainNode } from '../workflowFiles';

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

const openWorkflow = async (parameters: Record<string, unknown>, nodes?: readonly WorkflowNode[]) =>
	await openActionNode({ ...test, credential }, parameters, nodes);

const person = personIn(() => test);

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

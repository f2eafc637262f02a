import { freePort } from '../../../host/process/freePort';
import {
	type CredentialReference,
	saveDemoCredential,
} from '../../../host/demo/saveDemoCredential';
import type { Sandbox } from '../../../sandbox/createSandbox';
import type { EditorPage } from './pages/editorPage';
import { picture } from './pages/picture';
import { openActionNode, personIn, startEditor, type TestEditor } from './pages/startEditor';

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
		await openActionNode({ ...test, credential }, { resource: 'device', operation: 'get' });
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

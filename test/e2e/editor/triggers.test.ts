import got from 'got';
import { waitFor } from '../../../host/process/waitFor';
import type { CredentialReference } from '../../../host/demo/saveDemoCredential';
import type { Sandbox } from '../../../sandbox/createSandbox';
import { hotel } from '../../../sandbox/fixtures/hotel';
import type { EditorPage } from './pages/editorPage';
import { picture } from './pages/picture';
import { personIn, startEditor, type TestEditor } from './pages/startEditor';
import { chainOf, packageNode, plainNode } from '../workflowFiles';

const DISCONNECTED = 'device.disconnected';

let sandbox: Sandbox;
let test: TestEditor;
let editor: EditorPage;
let credential: CredentialReference;

beforeAll(async () => {
	test = await startEditor(__filename, { attemptDurationMs: 100 });
	({ editor, sandbox, credential } = test);
});

afterAll(async () => {
	await test?.stop();
});

const person = personIn(() => test);

async function takeOffline(deviceId: string): Promise<void> {
	await got.post(`${sandbox.url}/devices/simulate/disconnect`, {
		json: { device_id: deviceId },
		headers: { authorization: `Bearer ${sandbox.apiKey}` },
	});
	await sandbox.settleDeliveries();
}

const registeredUrls = async () =>
	(
		await got(`${sandbox.url}/_sandbox/webhooks`).json<{ webhooks: Array<{ url: string }> }>()
	).webhooks.map(({ url }) => url);

describe('the instant trigger', () => {
	person('listens for a test event with the events that a person chose, and shows it', async () => {
		await editor.newWorkflow();
		await editor.nodePanel.openForFirstStep();
		await editor.nodePanel.search('lock', 'Device Access');
		await editor.nodePanel.choose('Device Access', editor.nodePanel.entry('On any event'));
		await editor.nodePanel.choose('On device disconnected', editor.nodeView.root);
		await editor.nodeView.addChoice('triggerOn', 'battery', 'Device: Battery Low');
		expect(await editor.nodeView.chosenTags('triggerOn')).toEqual([
			'Device: Disconnected',
			'Device: Battery Low',
		]);
		await editor.nodeView.add('Add Option', 'Include Device Name');
		await editor.nodeView.toggle('includeDeviceName');

		await editor.nodeView.execute();
		await waitFor('the registration of the test webhook', async () => (await registeredUrls())[0]);
		await picture(
			editor.page,
			'listening',
			editor.nodeView.root.getByText('Listening for test event'),
		);
		await takeOffline(hotel.devices.meetingRoom);

		await editor.nodeView.output.getByText(DISCONNECTED).first().waitFor();
		await waitFor(
			'the removal of the test webhook',
			async () => (await registeredUrls()).length === 0 || undefined,
		);
	});

	person(
		'starts an execution that a person finds in the list, once the workflow is published, and none when it is not any more',
		async () => {
			const { id } = await test.n8n.client.importWorkflow(
				chainOf('Lock offline', [
					packageNode(
						'trigger',
						'Device Access Trigger',
						{
							triggerOn: [DISCONNECTED, 'device.low_battery'],
							registration: 'automatic',
							options: { includeDeviceName: true },
						},
						credential,
					),
					{ ...plainNode('Message to yourself', 'n8n-nodes-base.noOp'), position: [220, 0] },
				]),
			);
			await editor.openWorkflow(id);
			await editor.publish();
			const [url] = await waitFor('the registration', async () =>
				(await registeredUrls()).length === 1 ? await registeredUrls() : undefined,
			);
			expect(url).toMatch(/\/webhook\/.+\/webhook$/);

			await takeOffline(hotel.devices.room104);
			await editor.openExecutions();
			await editor.waitForExecution('Succeeded');

			await picture(editor.page, 'executions', editor.executedNodes.first());
			await editor.closeExecutions();
			await editor.unpublish();
			await waitFor(
				'the removal of the registration',
				async () => (await registeredUrls()).length === 0 || undefined,
			);
		},
	);
});

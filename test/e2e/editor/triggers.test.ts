import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import got from 'got';
import { waitFor } from '../../../host/process/waitFor';
import type { CredentialReference } from '../../../host/demo/saveDemoCredential';
import { TRIGGER_FIELDS } from '../../../nodes/DeviceAccess/trigger/triggerFields';
import type { Sandbox } from '../../../sandbox/createSandbox';
import { hotel } from '../../../sandbox/fixtures/hotel';
import type { EditorPage } from './pages/editorPage';
import { picture } from './pages/picture';
import { personIn, startEditor, type TestEditor } from './pages/startEditor';
import { chainOf, packageNode, plainNode } from '../workflowFiles';

const EXAMPLES_FOLDER = resolve(__dirname, '..', '..', '..', 'examples');
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
	person('offers its events in the panel, and all others in a second list', async () => {
		await editor.newWorkflow();
		await editor.nodePanel.openForFirstStep();
		await editor.nodePanel.search('lock', 'Device Access');
		await editor.nodePanel.choose('Device Access', editor.nodePanel.entry('On any event'));
		const offered = TRIGGER_FIELDS.triggerOn.options.map(({ action }) => action);
		expect(await editor.nodePanel.listed(offered.length)).toEqual(offered);
		await editor.nodePanel.choose('On device disconnected', editor.nodeView.root);
		expect(await editor.nodeView.chosenTags('triggerOn')).toEqual(['Device: Disconnected']);
		await editor.nodeView.addChoice('moreEvents', 'bell', 'Device: Doorbell Rang');
		expect(await editor.nodeView.chosenTags('moreEvents')).toEqual(['Device: Doorbell Rang']);
	});

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

/** What a person must add: the language model, the secret of the sender, the login of a form. */
const LEFT_TO_A_PERSON: Readonly<Record<string, readonly string[]>> = {
	'arrivals-board.json': ['Credentials for Webhook are not set.'],
	'connect-owners-locks.json': ['Credentials for n8n Form Trigger are not set.'],
	'early-check-in.json': ['Credentials for Webhook are not set.'],
	'front-desk.json': ['Credentials for n8n Form Trigger are not set.'],
	'guest-messages.json': [
		'Credentials for Send Email are not set.',
		'Credentials for Send Email are not set.',
	],
	'lock-assistant.json': ['Credentials for OpenAI Chat Model are not set.'],
	'pin-does-not-work.json': ['Credentials for n8n Form Trigger are not set.'],
	'staff-card.json': ['Credentials for n8n Form Trigger are not set.'],
};

describe('the examples', () => {
	beforeAll(async () => await editor.newWorkflow());
	afterEach(async () => await editor.deleteAllNodes());

	it.each(readdirSync(EXAMPLES_FOLDER).filter((file) => file.endsWith('.json')))(
		'%s comes in whole: no unknown node, no field in red',
		async (file) => {
			await test.browser.keepScreenshotOnFailure(editor.page, file, async () => {
				await editor.importFile(join(EXAMPLES_FOLDER, file));
				await editor.showAll();
				expect(await editor.unknownNodes()).toEqual([]);
				const left = LEFT_TO_A_PERSON[file] ?? [];
				const shown = await editor.issues(left.length);
				expect(shown).toHaveLength(left.length);
				for (const [index, issue] of left.entries()) expect(shown[index]).toContain(issue);
			});
		},
	);
});

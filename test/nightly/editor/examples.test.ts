import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { TRIGGER_FIELDS } from '../../../nodes/DeviceAccess/trigger/triggerFields';
import { personIn, startEditor, type TestEditor } from '../../e2e/editor/pages/startEditor';

const EXAMPLES_FOLDER = resolve(__dirname, '..', '..', '..', 'examples');

let test: TestEditor;

beforeAll(async () => {
	test = await startEditor(__filename);
});

afterAll(async () => {
	await test?.stop();
});

const person = personIn(() => test);

describe('the instant trigger', () => {
	person('offers its events in the panel, and all others in a second list', async () => {
		const { editor } = test;
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
	beforeAll(async () => await test.editor.newWorkflow());
	afterEach(async () => await test.editor.deleteAllNodes());

	it.each(readdirSync(EXAMPLES_FOLDER).filter((file) => file.endsWith('.json')))(
		'%s comes in whole: no unknown node, no field in red',
		async (file) => {
			const { editor, browser } = test;
			await browser.keepScreenshotOnFailure(editor.page, file, async () => {
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

import { join, resolve } from 'node:path';
import { exampleFiles } from '../../../host/n8n/readExample';
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

/** What a person must add to an example: a login, the key of another service, the account of the emails. */
const MISSING_CREDENTIAL = /^Credentials for .+ are not set\.$/;

/** The workflow of the host that acts, which step 3 of the note has them choose. */
const MISSING_CHOICES: Readonly<Record<string, readonly string[]>> = {
	'doors-for-assistants.json': ['Parameter "Workflow" is required.'],
};

describe('the examples', () => {
	beforeAll(async () => await test.editor.newWorkflow());
	afterEach(async () => await test.editor.deleteAllNodes());

	it.each(exampleFiles())(
		'%s comes in with no mark in red but that of a credential, or of a choice that its note names',
		async (file) => {
			const { editor, browser } = test;
			await browser.keepScreenshotOnFailure(editor.page, file, async () => {
				await editor.importFile(join(EXAMPLES_FOLDER, file));
				await editor.showAll();
				const marks = (await editor.issues()).map((text) => text.split('\n').at(-1)?.trim() ?? '');
				expect(marks.filter((text) => !MISSING_CREDENTIAL.test(text))).toEqual(
					MISSING_CHOICES[file] ?? [],
				);
			});
		},
	);
});

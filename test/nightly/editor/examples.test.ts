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

const FORM = 'Credentials for n8n Form Trigger are not set.';
const WEBHOOK = 'Credentials for Webhook are not set.';
const EMAIL = 'Credentials for Send Email are not set.';
const ofRequest = (auth: string) => `Credentials for '${auth}' are not set.`;

/** What a person must add: the language model, the secret of the sender, the login of a form, the key of another service. */
const LEFT_TO_A_PERSON: Readonly<Record<string, readonly string[]>> = {
	'arrivals-board.json': [WEBHOOK],
	'connect-owners-locks.json': [FORM],
	'early-check-in.json': [WEBHOOK],
	'front-desk.json': [FORM],
	'guest-messages.json': [EMAIL, EMAIL],
	'guest-page.json': [EMAIL],
	'leaving-early.json': [FORM],
	'lock-assistant.json': ['Credentials for OpenAI Chat Model are not set.', EMAIL, EMAIL],
	'no-id-no-pin.json': [FORM, WEBHOOK],
	'office-week.json': [ofRequest('Google Calendar OAuth2 API'), EMAIL, EMAIL],
	'opera-room-key.json': [WEBHOOK],
	'pin-does-not-work.json': [FORM],
	'pin-to-booking-system.json': [
		...Array<string>(2).fill(ofRequest('Basic Auth')),
		...Array<string>(3).fill(ofRequest('Custom Auth')),
	],
	'rooms-from-your-system.json': [FORM],
	'staff-card.json': [FORM],
	'subscribe-once.json': Array<string>(2).fill(ofRequest('Header Auth')),
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
				const said = shown.map((text) => text.split('\n').at(-1)?.trim());
				expect(said.sort()).toEqual([...left].sort());
			});
		},
	);
});

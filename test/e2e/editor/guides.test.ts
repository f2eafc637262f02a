import { importExamples, type ImportedExample } from '../../../host/demo/importExamples';
import type { CredentialReference } from '../../../host/demo/saveDemoCredential';
import { OWNER } from '../../support/n8nServer';
import { memberOf } from '../signIn';
import { EditorPage } from './pages/editorPage';
import { picture } from './pages/picture';
import { personIn, startEditor, type TestEditor } from './pages/startEditor';

let test: TestEditor;
let editor: EditorPage;
let credential: CredentialReference;
let examples: readonly ImportedExample[];

beforeAll(async () => {
	test = await startEditor(__filename, { attemptDurationMs: 100 });
	({ editor, credential } = test);
	examples = await importExamples(test.n8n.client, credential);
});

afterAll(async () => {
	await test?.stop();
});

const idOf = (name: string) => examples.find((example) => example.name === name)?.id ?? '';

const person = personIn(() => test);

it('the owner finds the package in the list of community nodes', async () => {
	const owner = new EditorPage(await test.browser.newPage(), test.n8n.url);
	await test.browser.keepScreenshotOnFailure(owner.page, 'community nodes', async () => {
		await owner.signIn(OWNER);
		const card = await owner.openCommunityNodes('n8n-nodes-device-access');
		await picture(owner.page, 'community-nodes', card);
	});
});

it('the address that the demo prints leads through the login to a workflow that runs with one click, and gives a guest a PIN', async () => {
	const visitor = new EditorPage(await test.browser.newPage(), test.n8n.url);
	await test.browser.keepScreenshotOnFailure(visitor.page, 'first screen', async () => {
		await visitor.signInAt(`/workflow/${idOf('Reservation to access')}`, memberOf(__filename));
		await visitor.node('Send it').waitFor();

		expect(await visitor.executeWorkflow()).toContain('executed successfully');
		expect(await (await visitor.openNode('Send it')).table()).toMatchObject([
			{ to: 'guest@example.com', subject: 'Your key for Room 101', text: expect.stringMatching(/Your PIN: \d{4}/) },
		]);
	});
});

it('the migration runs with one click, and may be run again', async () => {
	const visitor = new EditorPage(await test.browser.newPage(), test.n8n.url);
	await test.browser.keepScreenshotOnFailure(visitor.page, 'migration', async () => {
		await visitor.signInAt(`/workflow/${idOf('Migrate unmanaged codes')}`, memberOf(__filename));
		await visitor.node('Summary').waitFor();
		await visitor.page.getByText('Double-click Summary').waitFor();
		expect(await visitor.issues()).toEqual([]);

		expect(await visitor.executeWorkflow()).toContain('executed successfully');
		const first = await (await visitor.openNode('Summary')).table();
		expect(first).toMatchObject([
			{ outcome: 'converted', codes: '17', meaning: expect.any(String) },
			{ outcome: 'failed', codes: '4', meaning: expect.any(String) },
			{ outcome: 'unsupported', codes: '7', meaning: expect.any(String) },
		]);
		await picture(visitor.page, 'migration-summary', visitor.nodeView.output.getByText('unsupported').first());
		await visitor.nodeView.close();
		const rest = await (await visitor.openNode('Not converted')).table();
		expect(rest).toHaveLength(11);
		expect(rest[0]).toMatchObject({ code_name: 'Guest 104', device: 'Room 104', outcome: 'failed', reason: expect.stringContaining('the same PIN') });
		await visitor.nodeView.close();
		await visitor.showAll();
		await picture(visitor.page, 'migrate-unmanaged-codes', visitor.node('Summary'));

		await visitor.page.reload();
		await visitor.node('Summary').waitFor();
		expect(await visitor.executeWorkflow()).toContain('executed successfully');
		expect(await (await visitor.openNode('Summary')).table()).toEqual(first.slice(1));
	});
});

describe('the guides', () => {
	const openExample = async (name: string) => {
		await editor.openWorkflow(idOf(name));
		await editor.showAll();
	};

	person('show the workflow "On conversion"', async () => {
		await openExample('On conversion');
		await picture(editor.page, 'on-conversion', editor.node('Was it converted?'));
	});

	person('show the workflow "Reservation to access"', async () => {
		await openExample('Reservation to access');
		await picture(editor.page, 'reservation-to-access', editor.node('Create or Update'));
	});
});

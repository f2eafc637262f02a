import { importExamples, type ImportedExample } from '../../../host/demo/importExamples';
import type { CredentialReference } from '../../../host/demo/saveDemoCredential';
import { OWNER } from '../../support/n8nServer';
import { memberOf } from '../signIn';
import { EditorPage } from './pages/editorPage';
import { picture } from './pages/picture';
import { SandboxPage } from './pages/sandboxPage';
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

describe('getting started', () => {
	const YESTERDAY = '{{ $now.minus({ days: 1 }).toISODate() }}';
	let visitor: EditorPage;
	let house: SandboxPage;

	beforeAll(async () => {
		visitor = new EditorPage(await test.browser.newPage(), test.n8n.url);
		house = new SandboxPage(await test.browser.newPage());
		await house.page.goto(test.sandbox.url);
	});

	const step = (title: string, act: () => Promise<void>) =>
		it(title, async () => await test.browser.keepScreenshotOnFailure(visitor.page, title, act));

	/** Changes the booking, executes the workflow, and opens the message that it sends. */
	async function send(changes: Record<string, string> = {}): Promise<Record<string, string>> {
		if (await visitor.nodeView.root.isVisible()) await visitor.nodeView.close();
		for (const [name, value] of Object.entries(changes)) {
			// n8n's editor can store an expression halfway if the node is closed too soon.
			for (;;) {
				const view = await visitor.openNode('A booking to try');
				if (await view.hasField(name, value)) break;
				await view.setField(name, value);
				await view.close();
			}
			await visitor.nodeView.close();
		}
		expect(await visitor.executeWorkflow()).toContain('executed successfully');
		const [message] = await (await visitor.openNode('Send it')).table();
		return message ?? {};
	}

	const pinIn = ({ text = '' }: Record<string, string>) =>
		/Your PIN: (\d{4,})/.exec(text)?.[1] ?? 'none';
	let pin: string;

	step(
		'the address that the demo prints leads through the login to a workflow that gives a guest a PIN with one click',
		async () => {
			await visitor.signInAt(`/workflow/${idOf('Reservation to access')}`, memberOf(__filename));
			await visitor.node('Send it').waitFor();
			await visitor.showAll();
			await picture(visitor.page, 'reservation-to-access', visitor.node('Create or Update'));
			const message = await send();
			expect(message).toMatchObject({
				to: 'guest@example.com',
				subject: 'Your key for Room 101',
				text: expect.stringMatching(/Your PIN: \d{4,}/),
			});
			await house
				.pinsOf('Room 101')
				.getByRole('row', { name: pinIn(message) })
				.waitFor();
			await picture(
				visitor.page,
				'first-message',
				visitor.nodeView.output.getByText('Your PIN').first(),
			);
		},
	);

	step('a guest who arrives opens the door', async () => {
		pin = pinIn(await send({ 'body.check_in': YESTERDAY }));
		await house.typePin('Room 101', pin, 'opens');
		await house.frame();
		await picture(house.page, 'door-opens', house.page.getByText('lock.unlocked').first());
	});

	step('a guest who moves opens the other door alone', async () => {
		const before = pin;
		pin = pinIn(await send({ 'body.room': 'room-102' }));
		await house.typePin('Room 102', pin, 'opens');
		await house.typePin('Room 101', before, 'stays closed');
	});

	step('a room that is not there is told to the host, and changes nothing', async () => {
		expect(await send({ 'body.room': 'room-999' })).toMatchObject({
			to: 'you@example.com',
			text: expect.stringContaining('room-999'),
		});
		await picture(
			visitor.page,
			'first-problem',
			visitor.nodeView.output.getByText('room-999').first(),
		);
		await house.typePin('Room 102', pin, 'opens');
	});

	step('a cancellation ends the access', async () => {
		expect(await send({ 'body.room': 'room-102', 'body.status': 'cancelled' })).toMatchObject({
			to: 'you@example.com',
		});
		await house.typePin('Room 102', pin, 'stays closed');
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
		await picture(
			visitor.page,
			'migration-summary',
			visitor.nodeView.output.getByText('unsupported').first(),
		);
		await visitor.nodeView.close();
		const rest = await (await visitor.openNode('Not converted')).table();
		expect(rest).toHaveLength(11);
		expect(rest[0]).toMatchObject({
			code_name: 'Guest 104',
			device: 'Room 104',
			outcome: 'failed',
			reason: expect.stringContaining('the same PIN'),
		});
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

	person('show the workflow "Arrivals at risk"', async () => {
		await openExample('Arrivals at risk');
		await picture(editor.page, 'arrivals-at-risk', editor.node('Get stays at risk'));
	});
});

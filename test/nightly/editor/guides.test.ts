import type { Locator, Page } from 'playwright-core';
import {
	importExamples,
	type ImportedExample,
	readFormAddresses,
} from '../../../host/demo/importExamples';
import {
	type CredentialReference,
	saveMailCredential,
	saveWebhookLogin,
} from '../../../host/demo/saveDemoCredential';
import { OWNER } from '../../support/n8n/n8nServer';
import { memberOf } from '../../e2e/signIn';
import { EditorPage } from '../../e2e/editor/pages/editorPage';
import { FormPage } from '../../e2e/editor/pages/formPage';
import { picture } from '../../e2e/editor/pages/picture';
import { SandboxPage } from '../../e2e/editor/pages/sandboxPage';
import { personIn, startEditor, type TestEditor } from '../../e2e/editor/pages/startEditor';

let test: TestEditor;
let editor: EditorPage;
let credential: CredentialReference;
let examples: readonly ImportedExample[];
/** By the name of the workflow. */
let forms: ReadonlyMap<string, string>;

beforeAll(async () => {
	test = await startEditor(__filename, { attemptDurationMs: 100 });
	({ editor, credential } = test);
	examples = await importExamples(test.n8n.client, credential, {
		webhookLogin: await saveWebhookLogin(test.n8n.client),
		mail: await saveMailCredential(test.n8n.client, { host: '127.0.0.1', port: 9 }),
	});
	forms = await readFormAddresses(test.n8n.client, examples);
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
	const EXECUTE = '[data-test-id="execute-workflow-button"]';
	/** Somebody who is not signed in. */
	let visitor: Page;
	let house: SandboxPage;
	let pin: string;

	beforeAll(async () => {
		visitor = await test.browser.newPage();
		house = new SandboxPage(await test.browser.newPage());
		await house.page.goto(test.sandbox.url);
	});

	const step = (title: string, act: () => Promise<void>) =>
		it(title, async () => await test.browser.keepScreenshotOnFailure(visitor, title, act));

	/** Looks at a page of the form; `card` is the part with its contents. */
	type Look = (page: Page, card: Locator) => Promise<void>;

	const NAME = 'Guest, room or booking number';

	/** Opens the form, and fills it in. Returns what its last page says. */
	async function fillIn(
		task: string,
		details: Record<string, string>,
		words: RegExp,
		look: { atForm?: Look; atAnswer?: Look } = {},
	): Promise<string> {
		await visitor.goto(forms.get('Front desk') ?? '');
		const form = new FormPage(visitor);
		const { [NAME]: name = '', ...others } = details;
		await form.fill({ Task: task, [NAME]: name });
		await form.submit();
		if (name !== '') {
			await visitor.getByText('Choose the guest.').waitFor();
			await form.fill({ Guest: name });
			if (Object.keys(others).length > 0) await form.submit();
		}
		// The first page has a field that begins like one of the next.
		await visitor.getByLabel(NAME).waitFor({ state: 'hidden' });
		await form.fill(others);
		const card = visitor.locator('.card').filter({ visible: true }).last();
		await look.atForm?.(visitor, card);
		await form.submit();
		const answer = await form.answer(words);
		await look.atAnswer?.(visitor, card);
		return answer;
	}

	const pinIn = (answer: string) => /PIN (\d{4,})/.exec(answer)?.[1] ?? 'none';

	step(
		'the address that the demo prints is a form without a login that gives a guest a PIN',
		async () => {
			pin = pinIn(
				await fillIn(
					'Give a guest a PIN',
					{ Guest: 'Ada', Room: 'Room 101 (room-101)' },
					/^PIN \d{4,}$/,
					{
						atForm: async (page, card) =>
							await picture(page, 'front-desk', page.getByLabel('Guest'), card),
						atAnswer: async (page, card) => await picture(page, 'front-desk-pin', card, card),
					},
				),
			);
			await house.pinsOf('Room 101').getByRole('row', { name: pin }).waitFor();
		},
	);

	step('a day later, the guest opens the door', async () => {
		await house.page.getByRole('button', { name: 'A Day Forward' }).click();
		await house.page.getByText('1 day ahead').waitFor();
		await house.typePin('Room 101', pin, 'opens');
		await house.frame();
		await picture(house.page, 'door-opens', house.page.getByText('lock.unlocked').first());
	});

	step('a guest who moves opens the other door alone', async () => {
		const before = pin;
		pin = pinIn(
			await fillIn(
				'A guest moves, or the dates change',
				{ [NAME]: 'Ada', 'New room': 'Room 102 (room-102)' },
				/^PIN \d{4,}$/,
			),
		);
		await house.typePin('Room 102', pin, 'opens');
		await house.typePin('Room 101', before, 'refuses the PIN');
	});

	step('a lock that is offline is a problem that the form tells', async () => {
		expect(
			await fillIn(
				'Give a guest a PIN',
				{ Guest: 'Grace', Room: 'Parking (parking)' },
				/the door may stay closed$/,
				{
					atAnswer: async (page, card) => await picture(page, 'front-desk-problem', card, card),
				},
			),
		).toMatch(/Garage is offline[^]*What to do: \w/);
		await house.page.getByRole('button', { name: 'Bring Online: Garage' }).click();
		// The migration below counts on it.
		await house.page.getByRole('button', { name: 'Take Offline: Garage' }).click();
		await house.page.getByRole('button', { name: 'Bring Online: Garage' }).waitFor();
	});

	step('a stay that ends leaves the door closed', async () => {
		await fillIn('A guest leaves', { [NAME]: 'Ada' }, /^The access ends now$/);
		await house.typePin('Room 102', pin, 'refuses the PIN');
	});

	step(
		'the workflow behind the form opens the form in a window that the browser does not block',
		async () => {
			const desk = new EditorPage(await test.browser.newPage(), test.n8n.url);
			await test.browser.keepScreenshotOnFailure(desk.page, 'form from the editor', async () => {
				await desk.signInAt(`/workflow/${idOf('Front desk')}`, memberOf(__filename));
				await desk.node('Show the answer').waitFor();
				const opening = desk.page.waitForEvent('popup');
				await desk.page.locator(EXECUTE).click();
				const form = new FormPage(await opening);
				await form.fill({ Task: 'A guest leaves' });
				await form.page.close();
			});
		},
	);

	step('every other form that a guide opens needs no login either', async () => {
		expect([...forms.keys()].sort()).toEqual(['Front desk', 'Staff card']);
		for (const [name, address] of forms) {
			await visitor.goto(address);
			await visitor.getByRole('heading', { name }).waitFor();
		}
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
		expect(first).toHaveLength(4);
		expect(first).toEqual(
			expect.arrayContaining(
				[
					{ outcome: 'converted', codes: '16' },
					{ outcome: 'failed', codes: '1' },
					{ outcome: 'keep', codes: '10' },
					{ outcome: 'replace', codes: '1' },
				].map((row) => expect.objectContaining(row) as unknown),
			),
		);
		await picture(
			visitor.page,
			'migration-summary',
			visitor.nodeView.output.getByText('keep').first(),
		);
		await visitor.nodeView.close();
		const rest = await (await visitor.openNode('Not converted')).table();
		for (const row of rest)
			expect(row).toMatchObject({
				device: expect.any(String),
				reason: expect.stringMatching(/\S/),
			});
		expect(rest.length).toBeGreaterThan(4);
		await visitor.nodeView.close();
		await visitor.showAll();
		await picture(visitor.page, 'migrate-unmanaged-codes', visitor.node('Summary'));

		await visitor.page.reload();
		await visitor.node('Summary').waitFor();
		expect(await visitor.executeWorkflow()).toContain('executed successfully');
		expect(await (await visitor.openNode('Summary')).table()).toHaveLength(3);
	});
});

describe('the guides', () => {
	const openExample = async (name: string) => {
		await editor.openWorkflow(idOf(name));
		await editor.showAll();
	};

	person('show the workflow "Reservation to access"', async () => {
		await openExample('Reservation to access');
		await picture(editor.page, 'reservation-to-access', editor.node('Sync many'));
	});

	person('show the workflow "Each event once"', async () => {
		await openExample('Each event once');
		await picture(editor.page, 'on-conversion', editor.node('Was it converted?'));
	});

	person('show the workflow "Arrivals at risk"', async () => {
		await openExample('Arrivals at risk');
		await picture(editor.page, 'arrivals-at-risk', editor.node('Get stays at risk'));
	});
});

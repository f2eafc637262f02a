import { FIRST_MESSAGE } from '../../../nodes/DeviceAccess/reservations/message/defaultTexts';
import { type Email, type Inbox, openInbox } from '../../../host/inbox/openInbox';
import { chainOf, packageNode, plainNode } from '../../e2e/workflowFiles';
import { picture } from '../../e2e/editor/pages/picture';
import { startEditor, type TestEditor } from '../../e2e/editor/pages/startEditor';
import { NEXT_YEAR } from '../../support/clock/nextYear';

const HOST = 'stay@example.com';
/** The code of each language that the node has texts in. */
const LANGUAGES = FIRST_MESSAGE.map(({ language }) => language.slice(0, 2));

let test: TestEditor;
let inbox: Inbox;

beforeAll(async () => {
	test = await startEditor(__filename);
	inbox = await openInbox();
});

afterAll(async () => {
	await test?.stop();
	await inbox?.stop();
});

const guestWho = (language: string) => ({
	language,
	guest_name: 'Ada Example',
	rooms: ['Room 101'],
	starts_at: `${NEXT_YEAR}-01-29T15:00:00.000Z`,
	ends_at: `${NEXT_YEAR}-01-31T11:00:00.000Z`,
	time_zone: 'Europe/Lisbon',
	pin: '4711',
	address: 'Rua Nova 12, Lisboa',
	wifi: 'Harbor Guest, sail2sea',
});

/** The emails side by side, as plain text. */
const sheetOf = (emails: readonly Email[]) => `<style>
	body { font: 12px/1.4 sans-serif; margin: 0; }
	/* Few shades make a small file. */
	main { display: grid; grid-template-columns: repeat(4, 285px); gap: 12px; padding: 12px; width: max-content; background: #999; filter: grayscale(1) contrast(3); }
	article { background: #fff; padding: 12px 14px; }
	h1 { font-size: 14px; margin: 0 0 2px; }
	p { white-space: pre-wrap; margin: 10px 0 0; }
</style><main>${emails
	.map(
		({ subject, from, text }) =>
			`<article><h1>${subject}</h1><small>${from.text}</small><p>${text.trim()}</p></article>`,
	)
	.join('')}</main>`;

it('guests read their email in each language that the node has texts in', async () => {
	const { client } = test.n8n;
	const smtp = await client.createCredential({
		name: 'Inbox',
		type: 'smtp',
		data: inbox.credential,
	});
	const guests = LANGUAGES.map(guestWho);
	const { id } = await client.importWorkflow(
		chainOf('Emails to guests', [
			plainNode('Start', 'n8n-nodes-base.manualTrigger'),
			plainNode(
				'Guests',
				'n8n-nodes-base.set',
				{ mode: 'raw', jsonOutput: JSON.stringify({ guests }), options: {} },
				3.4,
			),
			plainNode('Each guest', 'n8n-nodes-base.splitOut', {
				fieldToSplitOut: 'guests',
				options: {},
			}),
			packageNode(
				'action',
				'Write message',
				{
					resource: 'reservation',
					operation: 'writeMessage',
					language: '={{ $json.language }}',
					options: {},
				},
				test.credential,
			),
			{
				...plainNode(
					'Email',
					'n8n-nodes-base.emailSend',
					{
						fromEmail: HOST,
						toEmail: '={{ $json.language }}@example.com',
						subject: '={{ $json.subject }}',
						emailFormat: 'text',
						text: '={{ $json.text }}',
						options: { appendAttribution: false },
					},
					2.1,
				),
				credentials: { smtp: { id: smtp.id, name: 'Inbox' } },
			},
		]),
	);
	expect((await client.runWorkflow(id, 'Start')).status).toBe('success');
	expect(inbox.emails.map(({ to }) => to.text)).toEqual(
		LANGUAGES.map((language) => `${language}@example.com`),
	);

	const page = await test.browser.newPage();
	await page.setContent(sheetOf(inbox.emails));
	await picture(page, 'guest-emails', page.getByText('Ihre PIN: 4711'), page.locator('main'));
});

import got from 'got';
import type { WorkflowFile } from '../../../host/n8n/n8nClient';
import { waitFor } from '../../../host/process/waitFor';
import { hostaway, message, testDelivery } from '../../../pms/hostaway';
import { hostawayApi } from '../../../pms/hostawayApi';
import { pmsBooking } from '../../../pms/pmsBooking';
import { startPmsServer, type PmsServer } from '../../../pms/pmsServer';
import { readExample } from '../../../host/n8n/readExample';
import { chainOf, packageNode, plainNode } from '../../e2e/workflowFiles';
import { picture } from '../../e2e/editor/pages/picture';
import { SandboxPage } from '../../e2e/editor/pages/sandboxPage';
import { dayInDays } from '../../support/service/reservations';
import { personIn, startEditor, type TestEditor } from '../../e2e/editor/pages/startEditor';

const HOSTAWAY = 'https://api.hostaway.com';
/** What n8n names a new credential of its own types. */
const NEW_CREDENTIAL = 'Unnamed credential';
const BOOKING = pmsBooking({
	rooms: [{ id: '70101', name: 'Room 101' }],
	arrival: dayInDays(60),
	departure: dayInDays(62),
});

let test: TestEditor;
let pms: PmsServer;

beforeAll(async () => {
	test = await startEditor(__filename, { attemptDurationMs: 100 });
	pms = await startPmsServer(hostawayApi);
	pms.bookings = [hostaway.listed(BOOKING)];
});

afterAll(async () => {
	await test?.stop();
	await pms?.stop();
});

const person = personIn(() => test);

const withAddress = <T extends object>(workflow: T, from: string, to: string) =>
	JSON.parse(JSON.stringify(workflow).replaceAll(from, to)) as T;

/** Fills in the credentials and the address that the workflow's note names. Returns the address for Hostaway's calls. */
async function fillInAsTheNoteSays(): Promise<string> {
	const { editor } = test;
	const { credentialDialog: dialog } = editor;
	const { oAuth2Api: account } = pms.credentials;

	const view = await editor.openNode('From Hostaway');
	const url = await view.productionUrl();
	await view.close();

	await editor.openNode('Get the bookings');
	await dialog.connect(NEW_CREDENTIAL);
	await dialog.choose('grantType', 'Client Credentials');
	for (const field of ['accessTokenUrl', 'clientId', 'clientSecret', 'scope'])
		await dialog.fill(field, String(account?.[field]));
	await dialog.choose('authentication', 'Body');
	await dialog.saveAndSucceed();
	const name = await view.selectedCredential();
	await view.close();

	for (const node of ['Get the booking', 'Send the PIN to Hostaway']) {
		await editor.openNode(node);
		await view.selectCredential(name);
		await view.close();
	}
	return url;
}

/**
 * Sends a call as Hostaway does. n8n answers 404, and starts nothing, until it has
 * registered the webhook of a workflow that was just published.
 */
const send = async (url: string, json: object) =>
	await waitFor('the webhook', async () => {
		const { ok, statusCode } = await got.post(url, {
			json,
			throwHttpErrors: false,
		});
		if (!ok && statusCode !== 404) throw new Error(`n8n answered ${statusCode}`);
		return ok || undefined;
	});

person(
	'imports the workflow of a PMS, fills in what its note says, and the door follows the bookings',
	async () => {
		const { editor, n8n, sandbox, browser } = test;
		await editor.newWorkflow();
		await editor.importFile({
			name: 'hostaway.json',
			mimeType: 'application/json',
			buffer: Buffer.from(
				JSON.stringify(withAddress(readExample('pms/hostaway.json'), HOSTAWAY, pms.url)),
			),
		});
		const url = await fillInAsTheNoteSays();
		expect(await editor.unknownNodes()).toEqual([]);
		expect(await editor.issues()).toEqual([]);
		await editor.publish();

		const house = new SandboxPage(await browser.newPage());
		await house.page.goto(sandbox.url);
		const row = house.pinsOf('Room 101').getByRole('row', { name: `hostaway:${BOOKING.id}` });
		await send(url, hostaway.webhookBody(BOOKING));
		await row.waitFor();
		const pin = await row.getByRole('cell').first().innerText();
		await waitFor('the PIN at Hostaway', async () => pms.pins[0]);
		expect(pms.pins).toEqual([{ id: BOOKING.id, pin }]);
		const canceled = { ...BOOKING, kind: 'cancelled' as const };
		pms.change([hostaway.listed(canceled)]);
		await send(url, hostaway.webhookBody(canceled));
		await row.waitFor({ state: 'hidden' });

		const [published] = await n8n.client.listWorkflows();
		const workflow: WorkflowFile = await n8n.client.getWorkflow(published?.id ?? '');
		const shown = await n8n.client.importWorkflow(withAddress(workflow, pms.url, HOSTAWAY));
		await editor.openWorkflow(shown.id);
		await editor.showAll();
		await picture(editor.page, 'hostaway', editor.node('Sync many'));
	},
);

person('reads in a table what each call of a PMS means', async () => {
	const { editor, n8n, credential } = test;
	const calls = [
		hostaway.webhookBody(BOOKING),
		hostaway.webhookBody({ ...BOOKING, id: '40772', kind: 'inquiry' }),
		hostaway.webhookBody({ ...BOOKING, id: '40773', kind: 'cancelled' }),
		message,
		testDelivery,
	];
	const { id } = await n8n.client.importWorkflow(
		chainOf('Calls of Hostaway', [
			plainNode('Start', 'n8n-nodes-base.manualTrigger'),
			plainNode(
				'Calls',
				'n8n-nodes-base.set',
				{ mode: 'raw', jsonOutput: JSON.stringify({ calls }), options: {} },
				3.4,
			),
			plainNode('Each call', 'n8n-nodes-base.splitOut', { fieldToSplitOut: 'calls', options: {} }),
			packageNode(
				'action',
				'Read booking',
				{ resource: 'reservation', operation: 'readBooking', from: 'hostaway', options: {} },
				credential,
			),
		]),
	);
	await editor.openWorkflow(id);
	const view = await editor.openNode('Read booking');
	await view.execute();
	expect(
		(await view.table()).map(({ reservation_key, status }) => [reservation_key, status]),
	).toEqual([
		['40771', 'confirmed'],
		['40772', 'unconfirmed'],
		['40773', 'cancelled'],
		['null', 'not_a_stay'],
		['null', 'not_a_stay'],
	]);
	await picture(editor.page, 'read-booking', view.output.getByText('unconfirmed').first());
});

import type { IDataObject } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { type InstantTrigger, startInstantTrigger } from '../support/instantTrigger';
import { numberedEvent } from '../support/storedWorkflows/stateScenarios';
import { CONVERTED, keptSecret, signDelivery, type TriggerSandbox } from '../support/triggerSandbox';

const DAMAGED = 'What the trigger had kept is damaged and could not be read';
const NEWER = 'What the trigger had kept is of a newer version of this package (form 2; this version knows form 1)';

let instant: InstantTrigger;
let service: TriggerSandbox;
let staticData: IDataObject;
let webhookNumber = 0;

beforeEach(async () => {
	instant = await startInstantTrigger({
		parameters: { triggerOn: [CONVERTED], registration: 'automatic', options: {} }, instanceUrl: 'https://n8n.example',
		// Every test has a node of its own, for a process remembers.
		webhookId: `d3c5a5a0-0000-4000-8000-00000000010${++webhookNumber}`,
	});
	({ service, staticData } = instant);
});
afterEach(async () => await instant.stop());

const event = (number = 0) => numberedEvent(number, service.clock.now());

describe('events that were kept and cannot be read', () => {
	it.each<[string, string, (state: IDataObject) => IDataObject]>([
		['damaged', DAMAGED, (state) => ({ ...state, seenEvents: 'many' })],
		['of a newer version', NEWER, (state) => ({ ...state, version: 2 })],
	])('(%s) are said on the next item and in the log, and the trigger goes on', async (_what, problem, spoil) => {
		const trigger = await instant.open();
		await trigger.activate();
		const secret = keptSecret(staticData);
		Object.assign(staticData, spoil(staticData));

		const message = `${problem}: an event of the last hours may come a second time`;
		const { items } = await trigger.receive(signDelivery(secret, event()));
		expect(items).toEqual([{ json: { ...event(), trigger_message: message } }]);
		const next = await trigger.receive(signDelivery(secret, event(1)));
		expect(next.items).toEqual([{ json: event(1) }]);
		expect(instant.warn.mock.calls).toEqual([[`Trigger: ${message}`]]);
		expect(staticData).toMatchObject({ version: 1, registrations: { production: { secret } }, seenEvents: expect.any(Object) });
	});
});

describe('a registration that was kept and cannot be read', () => {
	const LOST = 'The trigger no longer knows its registration at the service, so it has to refuse deliveries';

	/** The service's secret, when n8n has forgotten it. */
	async function forget(registrations: unknown): Promise<string> {
		const trigger = await instant.open();
		await trigger.activate();
		const secret = keptSecret(staticData);
		staticData.registrations = registrations as IDataObject;
		return secret;
	}

	it.each([['is damaged', 'gone'], ['is missing', {}]])('is shown by one failed execution (it %s); after that, deliveries are refused', async (_what, registrations) => {
		const secret = await forget(registrations);
		const trigger = await instant.openInNewProcess();

		const first = await trigger.receive(signDelivery(secret, event()));
		expect(first).toMatchObject({ status: 500, items: undefined, error: { message: LOST, description: expect.stringContaining('Unpublish the workflow and publish it again') } });
		const second = await trigger.receive(signDelivery(secret, event()));
		expect(second).toMatchObject({ status: 401, items: undefined, error: undefined });
		expect(instant.warn.mock.calls).toEqual([['A delivery to the Device Access Trigger was refused: it is not signed with the secret of the webhook']]);
	});

	it('is not shown for what is not signed at all, and stays to be shown', async () => {
		const secret = await forget('gone');
		const trigger = await instant.openInNewProcess();
		expect(await trigger.receive({ rawBody: JSON.stringify(event()), headers: {} })).toMatchObject({ status: 401, error: undefined });
		expect(await trigger.receive(signDelivery(secret, event()))).toMatchObject({ status: 500, error: { message: LOST } });
	});

	it('is not missed where the credential has the secret', async () => {
		const secret = await forget('gone');
		const trigger = await instant.openInNewProcess({ credentials: service.credentialsWith(secret) });
		expect((await trigger.receive(signDelivery(secret, event()))).items).toHaveLength(1);
	});

	it('is made anew when the workflow is published again, and the old one does not stay at the service', async () => {
		await forget({ production: { url: 'https://n8n.example', webhookId: 5 } });
		const trigger = await instant.openInNewProcess();
		await trigger.activate();

		const [webhook, ...others] = service.webhooks();
		expect(others).toEqual([]);
		expect(staticData).toMatchObject({ registrations: { production: { webhookId: webhook?.webhook_id, secret: webhook?.secret } } });
		const { items } = await trigger.receive(signDelivery(keptSecret(staticData), event()));
		expect(items).toEqual([{ json: event() }]);
	});

	it('is said in the log, once, when the workflow is unpublished and published', async () => {
		await forget('gone');
		const trigger = await instant.openInNewProcess();
		await trigger.delete();
		expect(staticData).toEqual({ version: 1, registrations: {}, seenEvents: {} });
		expect(service.webhooks()).toHaveLength(1);
		await trigger.activate();
		expect(service.webhooks()).toHaveLength(1);
		expect(instant.warn.mock.calls).toEqual([[`Trigger: ${DAMAGED}; it is set up anew`]]);
	});
});

it('the item of an event has nothing but the event when all is in order', async () => {
	const trigger = await instant.open();
	await trigger.activate();
	await service.convert(hotel.unmanagedCodes.convertible);
	const { items } = await trigger.receive(signDelivery(keptSecret(staticData), event()));
	expect(items).toEqual([{ json: event() }]);
});

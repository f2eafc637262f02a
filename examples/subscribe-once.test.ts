import {
	startSubscriptionServer,
	SUBSCRIPTION_APIS,
	type Subscription,
	type SubscriptionServer,
} from '../pms/subscriptions';
import { useExample } from '../test/support/example/useExample';

const ADDRESS = 'https://n8n.example.com/webhook/7f0c?key=a%20b';
let system: SubscriptionServer;
let name: string;
const host = useExample('subscribe-once.json', { credentials: {} });

function use(started: string) {
	beforeEach(async () => {
		name = started;
		system = await startSubscriptionServer(name);
	});
	afterEach(async () => await system.stop());
}

/** Selects the credential, fills in the form, and returns the page. */
async function press(address = ADDRESS, agency = 'agency-4711') {
	const nodes = JSON.parse(
		JSON.stringify(host.example.nodes)
			.replaceAll(SUBSCRIPTION_APIS[name]?.address ?? '', system.url)
			.replaceAll(
				'"genericAuthType":"httpHeaderAuth"',
				`"genericAuthType":"${system.credentialType}"`,
			)
			.replace('"batchInterval":1000', '"batchInterval":0')
			.replace('"waitBetweenTries":2000', '"waitBetweenTries":25'),
	) as typeof host.example.nodes;
	const run = await host.run('Form', {
		as: { ...host.example, nodes, pinData: { 'Show the answer': [{ json: {} }] } },
		items: [
			{
				'Booking system': name,
				'Production URL': address,
				'UID of your agency': name === 'Hostfully' ? agency : '',
			},
		],
		credentials: system.credentials,
	});
	const pages = ['Answer', 'No list', 'Not complete'].flatMap((node) => run.json(node));
	expect(pages).toHaveLength(1);
	return { title: pages[0]?.title, lines: String(pages[0]?.text).split('\n') };
}

const each = (...events: string[]): Subscription[] =>
	events.map((event) => ({ address: ADDRESS, events: [event] }));
/** What the workflow of each system needs to hear. */
const NEEDED: Record<string, Subscription[]> = {
	apaleo: each('reservation/*'),
	Cloudbeds: each(
		'created',
		'status_changed',
		'dates_changed',
		'accommodation_changed',
		'accommodation_removed',
	),
	Guesty: [{ address: ADDRESS, events: ['reservation.created.v2', 'reservation.updated.v2'] }],
	Hostfully: each(
		'NEW_BOOKING',
		'BOOKING_UPDATED',
		'BOOKING_CANCELLED',
		'UNIT_CHANGED',
		'LEAD_DATES_CHANGED',
		'LEAD_PROPERTY_CHANGED',
		'LEAD_SOFT_DELETED',
	),
	Lodgify: [
		{ address: ADDRESS, events: ['booking_new_any_status'] },
		{ address: `${ADDRESS}?change`, events: ['booking_change'] },
	],
	Uplisting: each('booking_created', 'booking_updated', 'booking_removed'),
};

describe.each(Object.keys(SUBSCRIPTION_APIS))('%s', (one) => {
	use(one);

	it('calls the workflow for each event after one press, and a second press subscribes nothing', async () => {
		const needed = NEEDED[one] ?? [];
		const first = await press();
		expect(first.title).toBe('Subscribed');
		expect(first.lines).toEqual(needed.map(({ events: [event] }) => `${event}: subscribed now`));
		expect(system.subscriptions).toEqual(needed);

		const requests = system.requests().length;
		const second = await press();
		expect([second.title, system.subscriptions]).toEqual(['Subscribed', needed]);
		expect(second.lines).toEqual(
			needed.map(({ events: [event] }) => `${event}: subscribed already`),
		);
		expect(system.requests()).toHaveLength(requests + 1);
	});

	it('subscribes what is missing: another address, and another event at this address, do not count', async () => {
		const needed = NEEDED[one] ?? [];
		const known = [
			{ address: 'https://other.example.com/webhook/1', events: needed[0]?.events ?? [] },
			{ address: one === 'Lodgify' ? `${ADDRESS}?own` : ADDRESS, events: ['another_event'] },
			...needed.slice(1),
		];
		system.subscriptions.push(...known);
		expect((await press()).title).toBe('Subscribed');
		expect(system.subscriptions).toEqual([...known, needed[0]]);
	});

	it('says which event the system refused, and why, and subscribes the others', async () => {
		const needed = NEEDED[one] ?? [];
		const refused = needed.at(-1)?.events[0];
		system.settings.refusedEvent = refused;
		const { title, lines } = await press();
		expect(title).toBe('Not everything is subscribed');
		expect(lines.at(-1)).toContain(`${refused}: refused`);
		expect(lines.at(-1)).toContain('Unknown event');
		expect(system.subscriptions).toEqual(needed.slice(0, -1));
	});
});

describe('an address with a password', () => {
	use('apaleo');

	it.each(['$$', '$&', "$'"])('keeps %s', async (signs) => {
		const address = `https://me:a${signs}b@n8n.example.com/webhook/7f0c`;
		await press(address);
		expect(system.subscriptions).toEqual([{ address, events: ['reservation/*'] }]);
		expect((await press(address)).lines).toEqual(['reservation/*: subscribed already']);
	});
});

describe('the form', () => {
	use('Hostfully');

	it.each([
		['refuses the request for the list', { listStatus: 401, listBody: { message: 'No' } }],
		['answers with a page', { listBody: '<html>Sign in</html>' }],
		['fails', { listStatus: 500, listBody: {} }],
	])('subscribes nothing if the system %s, and says so', async (_, settings) => {
		Object.assign(system.settings, settings);
		const { title, lines } = await press();
		expect([title, lines[0]]).toEqual(['Nothing was changed', expect.stringContaining(name)]);
		expect([
			system.subscriptions,
			system.requests().every((each) => each.startsWith('GET')),
		]).toEqual([[], true]);
	});

	it.each([
		['the test URL', 'https://n8n.example.com/webhook-test/7f0c', 'agency-4711'],
		['an address without https', 'http://localhost:5678/webhook/7f0c', 'agency-4711'],
		['text that is no address', 'From Hostfully', 'agency-4711'],
		['no agency', ADDRESS, ''],
	])('sends no request for %s', async (_, address, agency) => {
		expect((await press(address, agency)).title).toBe('Nothing was changed');
		expect(system.requests()).toEqual([]);
	});
});

import type { IDataObject } from 'n8n-workflow';
import { callOf, SYSTEMS, type TestedSystem } from '../../pms/systems';
import * as cloudbeds from '../../pms/cloudbeds';
import * as uplisting from '../../pms/uplisting';
import { nodeOf, readExample } from '../../host/n8n/readExample';
import { preparePmsExamples } from '../support/pms/pmsExample';
import { writesOf } from '../support/service/reservations';

// The stranger knows the address of a workflow, from a log or a screen, and the form of the system's calls. Whatever he sends
// in them opens no door, ends no stay, and writes to nobody.

const { service, example, use } = preparePmsExamples();

const STRANGER = {
	first: 'Mal',
	last: 'Lory',
	email: 'mal@stranger.example',
	phone: '+15550666666',
};

/** The calls in which he says something about a booking, in the form of the system. */
function told({ from, form, rooms }: TestedSystem): Record<string, object> {
	const booking = (changes: object = {}) =>
		example.booking({ changedAt: example.changedAt(60), ...changes });
	const own = { ...example.booking().guest, ...STRANGER };
	return {
		'an invented booking': form.webhookBody(
			booking({ id: '66666', guest: { ...own, key: '66601' }, rooms: [rooms[1]] }),
		),
		'another contact': form.webhookBody(booking({ guest: own })),
		'a cancellation': form.webhookBody(booking({ kind: 'cancelled' })),
		'an extension': form.webhookBody(booking({ departure: '2031-03-31' })),
		'another room': form.webhookBody(booking({ rooms: [rooms[1]] })),
		...(from === 'cloudbeds' && { 'a deletion': cloudbeds.cloudbedsOthers(booking()).deleted }),
		...(from === 'uplisting' && { 'a removal': uplisting.removed(booking()) }),
		...(from === 'smoobu' && {
			'a deletion': { ...form.webhookBody(booking()), action: 'deleteReservation' },
		}),
		...(from === 'hostfully' && {
			'a deletion': { ...form.webhookBody(booking()), event_type: 'LEAD_SOFT_DELETED' },
		}),
	};
}

/** The members that name something in a body, each with this in its place. */
function renamed(body: unknown, id: unknown): unknown {
	if (Array.isArray(body)) return body.map((member) => renamed(member, id));
	if (typeof body !== 'object' || body === null) return body;
	return Object.fromEntries(
		Object.entries(body).map(([name, value]) => [
			name,
			/^(?:id|uid)$|(?:id|code|entityId)$/i.test(name) && typeof value !== 'object'
				? id
				: renamed(value, id),
		]),
	);
}

/** Bodies without sense, and calls that name something else than a booking. */
function senseless({ form }: TestedSystem): Record<string, unknown> {
	const call = form.webhookBody(example.booking());
	return {
		nothing: {},
		'an empty list': [],
		null: { data: null, booking: null, event: null, Events: null, body: null },
		'a list in place of everything': { data: [[]], booking: [], Events: [[]], action: ['x'] },
		'another path': renamed(call, '../properties?x=1#'),
		'an object as ID': renamed(call, { $ne: null }),
		'no ID': renamed(call, ''),
		'an ID of another system': renamed(call, 'AP66666-1'),
		'a body of another system': { reservation_id: 'R-1001', status: 'confirmed', guest: STRANGER },
	};
}

const withSecretPath = SYSTEMS.filter(({ protection }) => protection === 'secretPath');

it.each(withSecretPath)(
	'the file of $name has no address: n8n makes one at import that nobody knows',
	({ from, name }) => {
		const { parameters } = nodeOf(readExample(`pms/${from}.json`), `From ${name}`);
		expect(parameters.path).toBe('');
	},
);

describe.each(withSecretPath)('a stranger who knows the address for $name', (system) => {
	use(system);

	it('gives nobody access, ends none, changes none and writes to nobody', async () => {
		await example.tell();
		const before = { access: await example.access(), rows: structuredClone(example.rows()) };
		expect([before.access.length, before.rows.length]).toEqual([1, 1]);
		const { ignored, unheard = [] } = system;
		for (const [what, body] of Object.entries({
			...told(system),
			...senseless(system),
			...ignored,
		})) {
			service.sandbox.requests.clear();
			const { run } = await example.forge(body as IDataObject);
			const after = { access: await example.access(), rows: example.rows() };
			expect([what, after, writesOf(service)]).toEqual([what, before, []]);
			if (unheard.includes(what)) expect([what, run]).toEqual([what, undefined]);
		}
	});
});

describe.each(SYSTEMS.filter(({ protection }) => typeof protection === 'object'))(
	'a stranger who knows the address for $name, which sends a login',
	(system) => {
		use(system);

		it('is refused before anything is executed', async () => {
			await example.tell();
			service.sandbox.requests.clear();
			const { 'a cancellation': body = {} } = told(system);
			const { status, run } = await example.forge(body);
			const expected = typeof system.protection === 'object' && system.protection.status;
			expect([status, run, service.paths()]).toEqual([expected, undefined, []]);
			// The system itself, with the login, is heard.
			const moved = { departure: '2031-02-02', changedAt: example.changedAt(2) };
			example.pms.change([system.form.listed(example.booking(moved))]);
			await example.receive(callOf(system, example.booking(moved), example.pms.bookings[0]));
			expect(await example.access()).toMatchObject([
				{ ends_at: expect.stringMatching(/^2031-02-02/) },
			]);
		});
	},
);

it.each(SYSTEMS.filter(({ protection }) => protection === undefined))(
	'nothing can be called in the workflow for $name',
	({ from }) => {
		const types = readExample(`pms/${from}.json`).nodes.map(({ type }) => type);
		expect(types.filter((type) => /webhook|formTrigger/i.test(type))).toEqual([]);
	},
);

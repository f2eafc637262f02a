import { type Example, nodeOf } from '../host/n8n/readExample';
import { startHttpServer } from '../host/process/httpServer';
import type { Fault } from '../sandbox/faults/faults';
import { hotel } from '../sandbox/fixtures/hotel';
import { workspaceIds } from '../sandbox/fixtures/workspaces';
import { useExample } from '../test/support/example/useExample';
import { withShortWaits } from '../test/support/example/withShortWaits';
import {
	ARRIVAL_AT,
	DEPARTURE_AT,
	HOUR_MS,
	iso,
	useMovedHotel,
} from '../test/support/service/movedHotel';

/** The part from the request on, in which the host always answers Yes; `test/e2e` has the chat and the page. */
function withYes(example: Example): Example {
	const nodes = example.nodes.filter(({ type }) => !/langchain|Tool$|evaluation/i.test(type));
	const names = new Set(nodes.map(({ name }) => name));
	const connections = Object.fromEntries(
		Object.entries(example.connections).filter(([name]) => names.has(name)),
	);
	Object.assign(nodeOf({ ...example, nodes }, 'Ask the host'), {
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: { mode: 'raw', jsonOutput: '{ "data": { "Do it?": "Yes" } }', options: {} },
	});
	return withShortWaits({ ...example, nodes, connections });
}

const service = useMovedHotel();
const host = useExample('lock-assistant.json', service, withYes);
const UNSURE = 'not certain: look at it';

it.each<[string, Fault[], string]>([
	['succeeds', [], 'done'],
	['is refused', [{ kind: 'unauthorized' }], 'not done'],
	['stays pending', [{ kind: 'attemptStaysPending' }], UNSURE],
	['may have opened the door, as its answer is lost', [{ kind: 'cut', isProcessed: true }], UNSURE],
])('of an unlock that %s, the host hears what is known', async (_, faults, word) => {
	for (const fault of faults) service.sandbox.faults.always('/locks/unlock_door', fault);
	const request = { action: 'Unlock', device_id: hotel.devices.room103, stay_key: '', ask: 'yes' };
	await host.run('Request', { items: [request] });
	expect(host.emails().map(({ subject }) => subject)).toEqual([`Unlock: ${word}`]);
});

const STAY = 'reservation:4711';
const [EARLIER, LONGER] = [`desk:${STAY}/earlier`, `desk:${STAY}/longer`];

it.each<[string, string, Fault[], string, string[]]>([
	['the booking', STAY, [], 'done', []],
	['hours of the desk', LONGER, [], 'done', [STAY, EARLIER]],
	['what is refused', STAY, [{ kind: 'unauthorized' }], 'not done', [STAY, EARLIER, LONGER]],
])('end_stay of %s: the host hears what ended', async (_, key, faults, word, left) => {
	const hours = { keyPrefix: 'desk:' };
	const [arrivesAt, leavesAt] = [iso(ARRIVAL_AT - HOUR_MS), iso(DEPARTURE_AT + HOUR_MS)];
	const [arrival, departure] = [iso(ARRIVAL_AT), iso(DEPARTURE_AT)];
	await service.whileTimePasses(service.upsert());
	for (const [id, from, to] of [
		['earlier', arrivesAt, arrival],
		['longer', departure, leavesAt],
	])
		await service.whileTimePasses(
			service.upsert({ id: `${STAY}/${id}`, arrival: from, departure: to }, hours),
		);
	for (const fault of faults) service.sandbox.faults.always('/access_grants/delete', fault);
	const request = { action: 'End the access', stay_key: key, device_id: '', ask: 'yes' };
	await host.run('Request', { items: [request] });
	const { access } = service.sandbox.state.workspaces.get(workspaceIds.main) ?? {};
	const keys = access?.accessGrants.records.map(({ access_grant_key: own }) => String(own));
	expect(keys?.filter((own) => own.includes(STAY))).toEqual(left);
	const [mail] = host.emails();
	expect(mail?.subject).toBe(`End the access: ${word}`);
	expect(mail?.text).toContain(`Booking ${key.replace(/^[^:]*:/, '')}\n`);
});

it('names the guest who has the new PIN, if the booking passed on while the host was asked', async () => {
	await service.whileTimePasses(service.upsert());
	await service.moveTo(ARRIVAL_AT - HOUR_MS);
	const server = await startHttpServer(async () => {
		await service.upsert({ guest: 'Bob Stone', contact: 'bob@example.com' });
		return { body: { data: { 'Do it?': 'Yes' } } };
	});
	const as = structuredClone(host.example);
	Object.assign(nodeOf(as, 'Ask the host'), {
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.3,
		parameters: { url: server.url, options: {} },
	});
	const request = { action: 'New PIN', stay_key: STAY, device_id: '', ask: 'yes' };
	await host.run('Request', { as, items: [request] });
	await server.stop();
	expect(host.emails()).toEqual([
		expect.objectContaining({
			subject: 'New PIN: done',
			text: expect.stringMatching(/Guest 4711[^]*\n\nBob Stone\n\d+$/),
		}),
	]);
});

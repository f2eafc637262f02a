import { WorkflowExecute } from 'n8n-core';
import { runWorkflow } from '../../host/engine/runWorkflow';
import { nodeOf, readExample } from '../../host/n8n/readExample';
import { type HttpServer, startHttpServer } from '../../host/process/httpServer';
import { DataTables } from '../support/example/dataTables';
import { emailAsRequest } from '../support/example/emailAsRequest';
import { useHotelSandbox } from '../support/service/hotelSandbox';
import { moveTimeTo } from '../support/clock/moveTimeTo';
import { booking, inDays, reserve } from '../support/service/reservations';
import { skipPauses } from '../support/clock/skipPauses';
import { enterSettings } from '../support/example/settings';
import { FaultyEngine } from '../support/example/faults/faultAt';

/** What Hospitable takes of one account: its public OpenAPI says so. */
const MOST = 50;
const IN_MS = 5 * 60_000;
const BETWEEN_CHECKS_MS = 15 * 60_000;
const GUESTS = 500;

const service = useHotelSandbox();
const tables = new DataTables();
const engine = new FaultyEngine(WorkflowExecute.prototype as never);
const example = structuredClone(readExample('guest-messages.json'));
/** When each booking got a message, and how often Hospitable refused one. */
const sentAt = new Map<string, number[]>();
const toHost: string[] = [];
let refused = 0;
let server: HttpServer;

beforeAll(async () => {
	server = await startHttpServer(({ path, body }) => {
		const id = /^\/v2\/reservations\/([^/]+)\/messages$/.exec(path)?.[1];
		if (id === undefined) {
			toHost.push(String((JSON.parse(body) as { text: string }).text));
			return { body: 'ok' };
		}
		const recent = [...sentAt.values()].flat().filter((atMs) => atMs > Date.now() - IN_MS);
		if (recent.length >= MOST) {
			refused += 1;
			return { status: 429, body: { message: 'Too Many Attempts.' } };
		}
		sentAt.set(id, [...(sentAt.get(id) ?? []), Date.now()]);
		return { status: 202, body: { data: { sent_reference_id: id } } };
	});
	for (const name of ['Email', 'Tell the host']) emailAsRequest(example, name, server.url);
	const hospitable = nodeOf(example, 'Hospitable');
	hospitable.disabled = false;
	hospitable.parameters = JSON.parse(
		JSON.stringify(hospitable.parameters).replace('https://public.api.hospitable.com', server.url),
	) as typeof hospitable.parameters;
});
afterAll(async () => await server.stop());
afterEach(() => {
	jest.useRealTimers();
	jest.restoreAllMocks();
});

/** *Wait* nodes take no time here, but the clock moves by it. */
function skipWaits() {
	const real = globalThis.setTimeout;
	jest.spyOn(globalThis, 'setTimeout').mockImplementation(((
		run: () => void,
		ms = 0,
		...others: []
	) => {
		const isWait = /Wait\.node/.test(new Error().stack ?? '');
		if (isWait) jest.setSystemTime(Date.now() + ms);
		return real(run, isWait ? 0 : ms, ...others);
	}) as typeof setTimeout);
}

/** One check. Returns whether it ended well. */
async function check(): Promise<boolean> {
	const startMs = Date.now();
	const run = await runWorkflow(example, {
		credentials: { ...service.credentials, httpBearerAuth: { token: 'sandbox-token' } },
		startNode: 'Every 15 minutes',
		startItems: [{ json: {} }],
		dataTables: tables.provider,
	});
	expect(Date.now() - startMs).toBeLessThan(BETWEEN_CHECKS_MS);
	jest.setSystemTime(startMs + BETWEEN_CHECKS_MS);
	return run.error() === undefined;
}

it(`${GUESTS} guests are told within the pace of Hospitable, a check that cannot tell all leaves the others to the next one, and a stop in between costs one message twice`, async () => {
	skipPauses();
	await reserve(
		service,
		'upsert',
		Array.from({ length: GUESTS }, (_, index) => {
			const day = 1 + Math.floor(index / 2);
			return booking({
				id: String(10_000 + index),
				guest: `Guest ${index}`,
				rooms: index % 2 === 0 ? 'room-101' : 'room-102',
				arrival: inDays(day),
				departure: inDays(day + 1, 11),
			});
		}),
		{ keyPrefix: 'hospitable:', waitUntilIssued: true, waitTimeout: 60 },
	);
	enterSettings(tables, {
		host_email: 'host@example.com',
		send_by: 'hospitable',
		hours_before_arrival: String(24 * GUESTS),
	});
	moveTimeTo(Date.now());
	skipWaits();
	const counts: number[] = [];
	const endedWell: boolean[] = [];
	while (counts.at(-1) !== 0 && counts.length < 40) {
		const before = [...sentAt.values()].flat().length;
		engine.set(counts.length === 1 ? { node: 'Hospitable', fault: 'stop', run: 20 } : undefined);
		endedWell.push(await check());
		counts.push([...sentAt.values()].flat().length - before);
	}
	const twice = [...sentAt.values()].filter(({ length }) => length > 1);
	expect([sentAt.size, twice.map(({ length }) => length), refused]).toEqual([GUESTS, [2], 0]);
	expect(toHost.filter((text) => text.includes('stopped'))).toHaveLength(1);
	expect(counts).toEqual([100, 20, 100, 100, 100, 81, 0]);
	expect(endedWell).toEqual([true, false, true, true, true, true, true]);
}, 3_600_000);

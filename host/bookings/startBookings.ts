import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import type { Sandbox } from '../../sandbox/createSandbox';
import { hotel } from '../../sandbox/fixtures/hotel';
import { workspaceIds } from '../../sandbox/fixtures/workspaces';
import { HTMX_FILE, requireOwnPage, sendHtml } from '../../sandbox/http/page/pageRoutes';
import { SYSTEMS, type TestedSystem } from './systems/systems';
import type { PmsBooking } from './systems/pmsBooking';
import { HOST_FOLDER } from '../n8n/hostNode';
import { BookingSystem, type BookingWorkflow, isBookingChange } from './bookingSystem';
import { renderBookings, renderNow } from './renderBookings';

export interface BookingsOptions {
	readonly port: number;
	readonly sandbox: Sandbox;
	/** Undefined if n8n has no workflow with that name. */
	readonly workflowOf: (name: string) => Promise<BookingWorkflow | undefined>;
}

export interface Bookings {
	/** The page on which a person sends bookings. */
	readonly url: string;
	/** The booking systems, and the addresses of their accounts. */
	readonly systems: ReadonlyArray<{ system: TestedSystem; url: string }>;
	stop(): Promise<void>;
}

/** Booking systems with an account each, and a page on which a person makes bookings in them. On 127.0.0.1. */
export async function startBookings({
	port,
	sandbox,
	workflowOf,
}: BookingsOptions): Promise<Bookings> {
	const systems = new Map(SYSTEMS.map((system) => [system.from, new BookingSystem(system)]));
	const [first] = systems.values();
	/** What happened last, by system. */
	const outcomes = new Map<BookingSystem, string>();
	const server = fastify({ forceCloseConnections: true });
	server.removeAllContentTypeParsers();
	server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) =>
		done(null, body),
	);

	const chosen = (request: FastifyRequest): BookingSystem => {
		const { system } = request.query as { system?: string };
		const found = systems.get(system ?? '') ?? first;
		if (found === undefined) throw new Error('There are no booking systems');
		return found;
	};
	const viewOf = async (one: BookingSystem) => ({
		one,
		workflow: await workflowOf(one.system.name),
		outcome: outcomes.get(one),
		sandboxUrl: sandbox.url,
	});

	async function send(one: BookingSystem, booking: PmsBooking | undefined): Promise<string> {
		if (booking === undefined) return 'There is no such booking anymore.';
		const { name, asks, areRoomsKeyed, rooms } = one.system;
		if (areRoomsKeyed) giveKeys(sandbox, rooms);
		const workflow = await workflowOf(name);
		const has = `${name} has the booking`;
		if (workflow === undefined) return `${has}, but n8n has no workflow ‘${name}’.`;
		if (asks !== undefined)
			return `${has}. ${name} makes no calls: in n8n, open the workflow, and execute it from ‘${asks}’ if you do not want to wait.`;
		if (!workflow.isPublished)
			return `${has}, but nobody heard of it: publish the workflow in n8n.`;
		const status = await one.call(workflow.callUrl, booking);
		return status < 300
			? `${has}, and called n8n.`
			: `${has}, but n8n answered its call with status ${status}. ${status === 404 ? 'Wait a second, and send it again' : 'Look at the credential of the first node'}.`;
	}

	const now = async (one: BookingSystem, reply: FastifyReply) =>
		sendHtml(reply, renderNow(await viewOf(one)).toString());

	server.register(async (page) => {
		page.addHook('onRequest', requireOwnPage);
		page.get('/', async (request, reply) =>
			sendHtml(
				reply,
				renderBookings(
					await viewOf(chosen(request)),
					[...SYSTEMS].sort((one, other) => one.name.localeCompare(other.name)),
				),
			),
		);
		page.get('/style.css', (_request, reply) =>
			reply.type('text/css; charset=utf-8').send(readFileSync(STYLE_FILE)),
		);
		page.get('/htmx.js', (_request, reply) =>
			reply.type('text/javascript; charset=utf-8').send(readFileSync(HTMX_FILE)),
		);
		page.get('/now', async (request, reply) => await now(chosen(request), reply));
		page.post('/book', async (request, reply) => {
			const one = chosen(request);
			const { kind } = request.query as { kind?: string };
			const booking = one.book(kind === 'inquiry' ? 'inquiry' : 'confirmed');
			outcomes.set(one, await send(one, booking));
			return await now(one, reply);
		});
		page.post('/change', async (request, reply) => {
			const one = chosen(request);
			const { id = '', change } = request.query as { id?: string; change?: string };
			if (isBookingChange(change)) outcomes.set(one, await send(one, one.change(id, change)));
			return await now(one, reply);
		});
	});

	server.all('/:system/*', (request, reply) => {
		const { system = '', '*': path } = request.params as { system?: string; '*': string };
		const { search } = new URL(request.url, 'http://system.invalid');
		const one = systems.get(system);
		if (one === undefined) return reply.code(404).send({});
		const {
			status = 200,
			headers = {},
			body = {},
		} = one.account.answer({
			method: request.method,
			path: `/${path}`,
			search,
			query: request.query as Record<string, string>,
			headers: request.headers,
			body: typeof request.body === 'string' ? request.body : '',
		});
		return reply.code(status).headers(headers).send(body);
	});

	const url = await server.listen({ host: '127.0.0.1', port });
	return {
		url,
		systems: SYSTEMS.map((system) => ({ system, url: `${url}/${system.from}` })),
		stop: async () => await server.close(),
	};
}

const STYLE_FILE = join(HOST_FOLDER, '..', 'sandbox', 'http', 'page', 'style.css');

/** As *Rooms from your system* does: the key of a space is the ID of its room in the system. */
function giveKeys({ state }: Sandbox, [first, second]: TestedSystem['rooms']): void {
	const spaces = state.workspaces.get(workspaceIds.main)?.access.spaces;
	spaces?.update(hotel.spaces.room101, { space_key: first.id });
	spaces?.update(hotel.spaces.room102, { space_key: second.id });
}

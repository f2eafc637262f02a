import { randomUUID } from 'node:crypto';
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import type { Sandbox } from '../../sandbox/createSandbox';
import { hotel as fixture } from '../../sandbox/fixtures/hotel';
import { workspaceIds } from '../../sandbox/fixtures/workspaces';
import { sendHtml, serveOwnPage } from '../../sandbox/http/page/ownPage';
import { SYSTEMS, type TestedSystem } from '../../pms/systems';
import type { PmsBooking } from '../../pms/pmsBooking';
import { type InboxPage, inboxRoutes } from '../inbox/inboxRoutes';
import {
	BookingSystem,
	type BookingWorkflow,
	type ChosenBooking,
	isBookingChange,
} from './bookingSystem';
import { renderBookings, renderNow, type SystemView } from './renderBookings';

export interface BookingsOptions {
	readonly port: number;
	readonly sandbox: Sandbox;
	/** Undefined if n8n has no workflow with that name. `url`: the address of the account. */
	readonly workflowOf: (name: string, url: string) => Promise<BookingWorkflow | undefined>;
	/** The emails of n8n, on a page of their own beside the bookings. */
	readonly inboxPage?: InboxPage;
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
	inboxPage,
}: BookingsOptions): Promise<Bookings> {
	const systems = new Map(
		SYSTEMS.map((system, place) => [system.from, new BookingSystem(system, place)]),
	);
	const first = systems.get('hostaway');
	const hotel = () => sandbox.state.workspaces.get(workspaceIds.main);
	let knownHotel = hotel();
	/** A hotel that a person has started over has no guests, and its rooms have their own keys again. */
	const followHotel = () => {
		if (knownHotel === hotel()) return;
		knownHotel = hotel();
		for (const one of systems.values()) one.clear();
		outcomes.clear();
	};
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
	const urlOf = ({ from }: TestedSystem) => `${server.listeningOrigin}/${from}`;
	const viewOf = async (one: BookingSystem): Promise<SystemView> => ({
		one,
		workflow: await workflowOf(one.system.name, urlOf(one.system)),
		outcome: outcomes.get(one),
		sandboxUrl: sandbox.url,
		hasInbox: inboxPage !== undefined,
	});

	async function send({ one, workflow }: SystemView, booking?: PmsBooking): Promise<string> {
		if (booking === undefined) return 'There is no such booking anymore.';
		const { name, asks, areRoomsKeyed, rooms } = one.system;
		if (areRoomsKeyed) addRooms(sandbox, rooms);
		const keyed = areRoomsKeyed
			? ` ${name} names rooms by their IDs, so the hotel has two more rooms, ‘Room 101 (ID ${rooms[0].id})’ and ‘Room 102 (ID ${rooms[1].id})’, with the doors of Rooms 101 and 102.`
			: '';
		const has = `${name} has the booking`;
		if (workflow === undefined) return `${has}, but n8n has no workflow ‘${name}’.`;
		if (asks !== undefined)
			return `${has}. ${name} makes no calls: in n8n, open the workflow, and execute it from ‘${asks}’ if you do not want to wait.${keyed}`;
		if (!workflow.isPublished)
			return `${has}, but nobody heard of it: publish the workflow in n8n.`;
		const status = await one.call(workflow.callUrl, booking);
		return status < 300
			? `${has}, and called n8n.${keyed}`
			: `${has}, but n8n answered its call with status ${status}. ${status === 404 ? 'Wait a second, and send it again' : 'Look at the credential of the first node'}.`;
	}

	const now = (view: SystemView, reply: FastifyReply) =>
		sendHtml(reply, renderNow(view).toString());

	async function tell(one: BookingSystem, booking: PmsBooking | undefined, reply: FastifyReply) {
		const view = await viewOf(one);
		const outcome = await send(view, booking);
		outcomes.set(one, outcome);
		return now({ ...view, outcome }, reply);
	}

	server.register(async (page) => {
		serveOwnPage(page, '');
		page.addHook('onRequest', async () => followHotel());
		if (inboxPage !== undefined) inboxRoutes(page, inboxPage, sandbox.url);
		page.get('/', async (request, reply) =>
			sendHtml(
				reply,
				renderBookings(
					await viewOf(chosen(request)),
					[...SYSTEMS].sort((one, other) => one.name.localeCompare(other.name)),
				),
			),
		);
		page.get('/now', async (request, reply) => now(await viewOf(chosen(request)), reply));
		page.post('/book', async (request, reply) => {
			const one = chosen(request);
			const booking = chosenBooking(String(request.body ?? ''));
			if ((booking.departure ?? '9') > (booking.arrival ?? ''))
				return await tell(one, one.book(booking), reply);
			outcomes.set(one, 'The departure must be after the arrival.');
			return now(await viewOf(one), reply);
		});
		page.post('/change', async (request, reply) => {
			const one = chosen(request);
			const { id = '', change } = request.query as { id?: string; change?: string };
			return isBookingChange(change)
				? await tell(one, one.change(id, change), reply)
				: now(await viewOf(one), reply);
		});
	});

	server.all('/:system/*', async (request, reply) => {
		followHotel();
		const { system = '', '*': path } = request.params as { system?: string; '*': string };
		const { search } = new URL(request.url, 'http://system.invalid');
		const one = systems.get(system);
		if (one === undefined) return reply.code(404).send({});
		const {
			status = 200,
			headers = {},
			body = {},
		} = await one.account.answer({
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
		systems: SYSTEMS.map((system) => ({ system, url: urlOf(system) })),
		stop: async () => await server.close(),
	};
}

/** The fields of the form. What a person leaves empty counts as left out. */
function chosenBooking(body: string): ChosenBooking {
	const { kind, ...fields } = Object.fromEntries(
		[...new URLSearchParams(body)].filter(([, value]) => value.trim() !== ''),
	) as Record<string, string>;
	return { kind: kind === 'inquiry' ? 'inquiry' : 'confirmed', ...fields };
}

/**
 * As *Rooms from your system* does: the key of a space is the ID of its room in the system. The rooms of the hotel keep
 * their keys, by which other workflows find them.
 */
function addRooms({ state }: Sandbox, rooms: TestedSystem['rooms']): void {
	const spaces = state.workspaces.get(workspaceIds.main)?.access.spaces;
	for (const [index, place] of [fixture.spaces.room101, fixture.spaces.room102].entries()) {
		const [space, key] = [spaces?.get(place), rooms[index]?.id];
		if (!space || spaces?.records.some(({ space_key: known }) => known === key)) continue;
		const name = `${space.name} (ID ${key})`;
		spaces?.add({ ...space, space_id: randomUUID(), name, space_key: key });
	}
}

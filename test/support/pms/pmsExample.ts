import type { IDataObject } from 'n8n-workflow';
import { runWorkflow, type WorkflowRun } from '../../../host/engine/runWorkflow';
import { hotel } from '../../../sandbox/fixtures/hotel';
import { workspaceIds } from '../../../sandbox/fixtures/workspaces';
import { deliverToExample, runWithBody, type DeliveredToExample } from '../deliverToExample';
import type { HotelSandbox } from '../hotelSandbox';
import { moveTimeTo } from '../moveTimeTo';
import { nodeOf, readExample, withOlderAccess, withSetting, type Example } from '../readExample';
import { pmsBooking, type PmsBooking } from './pmsBooking';
import { startPmsServer, type PmsServer } from './pmsServer';
import type { TestedSystem } from './systems';

export const TO_HOST = 'you@example.com';
export const requestsOf = ({ nodes }: Example) =>
	nodes.filter(({ type }) => type === 'n8n-nodes-base.httpRequest');

const idOf = (one: object) => {
	const { id, _id } = one as IDataObject;
	return id ?? _id;
};

/** An email of the workflow, or a message that the system was asked to send. */
export interface Told {
	who: 'guest' | 'host';
	text: string;
}

/** The example of a system, the system's own server, and what a host or the system does with them. */
export interface PmsExample {
	pms: PmsServer;
	/** A booking for Room 101. */
	booking: (changes?: Partial<PmsBooking>) => PmsBooking;
	/** A time that a booking changed at: so many minutes after that of `booking()`. */
	changedAt: (minutes: number) => string;
	/** Delivers a booking that is also in the account. */
	tell: (changes?: Partial<PmsBooking>) => Promise<WorkflowRun>;
	receive: (body: object) => Promise<WorkflowRun>;
	/** A call that is signed with this secret, which by default is none of the system. */
	forge: (body: object, secret?: string) => Promise<DeliveredToExample>;
	/** The comparison, with these bookings in the account. */
	compare: (bookings: readonly object[], trigger?: string) => Promise<WorkflowRun>;
	/** Who was told what since the last look. */
	told: (run: WorkflowRun) => Told[];
	/** From now on, the workflow waits only a moment for a late PIN, and checks it often. */
	checkOften: () => void;
	/** From now on, this node is deactivated in the workflow; without a name, none is. */
	deactivate: (node?: string) => void;
	/** The access as the service has it. */
	access: () => Promise<IDataObject[]>;
}

let examples = 0;

/** Starts the system's server, and gives the rooms of the hotel its keys. */
export async function startPmsExample(
	system: TestedSystem,
	service: HotelSandbox,
): Promise<PmsExample> {
	const { from, name, form, api, rooms, sign } = system;
	if (system.now !== undefined) moveTimeTo(Date.parse(system.now));
	const pms = await startPmsServer(api);
	const spaces = service.sandbox.state.workspaces.get(workspaceIds.main)?.access.spaces;
	if (system.areRoomsKeyed) {
		spaces?.update(hotel.spaces.room101, { space_key: rooms[0].id });
		spaces?.update(hotel.spaces.room102, { space_key: rooms[1].id });
	}
	const start = `From ${name}`;
	const credentials = () => ({
		...service.credentials,
		...pms.credentials,
		...system.credentials,
	});

	let checksOften = false;
	let deactivated: string | undefined;
	/** What n8n keeps between two executions. */
	let staticData: IDataObject = {};

	/** The example with the address of the account, and without pauses between requests. */
	function ofThisAccount(): Example & { staticData: IDataObject } {
		const filledIn = (api.entered ?? []).reduce(
			(example, { node, field, value }) => withSetting(example, node, field, value),
			withOlderAccess(readExample(`pms/${from}.json`)),
		);
		const example = { ...filledIn, staticData };
		if (checksOften) {
			nodeOf(example, 'Wait 15 minutes').parameters = {
				resume: 'timeInterval',
				amount: 0.05,
				unit: 'seconds',
			};
			const { parameters } = nodeOf(
				example,
				system.comparison === undefined ? 'Create or update' : 'Sync many',
			);
			parameters.options = { ...(parameters.options as object), waitTimeout: 0.1 };
		}
		for (const { name, parameters } of example.nodes)
			if (name === 'Wait a moment') parameters.amount = 0.3;
		if (deactivated !== undefined) nodeOf(example, deactivated).disabled = true;
		for (const node of example.nodes)
			if (system.credentials?.[node.name])
				node.credentials = { crypto: { id: '', name: node.name } };
		for (const node of requestsOf(example)) {
			if (node.retryOnFail) node.waitBetweenTries = 25;
			node.parameters = JSON.parse(
				JSON.stringify(node.parameters)
					.replaceAll(system.address, pms.url)
					.replace(/"(batchInterval|requestInterval)":\d+/, '"$1":0'),
			) as typeof node.parameters;
		}
		return example;
	}

	/** The bookings as the account has them once they are changed to these: with the PINs that it has. */
	const changedTo = (bookings: readonly object[]) =>
		bookings.map((one) => {
			const known = pms.bookings.find((other) => idOf(other) === idOf(one));
			return { ...one, ...(known && api.pinBack?.pinFields(known)) };
		});

	// Executions in one process share what they know about changes. So each example begins an hour later.
	const startMs = Date.UTC(2025, 0, 1, examples++);
	const changedAt = (minutes: number) =>
		new Date(startMs + minutes * 60_000).toISOString().replace('.000Z', 'Z');

	const booking = (changes: Partial<PmsBooking> = {}): PmsBooking =>
		pmsBooking({
			rooms: [rooms[0]],
			arrival: '2031-01-29',
			departure: '2031-01-31',
			// Of Room 101.
			offset: '+00:00',
			changedAt: changedAt(0),
			...changes,
		});

	async function receive(body: object): Promise<WorkflowRun> {
		const sent = body as IDataObject;
		const run = await runWithBody(ofThisAccount(), start, sent, credentials(), { sign });
		({ staticData } = run);
		return run;
	}

	return {
		pms,
		booking,
		changedAt,
		receive,
		checkOften: () => (checksOften = true),
		deactivate: (node) => (deactivated = node),
		tell: async (changes) => {
			const sent = booking(changes);
			const known = changedTo([form.listed(sent)]);
			pms.bookings = known;
			const call = form.webhookBody(sent);
			return await receive(
				Array.isArray(call) ? call : { ...call, ...api.besideBooking?.(known[0] ?? {}) },
			);
		},
		forge: async (body, secret = 'another-secret') =>
			await deliverToExample(ofThisAccount(), start, body as IDataObject, credentials(), {
				sign,
				secret,
			}),
		compare: async (bookings, trigger = system.comparison) => {
			pms.bookings = changedTo(bookings);
			const run = await runWorkflow(ofThisAccount(), {
				credentials: credentials(),
				startNode: trigger,
			});
			const error = run.error();
			if (error) throw error;
			({ staticData } = run);
			return run;
		},
		told: (run) => [
			...pms.messages.splice(0).map(({ text }): Told => ({ who: 'guest', text })),
			...run.items('Send it').map(({ json: { to, text } }): Told => ({
				who: to === TO_HOST ? 'host' : 'guest',
				text: String(text),
			})),
		],
		access: async () => {
			const { items } = await service.run('reservation.getAll', {
				returnAll: true,
				filters: {},
				options: { keyPrefix: `${from}:` },
			});
			return items.map(({ json }) => json);
		},
	};
}

import type { IDataObject } from 'n8n-workflow';
import type { WorkflowDraft } from '../../../host/engine/createWorkflow';
import { runWorkflow, type WorkflowRun } from '../../../host/engine/runWorkflow';
import { hotel } from '../../../sandbox/fixtures/hotel';
import { workspaceIds } from '../../../sandbox/fixtures/workspaces';
import { DataTables } from '../example/dataTables';
import {
	deliverToExample,
	runWithBody,
	succeeded,
	type DeliveredToExample,
} from '../example/deliver';
import { startHotelSandbox, type HotelSandbox } from '../service/hotelSandbox';
import { moveTimeTo } from '../clock/moveTimeTo';
import { skipPauses } from '../clock/skipPauses';
import {
	readExample,
	withOlderAccess,
	withSetting,
	type Example,
} from '../../../host/n8n/readExample';
import { pmsBooking, type PmsBooking } from '../../../pms/pmsBooking';
import { startPmsServer, type PmsServer } from '../../../pms/pmsServer';
import { callOf, type TestedSystem } from '../../../pms/systems';

export const requestsOf = ({ nodes }: Example) =>
	nodes.filter(({ type }) => type === 'n8n-nodes-base.httpRequest');

/** The example of a system, the system's own server, and what a host or the system does with them. */
export interface PmsExample {
	pms: PmsServer;
	booking: (changes?: Partial<PmsBooking>) => PmsBooking;
	/** A time that a booking changed at: so many minutes after that of `booking()`. */
	changedAt: (minutes: number) => string;
	tell: (changes?: Partial<PmsBooking>) => Promise<WorkflowRun>;
	receive: (body: object) => Promise<WorkflowRun>;
	/** A call with this secret, which by default is none of the system. */
	forge: (body: object, secret?: string) => Promise<DeliveredToExample>;
	/** The comparison, with these bookings in the account. */
	compare: (bookings: readonly object[], trigger?: string) => Promise<WorkflowRun>;
	/** The rows of stays in *Stays*. Change them freely. */
	rows: () => IDataObject[];
	/** The row of the system in *Stays*, which says when it was compared. */
	comparisons: () => IDataObject[];
	/** What the host must know, from the rows of *Stays*. */
	forHost: () => string[];
	access: () => Promise<IDataObject[]>;
}

let examples = 0;

/** As in a published workflow whose host heard months ago that these rooms are found by their names. */
const toldOfRooms = ({ nodes }: Example, rooms: TestedSystem['rooms']): IDataObject =>
	Object.fromEntries(
		nodes.map(({ name }) => [
			`node:${name}`,
			{ roomsByName: Object.fromEntries(rooms.map(({ id }) => [id, 'earlier'])) },
		]),
	);

/** For a test file: `use(system)` makes both new before each test. */
export function preparePmsExamples() {
	const service = {} as HotelSandbox;
	const example = {} as PmsExample;
	const use = (system: TestedSystem) => {
		beforeEach(async () => {
			Object.assign(service, await startHotelSandbox());
			skipPauses();
			Object.assign(example, await startPmsExample(system, service));
		});
		afterEach(async () => {
			await example.pms.stop();
			await service.stop();
			jest.useRealTimers();
			jest.restoreAllMocks();
		});
	};
	return { service, example, use };
}

/** Starts the system's server, and gives the rooms of the hotel its keys. */
export async function startPmsExample(
	system: TestedSystem,
	service: HotelSandbox,
): Promise<PmsExample> {
	const { from, name, form, api, rooms } = system;
	// Executions in one process share what they know about changes. So each example begins later.
	examples += 1;
	if (system.now !== undefined) moveTimeTo(Date.parse(system.now) + examples * 600_000);
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

	const tables = new DataTables();
	const dataTables = tables.provider;
	const isOfSystem = ({ stay_key: key }: IDataObject) => key === `${from}:`;
	const rows = () => tables.table('Stays').rows.filter((row) => !isOfSystem(row));

	/** The example with the address of the account, and without pauses between requests. */
	function ofThisAccount(): Example & Pick<WorkflowDraft, 'staticData'> {
		const example: Example & Pick<WorkflowDraft, 'staticData'> = (api.entered ?? []).reduce(
			(example, { node, field, value }) => withSetting(example, node, field, value),
			withOlderAccess(readExample(`pms/${from}.json`)),
		);
		for (const node of example.nodes)
			if (system.credentials?.[node.name])
				node.credentials = { crypto: { id: '', name: node.name } };
		if (!system.areRoomsKeyed) example.staticData = toldOfRooms(example, rooms);
		for (const node of requestsOf(example)) {
			if (node.retryOnFail) node.waitBetweenTries = 25;
			node.parameters = JSON.parse(
				JSON.stringify(node.parameters)
					.replaceAll(system.address, pms.url)
					.replace(/"batchInterval":\d+/, '"batchInterval":0')
					.replace(
						/"requestInterval":(\d+)/,
						(_, ms) => `"requestInterval":${Number(ms) > 9_000 ? 300 : 0}`,
					),
			) as typeof node.parameters;
		}
		return example;
	}

	const startMs = system.asksForChanges ? Date.now() - 240_000 : Date.UTC(2025, 0, 1, examples);
	const changedAt = (minutes: number) =>
		new Date(startMs + minutes * 60_000).toISOString().replace(/\.\d+Z$/, 'Z');

	const booking = (changes: Partial<PmsBooking> = {}): PmsBooking =>
		pmsBooking({
			rooms: [rooms[0]],
			arrival: '2031-01-29',
			departure: '2031-01-31',
			offset: '+00:00',
			changedAt: changedAt(0),
			...changes,
		});

	async function receive(body: object): Promise<WorkflowRun> {
		const sent = body as IDataObject;
		return await runWithBody(ofThisAccount(), start, sent, credentials(), { dataTables });
	}

	async function run(trigger: string): Promise<WorkflowRun> {
		return succeeded(
			await runWorkflow(ofThisAccount(), {
				credentials: credentials(),
				startNode: trigger,
				dataTables,
			}),
		);
	}

	return {
		pms,
		booking,
		changedAt,
		receive,
		rows,
		comparisons: () => tables.table('Stays').rows.filter(isOfSystem),
		forHost: () =>
			rows()
				.map(({ host_message: text }) => String(text ?? ''))
				.filter(Boolean),
		tell: async (changes) => {
			const sent = booking(changes);
			pms.change([form.listed(sent)]);
			if (system.asks) return await run(system.asks);
			return await receive(callOf(system, sent, pms.bookings[0]));
		},
		forge: async (body, secret = 'another-secret') =>
			await deliverToExample(ofThisAccount(), start, body as IDataObject, credentials(), {
				secret,
				dataTables,
			}),
		compare: async (bookings, trigger = 'Every night') => {
			pms.change(bookings);
			return await run(trigger);
		},
		access: async () => {
			const { items } = await service.run('reservation.getAll', {
				returnAll: true,
				filters: {},
				output: 'raw',
				options: { keyPrefix: `${from}:` },
			});
			return items.map(({ json }) => json);
		},
	};
}

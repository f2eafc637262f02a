import { randomUUID } from 'node:crypto';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../../sandbox/createSandbox';
import { connect } from '../../../host/engine/connect';
import { runWorkflow } from '../../../host/engine/runWorkflow';
import type { Row } from './rows';

/** The node's fields as a person maps such items, for webhooks and for the nightly list. */
const MAPPING: INodeParameters = {
	resource: 'reservation',
	reservationKey: '={{ $json.id }}',
	status: '={{ $json.status }}',
	guestName: '={{ $json.name }}',
	guestContact: '={{ $json.email }}',
	rooms: { __rl: true, mode: 'key', value: '={{ $json.rooms }}' },
	arrival: '={{ $json.arrival }}',
	departure: '={{ $json.departure }}',
};

const OPTIONS: INodeParameters = {
	guestPhoneNumber: '={{ $json.phone }}',
	guestKey: '={{ $json.guestKey }}',
	waitUntilIssued: true,
};

const WORKFLOWS = {
	webhook: {
		...MAPPING,
		operation: 'upsert',
		options: { ...OPTIONS, changedAt: '={{ $json.changedAt }}' },
	},
	sync: { ...MAPPING, operation: 'syncMany', options: { ...OPTIONS, removeGone: true } },
	get: {
		resource: 'reservation',
		operation: 'get',
		reservationKey: '={{ $json.id }}',
	},
	changePin: {
		resource: 'reservation',
		operation: 'changePin',
		reservationKey: '={{ $json.id }}',
	},
} as const satisfies Record<string, INodeParameters>;

/** The workflows that a host runs, in the engine. Each keeps its static data from one execution to the next. */
export class N8n {
	private readonly staticData = new Map<keyof typeof WORKFLOWS, IDataObject>();

	private readonly id = randomUUID();

	constructor(private readonly sandbox: Sandbox) {}

	/** Runs a workflow over rows; `isKilled` says at the end whether the process died, which loses what it wanted to store. */
	async run(
		name: keyof typeof WORKFLOWS,
		rows: readonly Row[],
		isKilled: () => boolean,
	): Promise<INodeExecutionData[]> {
		const { url: baseUrl, apiKey } = this.sandbox;
		const run = await runWorkflow(
			{
				nodes: [
					{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
					{
						name: 'Reservations',
						// The node remembers changes in its process, by workflow and node: seasons must not share an ID.
						id: `${this.id}-${name}`,
						type: 'deviceAccess',
						parameters: WORKFLOWS[name],
						onError: 'continueRegularOutput',
					},
				],
				connections: connect(['Start', 'Reservations']),
				staticData: this.staticData.get(name) ?? {},
			},
			{
				credentials: { deviceAccessApi: { baseUrl, apiKey } },
				startNode: 'Start',
				startItems: rows.map((json) => ({ json })),
				mode: 'webhook',
			},
		);
		if (isKilled()) return [];
		this.staticData.set(name, run.staticData);
		const error = run.error();
		if (error) throw error;
		return run.items('Reservations');
	}
}

import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { runWorkflow } from '../../../host/engine/runWorkflow';
import type { Sandbox } from '../../../sandbox/createSandbox';
import { DataTables } from '../example/dataTables';
import { enterSettings, staysTable } from '../example/settings';
import { nodeOf, readExample } from '../../../host/n8n/readExample';
import type { Random } from './random';

export interface SentMessage {
	stayKey: string;
	text: string;
	pins: readonly string[];
}

export interface Look {
	sent: readonly SentMessage[];
	/** How many emails the host got. */
	toHost: number;
	/** n8n was killed between messages and their rows. */
	isKilled: boolean;
	error?: string;
}

/** How often n8n is killed between a message and its row. */
const KILLED = 0.02;

/**
 * The example *Guest messages* in the engine, with its data tables in memory. Only the two emails
 * are stood in for: they always leave.
 */
export class GuestMessages {
	private readonly tables = new DataTables();
	private readonly workflow;
	private rowsLeft = Infinity;

	constructor(
		private readonly sandbox: Sandbox,
		private readonly random: Random,
	) {
		const example = structuredClone(readExample('guest-messages.json'));
		enterSettings(this.tables, { only_arrivals_after: '2000-01-01' });
		for (const name of ['Email', 'Tell the host'])
			Object.assign(nodeOf(example, name), {
				type: 'n8n-nodes-base.set',
				typeVersion: 3.4,
				parameters: { mode: 'raw', jsonOutput: '{ "accepted": true }', options: {} },
			});
		this.workflow = example;
		const { proxy } = this.stays;
		const { upsertRow, updateRows } = proxy;
		proxy.upsertRow = async (row) => (this.rowsLeft-- > 0 ? await upsertRow(row) : []);
		proxy.updateRows = async (rows) => (this.rowsLeft-- > 0 ? await updateRows(rows) : []);
	}

	/** What the workflow of a booking system writes about the stay of an item. */
	remember({ json }: INodeExecutionData, contact: { email: string; phone: string }): void {
		const { stay_key: key, guest_name: name, ends_at: endsAt, host_message: message } = json;
		if (typeof key !== 'string') return;
		const known = this.rowOf(key);
		const row: IDataObject = known ?? { stay_key: key };
		if (!known) this.stays.rows.push(row);
		Object.assign(row, {
			guest_name: name ?? null,
			guest_email: contact.email,
			guest_phone: contact.phone,
			host_message: message ?? '',
			ends_at: endsAt ?? null,
		});
	}

	/** Whether the host was told of the stay what there is to know. */
	isHostTold(stayKey: string): boolean {
		const { host_told: told } = this.rowOf(stayKey) ?? {};
		return typeof told === 'string' && told !== '';
	}

	async look(): Promise<Look> {
		const isKilled = this.random.chance(KILLED);
		this.rowsLeft = isKilled ? this.random.whole(0, 1) : Infinity;
		const { url: baseUrl, apiKey } = this.sandbox;
		const run = await runWorkflow(this.workflow, {
			credentials: { deviceAccessApi: { baseUrl, apiKey } },
			startNode: 'Every 15 minutes',
			startItems: [{ json: {} }],
			dataTables: this.tables.provider,
		});
		return {
			sent: run
				.items('Is it marked?')
				.flatMap(({ json: { stay_key: key } }) =>
					run
						.items('Write message')
						.filter(({ json }) => json.next === 'send' && json.stay_key === key),
				)
				.map(toSent),
			toHost: run.items('Tell the host').length,
			isKilled,
			error: run.error()?.message,
		};
	}

	private get stays() {
		return staysTable(this.tables);
	}

	private rowOf(stayKey: string): IDataObject | undefined {
		return this.stays.rows.find(({ stay_key: key }) => key === stayKey);
	}
}

/** The lines of the message that end with a PIN are about PINs. */
const toSent = ({ json }: INodeExecutionData): SentMessage => {
	const text = String(json.text);
	return {
		stayKey: String(json.stay_key),
		text,
		pins: [...text.matchAll(/: (\d{4,9})$/gm)].map(([, pin = '']) => pin),
	};
};

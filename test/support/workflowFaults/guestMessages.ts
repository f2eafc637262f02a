import type { IDataObject } from 'n8n-workflow';
import { runWorkflow } from '../../../host/engine/runWorkflow';
import { readExample, type Example } from '../../../host/n8n/readExample';
import { type HttpServer, startHttpServer } from '../../../host/process/httpServer';
import { DataTables } from '../dataTable';
import { emailAsRequest } from '../emailAsRequest';
import type { HotelSandbox } from '../hotelSandbox';
import { booking, reserve } from '../reservations';
import { enterSettings, staysTable } from '../staysTable';
import type { FaultPlan, FaultyEngine } from './faultAt';

const HOST = 'host@example.com';
const ADA = 'ada@example.com';
const FORMER = 'former@example.com';
const NEWS = 'Booking 9, Zoe\nA lock is offline.';
const STAYS = ['1', '2'];
const CHECKS = 6;
const BETWEEN_CHECKS_MS = 16 * 60_000;

interface Mail {
	to: string;
	text: string;
}

/**
 * *Guest messages* in a house where one guest can be told, one booking has passed to somebody else meanwhile, and the host must know something. It looks only at what arrived and what the rows say.
 */
export class GuestMessagesHouse {
	private readonly tables = new DataTables();
	private readonly mails: Mail[] = [];
	private readonly failures: string[] = [];
	private mail!: HttpServer;
	readonly example: Example = structuredClone(readExample('guest-messages.json'));

	constructor(
		private readonly service: HotelSandbox,
		private readonly engine: FaultyEngine,
	) {}

	async open(): Promise<void> {
		this.mail = await startHttpServer(({ body }) => {
			const { toEmail, text } = JSON.parse(body) as Record<string, string>;
			this.mails.push({ to: String(toEmail), text: String(text) });
			return { body: 'ok' };
		});
		for (const name of ['Email', 'Tell the host'])
			emailAsRequest(this.example, name, this.mail.url);
		const soon = new Date(Date.now() + 60 * 3_600_000).toISOString();
		const stay = (id: string, guest: string, rooms: string) =>
			booking({ id, guest, rooms, arrival: soon, contact: '' });
		await reserve(
			this.service,
			'upsert',
			[stay('1', 'Ada', 'room-101'), stay('2', 'Bo', 'room-102')],
			{ waitUntilIssued: true, waitTimeout: 2 },
		);
	}

	async close(): Promise<void> {
		await this.mail.stop();
	}

	/** One check with the fault, and as many without as it takes. Returns what is wrong, one line each. */
	async play(plan: FaultPlan): Promise<string[]> {
		this.mails.splice(0);
		this.failures.splice(0);
		enterSettings(this.tables, { host_email: HOST });
		this.tables.table('Room details').rows = [];
		staysTable(this.tables).rows = [
			this.row('1', { guest_name: 'Ada', guest_email: ADA }),
			this.row('2', { guest_name: 'Al', guest_email: FORMER }),
			{
				stay_key: 'apaleo:9',
				host_message: NEWS,
				system: 'apaleo',
				ends_at: '2099-01-01T00:00:00Z',
			},
		];
		this.engine.set(plan);
		await this.check();
		const { happened } = this.engine;
		const wrong = happened ? this.wrongNow() : [];
		this.engine.set(undefined);
		let checksLeft = happened ? CHECKS : 0;
		while (checksLeft > 0) {
			this.age();
			await this.check();
			wrong.push(...this.wrongNow());
			// One more shows whether anything comes twice.
			checksLeft = this.isEverybodyTold() ? Math.min(checksLeft - 1, 1) : checksLeft - 1;
		}
		return happened ? [...new Set([...wrong, ...this.wrongAtTheEnd()])] : [];
	}

	private readonly row = (id: string, values: IDataObject): IDataObject => ({
		stay_key: `reservation:${id}`,
		system: 'apaleo',
		ends_at: '2099-01-01T00:00:00Z',
		...values,
	});

	/** n8n's *Stop and Error* and every other failed execution are told by its error workflow. */
	private async check(): Promise<void> {
		const run = await runWorkflow(this.example, {
			credentials: this.service.credentials,
			startNode: 'Every 15 minutes',
			startItems: [{ json: {} }],
			dataTables: this.tables.provider,
		});
		const error = run.error();
		if (error) this.failures.push(error.message);
	}

	private age(): void {
		for (const row of staysTable(this.tables).rows)
			for (const column of ['marked_at', 'host_marked_at'])
				if (typeof row[column] === 'string')
					row[column] = new Date(Date.parse(row[column]) - BETWEEN_CHECKS_MS).toISOString();
	}

	private sentOf(id: string): Mail[] {
		return this.mails.filter(
			({ text }) => text.includes('Your PIN: ') && text.includes(`access to Room 10${id}.`),
		);
	}

	private wrongNow(): string[] {
		const strangers = this.mails.filter(({ to }) => to !== HOST && to !== ADA);
		const withoutRight = ['2', '3']
			.flatMap((id) => this.sentOf(id))
			.filter(({ to }) => to !== HOST);
		const told = staysTable(this.tables).rows.filter((row) => row.told);
		const notSent = STAYS.filter(
			(id) =>
				told.some(({ stay_key: key }) => key === `reservation:${id}`) &&
				this.sentOf(id).length === 0,
		);
		const isNewsTold = staysTable(this.tables).rows.some(({ host_told: text }) => text === NEWS);
		const news = this.mails.filter(({ to, text }) => to === HOST && text.includes(NEWS));
		return [
			...strangers.map(({ to }) => `a message to ${to}`),
			...withoutRight.map(({ to }) => `the PIN of another guest to ${to}`),
			...notSent.map((id) => `stay ${id} counts as told`),
			...(isNewsTold && news.length === 0 ? ['the news count as told'] : []),
			...(this.mails.some(({ text }) => text.includes('Solved'))
				? ['it says that all is well']
				: []),
		];
	}

	private isEverybodyTold(): boolean {
		const { rows } = staysTable(this.tables);
		return rows.every((row) => Boolean(row.told) || row.host_told === row.host_message);
	}

	private wrongAtTheEnd(): string[] {
		const isExcused = this.mails.some(({ to, text }) => to === HOST && text.includes('stopped'));
		const counts = STAYS.map((id) => [id, this.sentOf(id).length] as const);
		const news = this.mails.filter(({ text }) => text.includes(NEWS)).length;
		const again = counts.reduce((sum, [, count]) => sum + Math.max(0, count - 1), 0);
		return [
			...counts.filter(([, count]) => count === 0).map(([id]) => `nobody was told of stay ${id}`),
			...(again > 1 ? [`${again} messages came twice`] : []),
			...(again === 1 && !isExcused ? ['a message came twice, and the host does not know'] : []),
			...(news === 0 ? ['the host was not told the news'] : []),
			...(news > 2 ? [`the host was told the news ${news} times`] : []),
			...(this.failures.length > 2 ? [`it failed ${this.failures.length} times`] : []),
		];
	}
}

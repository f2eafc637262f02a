import type { IDataObject } from 'n8n-workflow';
import { runWorkflow } from '../../../../host/engine/runWorkflow';
import { readExample } from '../../../../host/n8n/readExample';
import { type HttpServer, startHttpServer } from '../../../../host/process/httpServer';
import { DataTables } from '../dataTables';
import { emailAsRequest } from '../emailAsRequest';
import { type HotelSandbox, startHotelSandbox } from '../../service/hotelSandbox';
import { booking, reserve } from '../../service/reservations';
import { enterSettings, staysTable } from '../settings';
import type { Scenario } from './scenario';

const HOST = 'host@example.com';
const ADA = 'ada@example.com';
const FORMER = 'former@example.com';
const NEWS = 'Booking 9, Zoe\nA lock is offline.';
const STAYS = ['1', '2'];
const BETWEEN_CHECKS_MS = 16 * 60_000;
const TRIGGER = 'Every 15 minutes';

interface Mail {
	to: string;
	text: string;
}

/**
 * *Guest messages* in a house where one guest can be told, one booking has passed to somebody else meanwhile, and the host
 * must know something.
 */
export function guestMessages(): Scenario {
	const tables = new DataTables();
	const mails: Mail[] = [];
	const example = structuredClone(readExample('guest-messages.json'));
	let mail: HttpServer;
	let service: HotelSandbox;

	const row = (id: string, values: IDataObject): IDataObject => ({
		stay_key: `reservation:${id}`,
		system: 'apaleo',
		ends_at: '2099-01-01T00:00:00Z',
		...values,
	});
	const sentOf = (id: string) =>
		mails.filter(
			({ text }) => text.includes('Your PIN: ') && text.includes(`access to Room 10${id}.`),
		);

	return {
		name: 'Guest messages',
		example,
		starts: [{ name: TRIGGER, trigger: TRIGGER }],
		// What comes before the first settings, and after a message that an address refuses.
		neverReached: [
			'Make the row',
			'Enter your address',
			'For the host',
			'Record without a message',
			'Remember why not',
			'Why not',
			'What failed',
			'A message failed',
		],
		next: [TRIGGER],
		most: 6,

		async open() {
			service = await startHotelSandbox();
			mail = await startHttpServer(({ body }) => {
				const { toEmail, text } = JSON.parse(body) as Record<string, string>;
				mails.push({ to: String(toEmail), text: String(text) });
				return { body: 'ok' };
			});
			for (const name of ['Email', 'Tell the host']) emailAsRequest(example, name, mail.url);
			const soon = new Date(Date.now() + 60 * 3_600_000).toISOString();
			const stay = (id: string, guest: string, rooms: string) =>
				booking({ id, guest, rooms, arrival: soon, contact: '' });
			await reserve(
				service,
				'upsert',
				[stay('1', 'Ada', 'room-101'), stay('2', 'Bo', 'room-102')],
				{ waitUntilIssued: true, waitTimeout: 2 },
			);
		},

		async close() {
			await mail.stop();
			await service.stop();
		},

		async reset() {
			mails.splice(0);
			enterSettings(tables, { host_email: HOST });
			tables.table('Room details').rows = [];
			staysTable(tables).rows = [
				row('1', { guest_name: 'Ada', guest_email: ADA, contact: ADA }),
				row('2', { guest_name: 'Al', guest_email: FORMER }),
				row('9', { stay_key: 'apaleo:9', host_message: NEWS }),
			];
		},

		pass() {
			for (const one of staysTable(tables).rows)
				for (const column of ['marked_at', 'host_marked_at'])
					if (typeof one[column] === 'string')
						one[column] = new Date(Date.parse(one[column]) - BETWEEN_CHECKS_MS).toISOString();
		},

		async execute(start) {
			const run = await runWorkflow(example, {
				credentials: service.credentials,
				startNode: start,
				startItems: [{ json: {} }],
				dataTables: tables.provider,
			});
			return run.error();
		},

		wrongNow() {
			const strangers = mails.filter(({ to }) => to !== HOST && to !== ADA);
			const withoutRight = sentOf('2').filter(({ to }) => to !== HOST);
			const told = staysTable(tables).rows.filter((one) => one.told);
			const notSent = STAYS.filter(
				(id) =>
					told.some(({ stay_key: key }) => key === `reservation:${id}`) && sentOf(id).length === 0,
			);
			const isNewsTold = staysTable(tables).rows.some(({ host_told: text }) => text === NEWS);
			const news = mails.filter(({ to, text }) => to === HOST && text.includes(NEWS));
			return [
				...strangers.map(({ to }) => `a message to ${to}`),
				...withoutRight.map(({ to }) => `the PIN of another guest to ${to}`),
				...notSent.map((id) => `stay ${id} counts as told`),
				...(isNewsTold && news.length === 0 ? ['the news count as told'] : []),
				...(mails.some(({ text }) => text.includes('Solved')) ? ['it says that all is well'] : []),
			];
		},

		isSettled: () =>
			staysTable(tables).rows.every(
				(one) => Boolean(one.told) || one.host_told === one.host_message,
			),

		wrongAtTheEnd() {
			const isExcused = mails.some(({ to, text }) => to === HOST && text.includes('stopped'));
			const counts = STAYS.map((id) => [id, sentOf(id).length] as const);
			const news = mails.filter(({ text }) => text.includes(NEWS)).length;
			const again = counts.reduce((sum, [, count]) => sum + Math.max(0, count - 1), 0);
			return [
				...counts.filter(([, count]) => count === 0).map(([id]) => `nobody was told of stay ${id}`),
				...(again > 1 ? [`${again} messages came twice`] : []),
				...(again === 1 && !isExcused ? ['a message came twice, and the host does not know'] : []),
				...(news === 0 ? ['the host was not told the news'] : []),
				...(news > 2 ? [`the host was told the news ${news} times`] : []),
			];
		},
	};
}

import type { IDataObject } from 'n8n-workflow';
import { runWorkflow } from '../../../../host/engine/runWorkflow';
import { readExample } from '../../../../host/n8n/readExample';
import { hotel } from '../../../../sandbox/fixtures/hotel';
import { workspaceIds } from '../../../../sandbox/fixtures/workspaces';
import { DataTables } from '../dataTables';
import { type Inbox, openInbox } from '../../../../host/inbox/openInbox';
import { HOUR_MS, iso, type MovedHotel, startMovedHotel } from '../../service/movedHotel';
import { enterSettings } from '../settings';
import { openings } from './openings';
import type { Scenario } from './scenario';

const HOST = 'host@example.com';
const CHECK = 'Every 30 minutes';
const HOURLY = 'Every hour';
const SUITE = [hotel.devices.frontDoor, hotel.devices.room103];
/** The sandbox can take it offline, unlike that of the fixture. */
const OTHER_LOCK = hotel.devices.room104;
/** Arrives at locks that are offline, and has been told of nothing yet. */
const LATE = 'Guest 4711';
/** The host has been told, and the lock is back. */
const WELL = 'Guest 4712';
const NOTHING_TO_DO = "You don't have to do anything.";

/**
 * *Arrivals at risk* in a house where one guest will stand in front of a closed door, one no longer will, and one who had a
 * spare PIN has left.
 */
export function arrivalsAtRisk(): Scenario {
	const example = readExample('arrivals-at-risk.json');
	let service: MovedHotel | undefined;
	let tables: DataTables;
	let inbox: Inbox;
	let execution = 0;
	let givenBefore: unknown;

	const house = () => {
		if (!service) throw new Error('The house is not open');
		return service;
	};
	const columnsOf = (name: string): string[] =>
		example.nodes.flatMap(({ parameters }) =>
			parameters.tableName === name
				? (parameters.columns as { column: Array<{ name: string }> }).column.map((one) => one.name)
				: [],
		);
	const rows = (name: string) => tables.table(name, columnsOf(name)).rows;
	const spares = () => rows('Spare PINs');
	const spareOf = (room: string) => spares().filter((row) => row.room === room);
	/** The parts of an email: each has one remedy for some stays. */
	const parts = () =>
		inbox.emails.flatMap(({ text }) => text.trim().replaceAll('\r\n', '\n').split('\n\n'));
	const about = (guest: string, isWell: boolean) =>
		parts().filter((part) => part.includes(guest) && part.includes(NOTHING_TO_DO) === isWell);
	const saysWell = (guest: string) => about(guest, true).length;
	const saysAtRisk = (guest: string) => about(guest, false).length;
	/** How often the same is said. It is another problem if a spare PIN is there, or the arrival is nearer. */
	const mostOften = (guest: string) => {
		const said = about(guest, false);
		return Math.max(...said.map((part) => said.filter((other) => other === part).length), 0);
	};
	const offered = () =>
		parts().flatMap((part) => /^Spare PIN of Suite: (\d+)$/m.exec(part)?.[1] ?? []);
	const opened = async () => await house().whileTimePasses(openings(house()));
	const upsert = async (changes: IDataObject) =>
		await house().whileTimePasses(house().upsert(changes, { keyPrefix: 'hostaway:' }));
	const later = async (hours: number) => await house().moveTo(house().now() + hours * HOUR_MS);
	const isReplaced = () =>
		!spares().some(({ spare_key: key }) => key === givenBefore) &&
		spareOf('Room 102').filter(({ given_to: stay }) => !stay).length === 1;

	return {
		name: 'Arrivals at risk',
		example,
		starts: [CHECK, 'Access at risk', HOURLY].map((name) => ({ name, trigger: name })),
		// What comes before the first settings, and after an email, a check or a spare PIN that failed, or a stay that was canceled meanwhile.
		neverReached: [
			'Make the row',
			'Enter your address',
			'Not checked',
			'Forget the stay',
			'Free it for the next check',
			'The email was not sent',
			'What failed',
			'A spare PIN failed',
			// Without `guest` in spare_pin_to of Settings. The tests of the example have them.
			'Does not know it yet',
			'Write to the guest',
			'Email to the guest',
			'Is it sent?',
			'Does the guest know it?',
			'Record that the guest knows',
			'Pass the spare PIN on',
		],
		next: [CHECK, HOURLY, CHECK, HOURLY, CHECK],
		most: 6,

		async open() {
			inbox = await openInbox();
		},

		async close() {
			await service?.stop();
			await inbox.stop();
			jest.useRealTimers();
		},

		async reset() {
			await service?.stop();
			service = await startMovedHotel();
			const { spaces } = service.sandbox.state.workspaces.get(workspaceIds.main)?.access ?? {};
			spaces?.update(hotel.spaces.room101, { device_ids: [OTHER_LOCK] });
			tables = new DataTables();
			enterSettings(tables, { host_email: HOST });
			inbox.emails.length = 0;
			await this.execute(HOURLY);
			await later(1);
			const soon = (hours: number) => iso(house().now() + hours * HOUR_MS);
			const left = await upsert({
				id: '4713',
				guest: 'Guest 4713',
				rooms: 'room-102',
				arrival: soon(-1),
				departure: soon(0.25),
			});
			const [given = {}] = spareOf('Room 102');
			given.given_to = left.access_grant_id;
			givenBefore = given.spare_key;
			await house().setOnline(OTHER_LOCK, false);
			await upsert({
				id: '4712',
				guest: WELL,
				rooms: 'room-101',
				arrival: soon(20),
				departure: soon(40),
			});
			await this.execute(CHECK);
			await later(0.5);
			await house().setOnline(OTHER_LOCK, true);
			for (const lock of SUITE) await house().setOnline(lock, false);
			await upsert({ arrival: soon(5), departure: soon(30) });
			if (saysAtRisk(WELL) !== 1) throw new Error('The host must have been told of one arrival');
			inbox.emails.length = 0;
		},

		pass: async () => await later(0.5),

		async execute(start) {
			const run = await house().whileTimePasses(
				runWorkflow(example, {
					credentials: { ...house().credentials, smtp: inbox.credential },
					startNode: start,
					startItems: [{ json: {} }],
					executionId: String(++execution),
					dataTables: tables.provider,
				}),
			);
			return run.error();
		},

		async wrongNow() {
			const onSuite = (await opened()).filter(({ key }) => key.startsWith('spare:'));
			const tellsLate = rows('Arrivals at risk').some(
				({ text, told }) => told && String(text).includes(LATE),
			);
			return [
				...inbox.emails
					.filter(({ to }) => to.text !== HOST)
					.map(({ to }) => `a message to ${to.text}`),
				...(saysWell(LATE) > 0 ? ['it says that all is well with a guest who cannot enter'] : []),
				...(tellsLate && saysAtRisk(LATE) === 0 ? ['it counts as told what was not sent'] : []),
				...offered()
					.filter((pin) => !onSuite.some((one) => one.pin === pin))
					.map(() => 'the spare PIN in an email opens nothing'),
			];
		},

		isSettled: () =>
			saysAtRisk(LATE) > 0 && saysWell(WELL) > 0 && offered().length > 0 && isReplaced(),

		async wrongAtTheEnd() {
			const opens = await opened();
			const keys = new Set(opens.map(({ key }) => key).filter((key) => key.startsWith('spare:')));
			const known = spares().map(({ spare_key: key }) => String(key));
			return [
				...(saysAtRisk(LATE) === 0 ? ['nobody knows of a guest who cannot enter'] : []),
				...(mostOften(LATE) > 2 ? [`it tells ${mostOften(LATE)} times of a guest`] : []),
				...(saysWell(WELL) === 0 ? ['nobody knows that all is well again'] : []),
				...(saysWell(WELL) > 2 ? [`it says ${saysWell(WELL)} times that all is well`] : []),
				...(offered().length === 0 ? ['the host got no spare PIN'] : []),
				...(isReplaced() ? [] : ['a guest who has left has a spare PIN']),
				...[...keys]
					.filter((key) => !known.includes(key))
					.map(() => 'a PIN opens that no row knows'),
				...known.filter((key) => !keys.has(key)).map(() => 'a row has a PIN that opens nothing'),
			];
		},
	};
}

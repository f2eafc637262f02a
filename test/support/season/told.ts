/*
 * What must be true of the messages to guests, whatever the product does. It shares no code with the product: it reads what
 * was sent, and what the service has.
 *
 * 1. Nobody gets a message more than 72 hours before the access begins.
 * 2. A message has no PIN but those that the access of the stay has at this time.
 * 3. Nobody gets the same words twice, unless n8n was killed between the message and its row, and then once.
 * 4. A guest who has been in the house for an hour, and whom n8n could know of, was sent a PIN that opens a door of the room.
 *    If not, the host was told. It counts once a look had 15 minutes for it.
 */
import type { Sandbox } from '../../../sandbox/createSandbox';
import { opens } from '../../../sandbox/domain/devices/bolt';
import { workspaceIds } from '../../../sandbox/fixtures/workspaces';
import type { WorkspaceState } from '../../../sandbox/state/state';
import { HOUR_MS, MINUTE_MS } from './bookings';
import type { Cause } from './causes';
import type { House } from './house';
import type { Look, SentMessage } from './looks';
import type { Slip } from './messages';
import { type PersonRow, reservationKeyOf } from './rows';

export const LOOK_MS = 15 * MINUTE_MS;
const EARLIEST_MS = 72 * HOUR_MS;

export class Told {
	sent = 0;
	toHost = 0;
	kills = 0;
	readonly sentTwice: Slip[] = [];
	readonly tooEarly: Slip[] = [];
	readonly wrongPins: Slip[] = [];
	readonly never: Slip[] = [];
	private readonly last = new Map<string, SentMessage>();
	/** Stays whose message was sent when n8n was killed. */
	private readonly unsure = new Set<string>();
	/** Since when guests have not been told the PIN that opens, and when the last look ended well. */
	private readonly untoldSince = new Map<string, number>();
	private goodLookMs = 0;
	private readonly workspace: WorkspaceState;

	constructor(
		sandbox: Sandbox,
		private readonly house: House,
	) {
		const workspace = sandbox.state.workspaces.get(workspaceIds.main);
		if (!workspace) throw new Error('The sandbox has no workspace.');
		this.workspace = workspace;
	}

	/** True while somebody waits to be told. */
	get isAwaited(): boolean {
		return this.untoldSince.size > 0;
	}

	hear({ sent, toHost, isKilled, error }: Look, atMs: number, trouble?: Cause): void {
		this.toHost += toHost;
		if (isKilled && sent.length > 0) this.kills++;
		if (error === undefined) this.goodLookMs = atMs;
		for (const message of sent) {
			this.sent++;
			const { stayKey, text, pins } = message;
			const note = (slips: Slip[], cause: Cause) =>
				slips.push({ bookingId: bookingOf(stayKey), person: stayKey, atMs, cause });
			if (this.last.get(stayKey)?.text === text)
				note(this.sentTwice, this.unsure.has(stayKey) ? 'n8n was killed' : 'product');
			this.unsure.delete(stayKey);
			if (isKilled) this.unsure.add(stayKey);
			this.last.set(stayKey, message);
			const grants = this.grantsOf(stayKey);
			if (grants.some(({ startsMs }) => startsMs - atMs > EARLIEST_MS + MINUTE_MS))
				note(this.tooEarly, trouble ?? 'product');
			const known = this.pinsOf(new Set(grants.map(({ id }) => id)));
			if (pins.some((pin) => !known.has(pin))) note(this.wrongPins, trouble ?? 'product');
		}
	}

	/** Looks at the guests who have been in the house for an hour. */
	walk(
		present: readonly PersonRow[],
		nowMs: number,
		causeOf: (row: PersonRow, stayKey: string) => Cause,
	): void {
		const untold = new Set<string>();
		for (const row of present) {
			const { booking, person } = row;
			const stayKey = `reservation:${row.row.id}`;
			const name = `${booking.id} ${person}`;
			if (this.knowsPin(row, stayKey, nowMs)) continue;
			untold.add(name);
			const since = this.untoldSince.get(name) ?? nowMs;
			this.untoldSince.set(name, since);
			if (nowMs - since < HOUR_MS || this.goodLookMs < since + LOOK_MS) continue;
			if (this.never.some((slip) => slip.bookingId === booking.id && slip.person === person))
				continue;
			this.never.push({
				bookingId: booking.id,
				person,
				atMs: nowMs,
				cause: causeOf(row, stayKey),
			});
		}
		for (const name of this.untoldSince.keys())
			if (!untold.has(name)) this.untoldSince.delete(name);
	}

	private knowsPin({ row }: PersonRow, stayKey: string, nowMs: number): boolean {
		const told = new Set(this.last.get(stayKey)?.pins);
		const locks = row.rooms.split(', ').flatMap((room) => [...this.house.locksOf(room)]);
		return locks.some((lock) =>
			(this.workspace.accessCodesByDevice.get(lock) ?? []).some(
				(code) => told.has(code.code) && opens(code, nowMs),
			),
		);
	}

	private grantsOf(stayKey: string): Array<{ id: string; startsMs: number }> {
		return this.workspace.access.accessGrants.entries.flatMap(({ record }) => {
			const key = record.access_grant_key ?? '';
			const isOwn = key === stayKey || key.startsWith(`${stayKey}:part-`);
			return isOwn ? [{ id: record.access_grant_id, startsMs: Date.parse(record.starts_at) }] : [];
		});
	}

	private pinsOf(grantIds: ReadonlySet<string>): Set<string> {
		const methods = this.workspace.access.accessMethods.entries.flatMap(({ record }) =>
			grantIds.has(record.access_grant_id) && record.code ? [record.code] : [],
		);
		const codes = [...this.workspace.accessCodesByDevice.values()].flatMap((ofLock) =>
			[...ofLock].flatMap(({ accessGrantId = '', code }) =>
				grantIds.has(accessGrantId) ? [code] : [],
			),
		);
		return new Set([...methods, ...codes]);
	}
}

export const bookingOf = (stayKey: string): string => /R-\d+/.exec(stayKey)?.[0] ?? '';

export const stayKeyOf = (bookingId: string, guestNumber: number): string =>
	`reservation:${reservationKeyOf(bookingId, guestNumber)}`;

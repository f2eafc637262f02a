/*
 * What must be true at a door, whatever the product does.
 *
 * 1. Who. A booking says who may be in the house: its guests, in its rooms, from arrival to departure, as long as its
 *    status is neither canceled nor checked out. The last change that was made in the property management system counts,
 *    whether or not anybody was told about it.
 * 2. A guest who may be in a room can open each of its locks, the shared front door included, with the PIN that they were
 *    told last. A guest who was told none yet counts as able to open a lock if it has a PIN of their booking that nobody else knows.
 * 3. Nobody else can. A person can open a lock if it takes, now, a PIN of their booking that they were ever told. A PIN that
 *    was told to nobody must not open either, unless a guest of its booking may be in that room.
 * 4. What was told is what the items of n8n said: see Messages. A PIN belongs to the booking whose number is in the key of
 *    its access grant. The same digits on the lock of another room are chance, and the service's.
 *
 * Tolerance. A change binds from the moment at which n8n could know it and the service could carry it out: the end of the
 * first execution that got this version of the booking (or a later one), was not killed and met no fault of the service,
 * plus `SLACK_MS`. Until then, every version from the last one that bound to the newest may be at the door. A lock that was
 * not online for `REACH_MS` on end since then could not be changed. What an execution that was killed or met a fault left
 * behind is the fault's until the next execution without one. What the node's rules leave to the host is counted apart, for
 * the people whom it concerns alone (`leaveToHost`). Each minute against the rules has one cause: what the service or the
 * network made impossible by this, a rule, or the product.
 */
import type { Sandbox } from '../../../sandbox/createSandbox';
import { opens } from '../../../sandbox/domain/devices/bolt';
import { workspaceIds } from '../../../sandbox/fixtures/workspaces';
import type { StoredAccessCode, WorkspaceState } from '../../../sandbox/state/state';
import type { Agenda, Period } from './agenda';
import {
	DAY_MS,
	HOUR_MS,
	MINUTE_MS,
	givesAccess,
	indexAt,
	versionAt,
	type Booking,
	type Version,
} from './bookings';
import type { Cause } from './causes';
import type { House } from './house';
import type { Messages } from './messages';

export const STEP_MS = 15 * MINUTE_MS;
export const SLACK_MS = 15 * MINUTE_MS;
export const REACH_MS = 10 * MINUTE_MS;
/** The guest goes on with the PIN and the doors of the old rooms. */
export const OLD_ROOM_KEPT = 'the new room was not ready: the old one stayed open';
/** How long a guest in the house who changes rooms can still open the old ones (*Keep Old Rooms*). */
const KEEP_OLD_ROOMS_MS = 30 * MINUTE_MS;
/** How long before its start a PIN is on the lock. */
const PROGRAMMED_BEFORE_MS = 72 * HOUR_MS;

export type Rule = 'wrong person' | 'guest outside';

/** One stretch in which one rule did not hold for one person at one lock. */
export interface Violation {
	rule: Rule;
	cause: Cause;
	bookingId: string;
	person: string;
	lock: string;
	fromMs: number;
	toMs: number;
}

/** What n8n can know of a booking. */
interface Known {
	/** The version that binds, and when it became known; -1 if none does. */
	version: number;
	sinceMs: number;
	/** The version that will bind after the slack. */
	next?: { version: number; atMs: number };
	/** Why later versions do not bind. */
	cause: Cause;
	/** What an execution may have left half done. */
	leftBy?: Cause;
}

export class Oracle {
	readonly violations: Violation[] = [];
	doorSteps = 0;
	guestSteps = 0;
	private readonly known = new Map<string, Known>();
	/** Why the access of people is not as it must be, by booking and person. */
	private readonly leftToHost = new Map<string, { cause: Cause; rule?: Rule }>();
	private readonly byId: ReadonlyMap<string, Booking>;
	private readonly byDay = new Map<number, Booking[]>();
	private readonly bookingOfGrant = new Map<string, string>();
	private readonly open = new Map<string, Violation>();
	private readonly workspace: WorkspaceState;

	constructor(
		sandbox: Sandbox,
		private readonly house: House,
		bookings: readonly Booking[],
		private readonly agenda: Pick<Agenda, 'offline'>,
		private readonly messages: Messages,
	) {
		const workspace = sandbox.state.workspaces.get(workspaceIds.main);
		if (!workspace) throw new Error('The sandbox has no workspace.');
		this.workspace = workspace;
		// A PIN can outlive its grant on a lock that is offline.
		const { accessGrants } = workspace.access;
		const add = accessGrants.add.bind(accessGrants);
		accessGrants.add = (grant) => {
			const { access_grant_id: id, access_grant_key: key } = grant;
			this.bookingOfGrant.set(id, /R-\d+/.exec(key ?? '')?.[0] ?? '');
			return add(grant);
		};
		this.byId = new Map(bookings.map((booking) => [booking.id, booking]));
		for (const booking of bookings) {
			const from = Math.min(...booking.versions.map(({ arrivalMs }) => arrivalMs));
			const to = Math.max(...booking.versions.map(({ departureMs }) => departureMs));
			for (let day = Math.floor(from / DAY_MS); day <= Math.floor(to / DAY_MS); day++)
				this.byDay.set(day, [...(this.byDay.get(day) ?? []), booking]);
		}
	}

	/** An execution got this version and ended at `atMs`; with a cause if it could not, or need not, carry it out. */
	got(booking: Booking, version: number, atMs: number, cause?: Cause): void {
		const known = this.knownOf(booking.id, atMs);
		const isNews = version > this.knownVersion(booking);
		if (cause === undefined) {
			known.leftBy = undefined;
			if (!isNews) return;
			known.next = { version, atMs };
			known.cause = 'no message about the change had arrived';
			return;
		}
		if (cause === 'an older version came last') {
			known.version = Math.min(known.version, version);
			known.next = undefined;
		} else if (!isNews && known.leftBy === undefined && cause !== 'two versions ran at once') {
			// It had nothing to do, so it cannot have left anything undone.
			return;
		}
		known.cause = cause;
		known.leftBy = cause;
	}

	/** A rule leaves somebody's access as it is, until `settle`. With `rule`, only one rule need not hold for them. */
	leaveToHost({ id }: Booking, person: string, cause: Cause, rule?: Rule): void {
		this.leftToHost.set(`${id} ${person}`, { cause, rule });
	}

	/** From `atMs` on, the person's access must be as the booking says, where a lock could be reached since. */
	settle({ id }: Booking, person: string, atMs: number, cause?: Cause): void {
		const key = `${id} ${person}`;
		const left = this.leftToHost.get(key);
		if (!left || (cause !== undefined && left.cause !== cause)) return;
		this.leftToHost.delete(key);
		const known = this.knownOf(id, atMs);
		known.sinceMs = Math.max(known.sinceMs, atMs);
	}

	/** The newest version that n8n knows for sure; -1 for none. */
	knownVersion({ id }: Booking): number {
		const known = this.known.get(id);
		return Math.max(known?.version ?? -1, known?.next?.version ?? -1);
	}

	/** What may have kept a guest of the booking from a message. */
	leftBy({ id }: Booking, person: string, rule?: Rule): Cause | undefined {
		const left = this.leftToHost.get(`${id} ${person}`);
		const isLeft = left?.rule === undefined || rule === undefined || left.rule === rule;
		return this.known.get(id)?.leftBy ?? (isLeft ? left?.cause : undefined);
	}

	/** Looks at every lock now. */
	walk(nowMs: number): void {
		const seen = new Set<string>();
		const codes = new Map(
			this.house.locks.map((lock) => [
				lock,
				(this.workspace.accessCodesByDevice.get(lock) ?? []).filter((code) => opens(code, nowMs)),
			]),
		);
		for (const [lock, opening] of codes) {
			this.doorSteps++;
			for (const code of opening) this.checkCode(code, lock, nowMs, seen);
		}
		for (const booking of this.byDay.get(Math.floor(nowMs / DAY_MS)) ?? [])
			this.checkGuests(booking, codes, nowMs, seen);
		for (const [key, violation] of this.open) {
			if (seen.has(key)) continue;
			violation.toMs = nowMs;
			this.open.delete(key);
		}
	}

	/** Ends the stretches that are still open. */
	finish(nowMs: number): void {
		for (const violation of this.open.values()) violation.toMs = nowMs;
		this.open.clear();
	}

	/** Whether a person may open a lock, by the newest version of any of their bookings. */
	private checkCode(code: StoredAccessCode, lock: string, nowMs: number, seen: Set<string>): void {
		const booking = this.byId.get(this.bookingOf(code));
		if (!booking) throw new Error(`A PIN on ${this.house.nameOf(lock)} belongs to no booking.`);
		const told = this.messages.everTold(booking.id, code.code);
		const people: Array<string | undefined> = told.length > 0 ? told : [undefined];
		for (const person of people) {
			if (this.mayOpen(booking, person, lock, nowMs)) continue;
			const key = `wrong ${code.accessCodeId} ${person ?? ''}`;
			seen.add(key);
			const isTolerated = this.tolerated(booking, nowMs).some((version) =>
				this.opensFor(version, person, lock, nowMs),
			);
			const known = this.knownOf(booking.id, nowMs);
			const cause = isTolerated
				? known.cause
				: (this.leftBy(booking, person ?? '', 'wrong person') ??
					(this.isOldRoom(booking, person, lock, nowMs)
						? 'a guest who moved has time to read of the new PIN'
						: this.wasReachable(lock, known.sinceMs, nowMs)
							? 'product'
							: 'the lock was offline'));
			this.note(key, 'wrong person', cause, booking, person, lock, nowMs);
		}
	}

	private checkGuests(
		booking: Booking,
		codes: ReadonlyMap<string, StoredAccessCode[]>,
		nowMs: number,
		seen: Set<string>,
	): void {
		const latest = versionAt(booking, nowMs);
		if (!latest) return;
		const tolerated = this.tolerated(booking, nowMs);
		const known = this.knownOf(booking.id, nowMs);
		for (const { person } of latest.guests) {
			for (const lock of this.locksOf(latest)) {
				if (!this.opensFor(latest, person, lock, nowMs)) continue;
				this.guestSteps++;
				const own = (codes.get(lock) ?? []).filter((code) => this.bookingOf(code) === booking.id);
				if (own.some(({ code }) => this.messages.knows(booking.id, person, code))) continue;
				const key = `outside ${booking.id} ${person} ${lock}`;
				seen.add(key);
				const isBound =
					known.version >= 0 &&
					tolerated.every((version) => this.opensFor(version, person, lock, nowMs));
				const fromMs = Math.max(known.sinceMs, latest.arrivalMs - PROGRAMMED_BEFORE_MS);
				// Another PIN of a version that does not bind yet.
				const isChangeAwaited =
					known.next !== undefined && this.isOfflineSince(lock, known.next.atMs, nowMs);
				const left = this.leftBy(booking, person, 'guest outside');
				const cause = !isBound
					? known.cause
					: ((left === OLD_ROOM_KEPT && this.isKeptDoor(booking, person, lock, nowMs)
							? undefined
							: left) ??
						(this.wasReachable(lock, fromMs, nowMs) && !isChangeAwaited
							? 'product'
							: 'the lock was offline'));
				this.note(key, 'guest outside', cause, booking, person, lock, nowMs);
			}
		}
	}

	/** Whether any of the person's bookings lets them in; without a person, whether the booking lets anybody in. */
	private mayOpen(
		booking: Booking,
		person: string | undefined,
		lock: string,
		nowMs: number,
	): boolean {
		const candidates =
			person === undefined ? [booking] : (this.byDay.get(Math.floor(nowMs / DAY_MS)) ?? []);
		return candidates.some((candidate) => {
			const latest = versionAt(candidate, nowMs);
			return latest !== undefined && this.opensFor(latest, person, lock, nowMs);
		});
	}

	private opensFor(
		version: Version,
		person: string | undefined,
		lock: string,
		nowMs: number,
	): boolean {
		return (
			givesAccess(version) &&
			version.arrivalMs <= nowMs &&
			nowMs < version.departureMs &&
			(person === undefined || version.guests.some((guest) => guest.person === person)) &&
			version.rooms.some((room) => this.house.locksOf(room).includes(lock))
		);
	}

	/** Whether the person is still a guest, and had this lock until the change of rooms some minutes ago. */
	private isOldRoom(
		booking: Booking,
		person: string | undefined,
		lock: string,
		nowMs: number,
	): boolean {
		const { version, sinceMs } = this.knownOf(booking.id, nowMs);
		const bound = booking.versions[version];
		return (
			bound !== undefined &&
			nowMs < sinceMs + KEEP_OLD_ROOMS_MS &&
			[...this.locksOf(bound)].some((own) => this.opensFor(bound, person, own, nowMs)) &&
			booking.versions
				.slice(0, version)
				.some((earlier) => this.opensFor(earlier, person, lock, sinceMs))
		);
	}

	/** Whether the guest had this lock in each version until now, so that waiting for another room takes it from nobody. */
	private isKeptDoor(booking: Booking, person: string, lock: string, nowMs: number): boolean {
		const earlier = booking.versions
			.slice(0, indexAt(booking, nowMs))
			.filter(({ guests }) => guests.some((guest) => guest.person === person));
		return (
			earlier.length > 0 && earlier.every((version) => this.opensFor(version, person, lock, nowMs))
		);
	}

	/** The versions that may be at the door: from the one that binds to the newest. */
	private tolerated(booking: Booking, nowMs: number): Version[] {
		const { version } = this.knownOf(booking.id, nowMs);
		return booking.versions.slice(Math.max(0, version), indexAt(booking, nowMs) + 1);
	}

	private knownOf(bookingId: string, nowMs: number): Known {
		const known = this.known.get(bookingId) ?? {
			version: -1,
			sinceMs: 0,
			cause: 'no message about the change had arrived' as const,
		};
		this.known.set(bookingId, known);
		if (known.next && nowMs >= known.next.atMs + SLACK_MS) {
			Object.assign(known, {
				version: known.next.version,
				sinceMs: known.next.atMs,
				next: undefined,
			});
		}
		return known;
	}

	private locksOf(version: Version): Set<string> {
		return new Set(version.rooms.flatMap((room) => [...this.house.locksOf(room)]));
	}

	/** True if the lock was online for `REACH_MS` on end within this time. */
	private wasReachable(lock: string, fromMs: number, toMs: number): boolean {
		let onlineFromMs = fromMs;
		const periods: readonly Period[] = [...(this.agenda.offline.get(lock) ?? []), [toMs, toMs]];
		for (const [offlineMs, onlineMs] of periods) {
			if (Math.min(offlineMs, toMs) - onlineFromMs >= REACH_MS) return true;
			onlineFromMs = Math.max(onlineFromMs, onlineMs);
		}
		return false;
	}

	private isOfflineSince(lock: string, fromMs: number, toMs: number): boolean {
		const periods = this.agenda.offline.get(lock) ?? [];
		return periods.some(([offlineMs, onlineMs]) => offlineMs <= fromMs && toMs < onlineMs);
	}

	private bookingOf({ accessGrantId = '' }: StoredAccessCode): string {
		return this.bookingOfGrant.get(accessGrantId) ?? '';
	}

	private note(
		key: string,
		rule: Rule,
		cause: Cause,
		{ id: bookingId }: Booking,
		person = 'nobody',
		lock: string,
		nowMs: number,
	): void {
		const open = this.open.get(key);
		if (open?.cause === cause) return;
		if (open) open.toMs = nowMs;
		const violation: Violation = {
			rule,
			cause,
			bookingId,
			person,
			lock,
			fromMs: nowMs,
			toMs: nowMs + STEP_MS,
		};
		this.open.set(key, violation);
		this.violations.push(violation);
	}
}

/*
 * Looks at what the node did from outside: what the booking system says, what opens, what people were told. It shares no
 * code with the node, and knows only the sentences of `rules.ts`.
 */
import type { IDataObject } from 'n8n-workflow';
import { fullDeviceFailure } from '../../sandbox/domain/accessCodes/deviceFailure';
import { opens } from '../../sandbox/domain/devices/bolt';
import { without } from '../../sandbox/domain/without';
import type { AccessGrantData, AccessMethodData } from '../../sandbox/state/accessState';
import type { StoredAccessCode, WorkspaceState } from '../../sandbox/state/state';
import { atHour, type Booking, type History, HOUR_MS, MINUTE_MS } from './history';
import { CHECK_IN, CHECK_OUT, locksOf, nameOfLock, roomOfSpace, spaceIdOf } from './house';
import type { Execution } from './execution';
import type { Exemption, Rule } from './rules';
import type { HouseService } from './service';
import type { VirtualTime } from './time';
import { dayInZone, instantInZone, midnightInZone } from './zone';

export interface Violation {
	rule: Rule;
	/** The place of the event, from 0; the number of events for the end. */
	at: number;
	key: string;
	text: string;
}

/** What there was just before an execution. */
interface Before {
	atMs: number;
	stays: ReadonlyMap<string, Seen>;
	others: string;
	/** Methods of our grants, by ID. */
	methods: ReadonlyMap<string, { mode: string; grantId: string }>;
}

interface Seen {
	/** All that opens now or later, of the booking. */
	grants: string;
	/** The end of the last of it that has begun. 0 if only a lock that is offline still has a PIN of it. */
	runsUntilMs: number;
	/** Each of it, and when it ends by itself. */
	each: ReadonlyArray<{ text: string; endMs: number }>;
	pins: readonly string[];
	openLocks: readonly string[];
	isOpen: boolean;
	count: number;
	/** When the last of it was created. */
	createdMs: number;
	/** When the last of it ends. */
	endMs: number;
	/** Rooms of its grants. */
	rooms: string;
}

interface Told {
	who: string;
	key: string;
	pins: readonly string[];
	/** Of them, those that no access of the booking has had since, at some time. */
	gone: Set<string>;
}

/** A lease: the old PIN ends some minutes after the new one is ready. */
const LONGEST_LEASE_MS = 45 * MINUTE_MS;
/** As service.ts does it. */
const LATE_MS = 10 * MINUTE_MS;
/** How long before its start a PIN can be on the lock. */
const PROGRAMMED_BEFORE_MS = 72 * HOUR_MS;
const MOST_REQUESTS_OF_A_BOOKING = 60;
const MOST_REQUESTS_OF_A_LIST = 40;
/** From the evening before the departure. */
const CHECK_OUT_MS = 12 * HOUR_MS;
const GIVES = ['created', 'updated', 'moved', 'unchanged'];
const ASKS_FOR_PIN = ['/access_grants/create', '/access_grants/request_access_methods'];
const WRITES = ['created', 'updated', 'moved', 'ended'];

export class Oracle {
	at = 0;
	isEnd = false;
	mustWriteNothing = false;
	readonly violations: Violation[] = [];
	readonly exempted: Record<string, number> = {};
	readonly judged: Record<string, number> = {};
	private readonly workspace: WorkspaceState;
	private readonly keyOfGrant = new Map<string, string>();
	private readonly bookings = new Map<string, Booking[]>();
	/** The versions that n8n was sent, the newest last. */
	private readonly sentVersions = new Map<string, Booking[]>();
	/** The newest version that did not fail: its time is known. */
	private readonly carriedOut = new Map<string, Booking>();
	/** What n8n was sent last. Without the times of the changes, an older list counts as well. */
	private readonly lastSent = new Map<string, Booking>();
	/** What the access of a booking was made for last; none if that is open. */
	private readonly applied = new Map<string, Booking>();
	/** Who reads what comes to an address: several people if an agency books. */
	private readonly owners = new Map<string, Set<string>>();
	private readonly told: Told[] = [];
	/** What the host entered for each booking with Change PIN. */
	private readonly entered = new Map<string, string[]>();
	private readonly byHand = new Set<string>();
	private readonly usedKeys = new Set<string>();
	/** Sent once more after all faults were over. */
	private readonly settled = new Set<string>();
	/** By the person whose contact somebody corrected. */
	private readonly corrected = new Map<string, string[]>();
	/** The host decides, or a rule leaves it as it is, until the next call settles it. */
	private readonly left = new Map<string, Exemption>();
	private readonly messageKeys = new Map<string, string>();
	/** When somebody last ended the access on purpose. */
	private readonly endedMs = new Map<string, number>();
	private readonly takenMs = new Map<string, number>();
	/** When an execution inside another one, such as of a list or a cancellation, last said that it ended it. */
	private readonly endedInsideMs = new Map<string, number>();
	/** When an execution last deleted a PIN or key of it, as for an older list. */
	private readonly deletedMs = new Map<string, number>();
	/** When its access last changed, before the execution that is judged. */
	private readonly changedMs = new Map<string, number>();
	/** When the last call about it began. */
	private readonly calledMs = new Map<string, number>();
	/** Named by a list that was carried out. */
	private readonly listed = new Set<string>();
	/** How many executions about it are not over yet. */
	private readonly running = new Map<string, number>();
	/** A list can end what it does not name. */
	private runningLists = 0;
	/** Keys that a *Delete* named. */
	private readonly deleted = new Set<string>();
	/** When the access was last seen to be none, or of a stay that is not now. */
	private readonly awayMs = new Map<string, number>();
	/** A list took all but the lease of an old PIN, which ends then. */
	private readonly leasedUntilMs = new Map<string, number>();
	/** When a guest in the house was last seen to have lost every door. */
	private readonly lostMs = new Map<string, number>();
	/** A calendar's stay can keep the access of its former key. */
	private readonly aliases = new Map<string, string>();
	private readonly saidKeys = new Map<string, string>();
	/** Until then, what the service did not answer in time can still happen. The host was told. */
	private readonly lateMs = new Map<string, number>();
	/** Versions whose contact the service did not take: nothing tells them from another contact. */
	private readonly leftOut = new Set<Booking>();
	/** When last seen, its PIN was also that of somebody else's access on one of the locks, which may not have taken it. */
	private readonly onLockTwice = new Set<string>();
	/** Moved while a lock of the new rooms was offline, and not seen with another PIN since. */
	private readonly movedOffline = new Set<string>();
	/** The last item said that the old PIN stays until the new one is set. */
	private readonly pinsKept = new Set<string>();
	/** That old PIN ended the second time. */
	private readonly pinsReplaced = new Set<string>();

	constructor(
		{ workspace }: HouseService,
		private readonly history: History,
		private readonly time: VirtualTime,
	) {
		this.workspace = workspace;
		// A PIN can outlive its grant on a lock that is offline.
		const { accessGrants } = this.workspace.access;
		const add = accessGrants.add.bind(accessGrants);
		accessGrants.add = (grant) => {
			this.keyOfGrant.set(grant.access_grant_id, keyOf(grant.access_grant_key));
			return add(grant);
		};
	}

	booked(key: string, booking: Booking): void {
		this.bookings.set(key, [...(this.bookings.get(key) ?? []), booking]);
		for (const contact of [booking.email, booking.phone])
			if (contact !== undefined)
				this.owners.set(contact, new Set([...(this.owners.get(contact) ?? []), booking.who]));
	}

	/** Somebody took away what opened. */
	takenByHand(key: string): void {
		this.endedMs.set(key, this.time.now());
		this.takenMs.set(key, this.time.now());
		this.changedMs.set(key, this.time.now());
	}

	/** Nothing of the access is left, so nothing can remember its PINs. */
	endedByHand(key: string): void {
		if (this.grantsOf(key).length === 0) this.forget(key, []);
	}

	/** The host chose the PIN for this guest. */
	pinEntered(key: string, pin: string): void {
		this.entered.set(key, [...(this.entered.get(key) ?? []), pin]);
	}

	addedByHand(grantId: string): void {
		for (const { access_method_id: id, mode } of this.workspace.access.methodsOf(grantId))
			if (mode === 'mobile_key') this.byHand.add(id);
	}

	/** Somebody else gave access with this reservation key. */
	keyUsedByHand(key: string): void {
		this.usedKeys.add(key);
	}

	/** A service can have one person for several stays, also for those that get access later. */
	correctedByHand(key: string, personId: string, contact: string): void {
		this.corrected.set(personId, [...(this.corrected.get(personId) ?? []), contact]);
		const who = this.bookings.get(key)?.at(-1)?.who;
		if (who !== undefined) this.owners.set(contact, new Set([who]));
	}

	/** Ours of this booking that are not being deleted and not over, the newest first. */
	grantsOf(key: string): AccessGrantData[] {
		return this.liveGrants().filter((grant) => key !== '' && this.isOf(key, grant));
	}

	private isOf(key: string, { access_grant_id: id }: AccessGrantData): boolean {
		return this.keyOfGrant.get(id) === (this.aliases.get(key) ?? key);
	}

	private liveGrants(): AccessGrantData[] {
		const nowMs = this.time.now();
		return this.workspace.access.accessGrants.records
			.filter((grant) => !isLeaving(grant) && endOf(grant) > nowMs)
			.reverse();
	}

	methodsOf(grant: AccessGrantData): AccessMethodData[] {
		return this.workspace.access
			.methodsOf(grant.access_grant_id)
			.filter((method) => !isLeaving(method));
	}

	before(): Before {
		const keys = new Set([...this.keyOfGrant.values(), ...this.bookings.keys()]);
		const codes = this.codesByGrant();
		const grants = new Map<string, AccessGrantData[]>();
		for (const grant of this.liveGrants()) {
			const key = this.keyOfGrant.get(grant.access_grant_id) ?? '';
			grants.set(key, [...(grants.get(key) ?? []), grant]);
		}
		const stays = new Map(
			[...keys]
				.filter(Boolean)
				.map((key) => [key, this.see(grants.get(this.aliases.get(key) ?? key) ?? [], codes)]),
		);
		const made = new Set(this.keyOfGrant.values());
		for (const [key, { runsUntilMs }] of stays)
			if (runsUntilMs === 0 && made.has(this.aliases.get(key) ?? key))
				this.awayMs.set(key, this.time.now());
		const methods = new Map(
			this.workspace.access.accessGrants.records.flatMap((grant) =>
				this.methodsOf(grant).map(({ access_method_id: id, mode }) => [
					id,
					{ mode, grantId: grant.access_grant_id },
				]),
			),
		);
		return { atMs: this.time.now(), stays, others: this.others(), methods };
	}

	/** What another execution at the same time must know of this one. */
	begins(operation: Execution['operation'], keys: readonly string[]): void {
		if (operation === 'syncMany') this.runningLists++;
		for (const key of keys) {
			this.running.set(key, (this.running.get(key) ?? 0) + 1);
			if (operation === 'delete') {
				this.endedMs.set(key, this.time.now());
				this.deleted.add(key);
			} else if (operation === 'upsert') this.calledMs.set(key, this.time.now());
		}
	}

	/** Judges an execution that has ended half a minute ago. */
	ran(done: Execution, before: Before, isInner: boolean): void {
		const { operation, line, ran } = done;
		for (const { key, booking } of done.given)
			if (booking && !done.isDryRun) {
				const isLater = this.isSentLater(key, booking);
				if (isLater) this.sentVersions.set(key, [...(this.sentVersions.get(key) ?? []), booking]);
				if (isLater || !this.history.workflow.changedAt) this.lastSent.set(key, booking);
			}
		if (this.isEnd) for (const { key } of done.given) this.settled.add(key);
		if (operation === 'changePin') for (const { key } of done.given) this.applied.delete(key);
		this.followKeys(done);
		for (const { key } of this.told) this.forget(key, before.stays.get(key)?.pins ?? []);
		const after = this.before();
		if (line.fault?.kind === 'late by ten minutes' && line.wasHit)
			for (const [place, { key }] of done.given.entries())
				if (isHostTold(ran.items[place] ?? {})) this.lateMs.set(key, this.time.now() + LATE_MS);
		// A key that may not write people can only try.
		const writes = line.requests.filter(
			({ isWrite, status }) => isWrite && status !== 'killed' && status !== 403,
		);
		for (const { path, body, atMs, status } of writes) {
			const deleted = before.methods.get(String(body.access_method_id));
			if (deleted && path === '/access_methods/delete')
				this.deletedMs.set(this.bookingOf(this.keyOfGrant.get(deleted.grantId) ?? ''), atMs);
			// The outer execution can give access again before anybody else looks.
			if (isInner && path === '/access_grants/delete' && status === 200) {
				const key = this.bookingOf(this.keyOfGrant.get(String(body.access_grant_id)) ?? '');
				this.forget(key, after.stays.get(key)?.pins ?? []);
			}
		}
		for (const { outcome, reservation_key: key } of isInner && !done.isDryRun ? ran.items : [])
			if (outcome === 'ended') this.endedInsideMs.set(this.bookingOf(String(key)), this.time.now());
		this.judge(
			'others untouched',
			before.others === after.others || isInner,
			'',
			() => 'Access or a person of others changed.',
		);
		if (done.isDryRun || this.mustWriteNothing)
			this.judge(
				done.isDryRun ? 'dry run' : 'second time',
				writes.every(
					({ path, status, body }) =>
						(status === 409 && this.isKeyUsed(body)) ||
						(status !== 200 && this.areKeysWornOut(keyOf(String(body.access_grant_key)))) ||
						this.isPinReplaced(body, before) ||
						this.isOver(body) ||
						(!done.isDryRun && path === '/access_grants/delete' && this.isFoundByRoom(body)) ||
						this.isDue(body),
				),
				done.given[0]?.key ?? '',
				() => `Sent ${writes.map(({ path, status }) => `${path} (${status})`).join(', ')}`,
			);
		this.judgeRequests(done);
		this.judgeLosses(done, before, after, isInner);
		if (operation === 'syncMany') this.runningLists--;
		for (const { key } of done.given) this.running.set(key, (this.running.get(key) ?? 1) - 1);
		this.judgeByHand(done, before, after);
		if (ran.items.length === 0) {
			for (const { key } of done.given) this.applied.delete(key);
			// What a list changed before the process died counts for one that was read before.
			if (operation === 'syncMany')
				for (const [key, { grants }] of after.stays)
					if (grants !== before.stays.get(key)?.grants) this.listed.add(key);
			if (ran.error !== undefined && done.isClean)
				this.judge('fails with a reason', false, '', () => String(ran.error));
			return;
		}
		if (done.given.length === 1 && !done.isDryRun) this.judgePart(done);
		if (operation === 'upsert' || operation === 'syncMany') this.judgeBookings(done, before, after);
		else if (operation === 'changePin') this.judgeNewPin(done, before, after);
		else this.judgeOthers(done);
		for (const [place, item] of ran.items.entries())
			this.judgeMessageKey(item, done.startMs, done.given[place]?.booking);
		if (done.isClean) for (const item of ran.items) this.judgePinsOfDoors(item);
		if (operation === 'syncMany' && !done.isDryRun) this.judgeList(done, before, after);
		this.judgeStrangers(done);
		if (operation === 'syncMany' && !done.isDryRun)
			for (const { key } of done.given) this.listed.add(key);
		for (const [key, seen] of after.stays)
			if (seen.grants !== before.stays.get(key)?.grants) this.changedMs.set(key, this.time.now());
	}

	/** A guest, or the host in the guest's place, got this message about an item. */
	sent(item: IDataObject, message: IDataObject, startMs: number): void {
		const key = this.bookingOf(String(item.reservation_key));
		const booking = this.lastSent.get(key);
		// Another system's access can be for the same reservation.
		if (!booking || !isOurs(String(item.stay_key))) return;
		const address = message.send_to;
		const named = [...this.versionsOf(key)].reverse().find(({ name }) => name === item.guest_name);
		const readers = typeof address === 'string' ? [...(this.owners.get(address) ?? [])] : [];
		const who =
			typeof address === 'string'
				? (readers.find((one) => one === booking.who) ?? readers[0])
				: (named ?? booking).who;
		const pins = [...String(message.text).matchAll(/(?<!\d)(\d{4,9})(?!\d)/g)].map(([pin]) => pin);
		const isTold = pinsIn(item).filter((pin) => pins.includes(pin));
		// The guest whose access it is, as long as nothing of a later version could be carried out.
		const isOfAccess =
			this.carriedOut.get(key) !== booking &&
			this.versionsOf(key).some((one) => one.name === item.guest_name && one.who === who);
		if (typeof address === 'string' && !this.left.has(key))
			this.judge(
				'address of a message',
				who === booking.who || isOfAccess,
				key,
				() => `The message for ${booking.who} went to ${address}, which is ${who ?? 'nobody'}'s.`,
			);
		this.judgeText(item, String(message.text), key);
		const grants = this.grantsOf(key);
		const known = [
			...grants.flatMap((grant) => this.methodsOf(grant)),
			...grants.flatMap((grant) => this.codesOf(grant)),
		].map(({ code }) => code);
		const isKnown = isTold.every((pin) => known.includes(pin));
		if (!isKnown && this.hasJustEnded(booking, key, startMs)) this.exempt('a clock that is behind');
		else if (!this.history.service.listLagMs)
			this.judge(
				'PIN of a message',
				isKnown,
				key,
				() => `It names ${isTold.join()}; there are ${known.join()}.`,
			);
		// The reading still has the guest before.
		const isOld =
			named !== undefined &&
			named.who !== booking.who &&
			grants.every(({ name }) => name !== item.guest_name);
		if (typeof address !== 'string' && isOld && this.history.service.listLagMs)
			return this.exempt('records that lag');
		if (who !== undefined && isTold.length > 0)
			this.told.push({ who, key, pins: isTold, gone: new Set() });
	}

	/** In the guest's words: which rooms, from when until when, and the PIN. */
	private judgeText(item: IDataObject, text: string, key: string): void {
		const formatOf = (form: Intl.DateTimeFormatOptions) =>
			new Intl.DateTimeFormat(this.history.workflow.language ?? 'en', {
				...form,
				timeZone: typeof item.time_zone === 'string' ? item.time_zone : 'UTC',
			});
		const rooms = Array.isArray(item.rooms) ? item.rooms.map(String) : [];
		const [from = '', to = '', ...hours] = (['dateStyle', 'timeStyle'] as const).flatMap(
			(style) => {
				const format = formatOf({ [style]: style === 'dateStyle' ? 'long' : 'short' });
				// The narrow space before AM and PM.
				return [item.starts_at, item.ends_at].map((time) =>
					format.format(new Date(String(time))).replaceAll('\u202f', ' '),
				);
			},
		);
		const places = [text.indexOf(from), text.lastIndexOf(to)] as const;
		const isAll = [...rooms, ...pinsIn(item), ...hours].every((word) => text.includes(word));
		const isInOrder = from === to || (places[0] >= 0 && places[0] < places[1]);
		this.judge('text of a message', isAll && isInOrder, key, () => text.replaceAll('\n', ' / '));
	}

	comparePlan(planned: Execution, done: Execution): void {
		// What a list shows later is another plan.
		if (!planned.isClean || !done.isClean || this.history.service.listLagMs) return;
		const keys = planned.given.map(({ key }) => key);
		for (const [place, plan] of planned.ran.items.entries()) {
			const key = plan.reservation_key;
			// Of several items of a booking, the first one says what is done, and in a rehearsal each.
			if (keys.indexOf(keys[place] ?? '') < place && place < keys.length) continue;
			const real = place < planned.given.length ? done.ran.items[place] : undefined;
			if (!real || hasFailed(real) || hasFailed(plan)) continue;
			// What only had to be awaited, and did not come.
			const isLate = objectsIn(real.problems).some(({ code }) =>
				['old_pin_kept', 'old_access_kept'].includes(String(code)),
			);
			if (isLate && real.outcome === 'unchanged') continue;
			const expected = whatOf(plan).split(',');
			// Whether a lock takes the PIN that the guest has, only the execution shows.
			const did = whatOf(real)
				.split(',')
				.filter(
					(what) => what !== 'pin' || expected.includes(what) || this.isPinChosen(done, plan),
				);
			// Until the new access is ready, which no plan knows, the guest has the old one and its PIN.
			const isOldKept = codesOfProblems(real).includes('old_access_kept');
			const isLeft = (what: string) =>
				isOldKept && ['access', 'pin'].includes(what) && !did.includes(what);
			const isAsPlanned =
				plan.outcome === real.outcome &&
				expected.filter((what) => !isLeft(what)).join() === did.join();
			this.judge(
				'dry run',
				isAsPlanned,
				String(key),
				() =>
					`Planned ${String(plan.outcome)} (${whatOf(plan)}), did ${String(real.outcome)} (${whatOf(real)}).`,
			);
		}
	}

	/** The execution asked for another PIN than the guest has, and knew that there was one. */
	private isPinChosen({ line }: Execution, { reservation_key: key, pin }: IDataObject): boolean {
		const [asked] = line.requests
			.filter(({ path }) => ASKS_FOR_PIN.includes(path))
			.filter(
				({ body: { access_grant_id: id, access_grant_key: grantKey } }) =>
					(this.keyOfGrant.get(String(id)) ?? keyOf(String(grantKey))) === key,
			)
			.flatMap(({ body }) => objectsIn(body.requested_access_methods))
			.filter(({ mode }) => mode === 'code');
		return typeof pin === 'string' && asked !== undefined && asked.code !== pin;
	}

	/** Of a booking that came twice after all faults were over. */
	lookAtEnd(key: string): void {
		const booking = this.newestSent(key);
		if (!booking || this.left.has(key) || !this.isStay(booking)) return;
		// A calendar can only leave it out, which ends nothing of who is in the house.
		if (this.bookings.get(key)?.at(-1)?.status !== 'confirmed') return;
		// The next message says so.
		if (this.pinsKept.has(key) || this.pinsReplaced.has(key))
			return this.exempt('a PIN that was not set yet');
		const { fromMs } = this.timesOf(booking);
		if (fromMs > this.time.now() + 70 * HOUR_MS || !modesOf(booking).includes('code')) return;
		const last = [...this.told]
			.reverse()
			.find(
				(one) =>
					one.key === key && (one.who === booking.who || this.isOfSameName(booking, key, one)),
			);
		if (last && last.who !== booking.who) this.exempt('somebody of the same name');
		const grants = this.grantsOf(key);
		// A lock that is full has not taken it, and the guest is told once it has.
		const codes = grants
			.flatMap((grant) => this.codesOf(grant))
			.filter(({ status }) => status === 'set');
		const isTold = last !== undefined && codes.every(({ code }) => last.pins.includes(code));
		const wasSaid = this.saidKeys.get(key) === 'host';
		this.judge(
			'told what opens',
			isTold || wasSaid || codes.length === 0,
			key,
			() =>
				`Told ${last?.pins.join(', ') ?? 'nothing'}; ${codes.map(({ code, deviceId }) => `${code} on ${nameOfLock(deviceId)}`).join(', ')}.`,
		);
	}

	private followKeys({ operation, given, ran, startMs }: Execution): void {
		// Others answer with the key that they were asked for, whether there is access or not.
		if (!this.history.workflow.calendar || operation !== 'syncMany') return;
		for (const [place, { key }] of given.entries()) {
			const doorKey = ran.items[place]?.reservation_key;
			if (typeof doorKey !== 'string') continue;
			// The list does not show its own access yet. The next execution has that again.
			const isOther = doorKey !== (this.aliases.get(key) ?? key);
			if (isOther && this.grantsOf(key).length > 0 && this.isListedAsBefore(key, startMs)) {
				this.exempt('records that lag');
				continue;
			}
			// The newest stands last.
			this.aliases.delete(key);
			this.aliases.set(key, doorKey);
		}
	}

	/** The booking whose access has this key. */
	private bookingOf(doorKey: string): string {
		const [key] = [...this.aliases].reverse().find(([, alias]) => alias === doorKey) ?? [doorKey];
		return key;
	}

	private judgeBookings(done: Execution, before: Before, after: Before): void {
		const byKey = new Map<
			string,
			Array<{ one: Execution['given'][number]; item?: IDataObject; place: number }>
		>();
		for (const [place, one] of done.given.entries()) {
			const item = done.ran.items[place];
			byKey.set(one.key, [...(byKey.get(one.key) ?? []), { one, item, place }]);
		}
		for (const [key, pairs] of byKey) {
			const given = pairs.map(({ one }) => one);
			const items = pairs.map(({ item }) => item).filter((item) => item !== undefined);
			const newest = pairs.reduce((a, b) => (b.one.sentAtMs >= a.one.sentAtMs ? b : a));
			const { item } = newest;
			this.judge(
				'every item has an outcome',
				items.length === pairs.length && items.every((one) => typeof one.outcome === 'string'),
				key,
				() => `Items: ${JSON.stringify(done.ran.items).slice(0, 600)}`,
			);
			this.judge(
				'every item has an outcome',
				pairs.every(({ place }) => done.ran.links[place] === place),
				key,
				() => `Linked to ${done.ran.links.join()}`,
			);
			if (!item) continue;
			const versions = given.flatMap(({ booking }) => booking ?? []);
			// What ends a stay has no guest of its own.
			const isEnding = versions.some(({ status }) => status !== 'confirmed');
			this.judgeContacts(item, isEnding ? this.versionsOf(key) : versions, key, isEnding);
			if (done.isDryRun) {
				this.judgePlaces(done, item, key);
				continue;
			}
			const doorKey = this.aliases.get(key) ?? key;
			const seen = { before: before.stays.get(doorKey), after: after.stays.get(key) };
			// Of several items of a booking, another one can say what was done.
			const isSaid = items.some((one) => WRITES.includes(String(one.outcome)));
			this.judgeOutcome(done, item, seen, key, items.length > 1 && isSaid);
			// Without the times of the changes, two items of one booking are two rooms of it.
			const areSeveral = given.length > 1 && !this.history.workflow.changedAt;
			const { booking } = newest.one;
			// What was there is not known, so neither are its PINs.
			if (item.outcome === 'created' && this.isListedAsBefore(key, done.startMs)) {
				this.exempt('records that lag');
				this.forget(key, []);
			}
			if (booking) this.noteWhatIsLeft(done, item, booking, key);
			if (booking && !areSeveral) this.judgeBooking(done, item, items, booking, seen, key);
			const isOfOther = codesOfProblems(item).includes('guest_changed');
			if (booking && done.isClean && !isOfOther && GIVES.includes(String(item.outcome)))
				this.applied.set(key, booking);
			else this.applied.delete(key);
		}
	}

	private noteWhatIsLeft(
		{ isClean }: Execution,
		item: IDataObject,
		booking: Booking,
		key: string,
	): void {
		const codes = codesOfProblems(item);
		if (codes.includes('guest_changed')) this.leave(key, 'another guest in the house');
		else if (codes.includes('guest_in_house')) this.leave(key, 'unconfirmed in the house');
		else if (codes.some((code) => REFUSED.includes(code))) this.leave(key, 'the list was refused');
		else if (isClean && booking === this.bookings.get(key)?.at(-1) && !hasFailed(item))
			this.left.delete(key);
	}

	/** What was changed before something failed. */
	private judgePart({ operation, given, line, ran }: Execution): void {
		const [item] = ran.items;
		if (!item || !hasFailed(item) || !['upsert', 'delete'].includes(operation)) return;
		const accepted = line.requests.filter(
			({ isWrite, status, path }) => isWrite && status === 200 && !path.startsWith('/user_'),
		);
		const details = (item.details ?? {}) as IDataObject;
		const said = [...objectsIn(item.changes), ...objectsIn(details.changes)];
		this.judge(
			'outcome is true',
			accepted.length === 0 || said.length > 0,
			given[0]?.key ?? '',
			() => `failed, and does not say what it did: ${accepted.map(({ path }) => path).join()}`,
		);
	}

	/** A warning that a lock is full is true only if so many stays need it at once. */
	private judgePlaces(done: Execution, item: IDataObject, key: string): void {
		if (!codesOfProblems(item).includes('no_space_for_access_code_on_device')) return;
		const { places = 100 } = this.history.house;
		const stays = done.given.flatMap(({ booking }) =>
			booking && this.isStay(booking) ? [{ booking, ...this.timesOf(booking) }] : [],
		);
		const isFull = stays.some(({ fromMs, booking }) =>
			[fromMs - PROGRAMMED_BEFORE_MS, fromMs].some((atMs) =>
				locksOf(booking.rooms).some(
					(lock) =>
						stays.filter(
							(one) =>
								locksOf(one.booking.rooms).includes(lock) &&
								one.fromMs - PROGRAMMED_BEFORE_MS <= atMs &&
								atMs < one.toMs,
						).length > places,
				),
			),
		);
		this.judge('dry run', isFull, key, () => 'It says that a lock is full, which it never is.');
	}

	private judgeBooking(
		done: Execution,
		item: IDataObject,
		items: readonly IDataObject[],
		booking: Booking,
		seen: { before?: Seen; after?: Seen },
		key: string,
	): void {
		const codes = codesOfProblems(item);
		const isSaid = isHostTold(item);
		this.saidKeys.set(key, isSaid ? 'host' : String(item.tell));
		if (codes.includes('old_pin_kept')) this.pinsKept.add(key);
		else this.pinsKept.delete(key);
		if (codes.includes('contact_left_out')) this.leftOut.add(booking);
		const isNewest = booking === this.bookings.get(key)?.at(-1);
		if (booking.status === 'a new word' && done.isClean && !hasFailed(item) && isNewest)
			this.judge(
				'unknown is said',
				isSaid && !hasChanged(seen, this.time.now()),
				key,
				() => `tell ${String(item.tell)}, outcome ${String(item.outcome)}`,
			);
		this.judgePin(done, items, booking, seen, key);
		if (this.history.workflow.changedAt && done.isClean && done.operation === 'upsert')
			this.judge(
				'a late version',
				booking === this.newestSent(key) ||
					this.carriedOut.get(key) !== this.newestSent(key) ||
					!hasChanged(seen, this.time.now()),
				key,
				() => `From ${seen.before?.grants ?? ''} to ${seen.after?.grants ?? ''}`,
			);
		const isLeftOut = item.outcome === 'ignored' && codes.includes('outdated');
		if (!hasFailed(item) && !isLeftOut && booking === this.newestSent(key))
			this.carriedOut.set(key, booking);
		if (!done.isClean || !isNewest || (this.areOffline(booking) && !this.isEnd)) return;
		if (hasFailed(item) && this.usedKeys.has(key))
			return this.leave(key, 'a reservation key that somebody else used');
		if (hasFailed(item) && this.areKeysWornOut(key))
			return this.exempt('a service that never frees keys');
		if (hasFailed(item) && this.hasJustEnded(booking, key, done.startMs))
			return this.exempt('a clock that is behind');
		if (hasFailed(item) && this.isListedAsBefore(key, done.startMs))
			return this.exempt('records that lag');
		if (hasFailed(item) && booking.rooms.length > 0)
			return this.judge('fails with a reason', this.hasReason(booking, item), key, () =>
				reasonsOf(item),
			);
		if (this.left.has(key)) return;
		// What a call or another list said since the list was read is left as it is.
		if (
			done.operation === 'syncMany' &&
			codes.includes('outdated') &&
			(this.calledMs.has(key) || this.deleted.has(key) || this.listed.has(key))
		)
			return;
		const wrong = this.wrongAtTheDoors(key, booking, codes);
		if (
			wrong !== undefined &&
			item.outcome === 'nothing_to_end' &&
			this.isOfFormerKey(key, booking)
		)
			return this.leave(key, 'a service that never frees keys');
		if (wrong !== undefined && this.history.service.listLagMs && !this.isEnd)
			return this.exempt('records that lag');
		// Advice to choose what is chosen explains nothing, and neither does that it is not ready, for good.
		const isExplained =
			isSaid &&
			!(
				wrong?.startsWith('it lacks') &&
				(codes.length > 0 || (this.isEnd && item.outcome === 'unchanged')) &&
				codes.every((code) => code === 'door_not_opened')
			);
		const isTrue = wrong === undefined || isExplained || hasFailed(item) || item.tell === 'later';
		if (!isTrue && isSaid && wrong.startsWith('it lacks') && this.isTakenWhileMade(key))
			return this.exempt('deleted while it could still be made');
		this.judge(
			'as booked or said',
			isTrue,
			key,
			() => `${String(item.outcome)}, but ${wrong ?? ''}`,
		);
	}

	/** Undefined if the access is exactly what the booking says. */
	private wrongAtTheDoors(
		key: string,
		booking: Booking,
		codes: readonly string[],
	): string | undefined {
		const nowMs = this.time.now();
		const grants = this.grantsOf(key).filter(
			(grant) => endOf(grant) > nowMs + LONGEST_LEASE_MS || this.isLast(grant, booking),
		);
		if (booking.status === 'a new word') return undefined;
		if (!this.isStay(booking)) {
			if (booking.status === 'confirmed' && booking.rooms.length === 0) return undefined;
			return grants.length > 0
				? `${grants.length} access is open for ${booking.status}`
				: undefined;
		}
		const { fromMs, toMs } = this.timesOf(booking);
		const [grant, ...others] = grants;
		if (!grant) {
			const { onlyStaysWithin } = this.history.workflow;
			const isFar =
				onlyStaysWithin !== undefined && fromMs > nowMs + onlyStaysWithin * 24 * HOUR_MS;
			return isFar || toMs <= nowMs + LONGEST_LEASE_MS ? undefined : 'there is no access';
		}
		// The newest one is judged. A lease that the end of the stay cuts ends with it.
		if (others.some((one) => endOf(one) > nowMs + LONGEST_LEASE_MS))
			return `there are ${grants.length} accesses`;
		const rooms = grant.space_ids.map(roomOfSpace).sort().join();
		if (rooms !== [...new Set(booking.rooms)].sort().join()) return `it is for ${rooms}`;
		if (endOf(grant) !== toMs) return `it ends ${String(grant.ends_at)}, not ${isoOf(toMs)}`;
		const startMs = Date.parse(grant.starts_at);
		if (startMs !== fromMs && (startMs > nowMs || fromMs > nowMs))
			return `it starts ${grant.starts_at}, not ${isoOf(fromMs)}`;
		const methods = this.methodsOf(grant);
		const missing = modesOf(booking).filter((mode) => !methods.some((one) => one.mode === mode));
		if (missing.length > 0) return `it lacks ${missing.join()}`;
		const surplus = methods.filter(({ mode }) => !modesOf(booking).includes(mode));
		// It goes once what replaces it is issued.
		const isKept = codes.includes('former_method_kept');
		if (this.isEnd && fromMs > nowMs && surplus.length > 0 && !isKept)
			return `it still has ${surplus[0]?.mode ?? ''}`;
		const pins = methods.filter(({ mode }) => mode === 'code');
		if (pins.length > 1 && !codes.includes('old_pin_kept')) return `it has ${pins.length} PINs`;
		if (!modesOf(booking).includes('code')) return undefined;
		const bare = locksOf(booking.rooms).filter(
			(lock) => !this.codesOf(grant).some(({ deviceId }) => deviceId === lock),
		);
		return bare.length > 0 ? `${bare.map(nameOfLock).join()} has no PIN` : undefined;
	}

	/** A stay can end before a lease would. */
	private isLast(grant: AccessGrantData, booking: Booking): boolean {
		const rooms = grant.space_ids.map(roomOfSpace);
		return (
			endOf(grant) === this.timesOf(booking).toMs &&
			rooms.every((room) => booking.rooms.includes(room))
		);
	}

	private judgeContacts(
		item: IDataObject,
		versions: readonly Booking[],
		key: string,
		isEnding: boolean,
	): void {
		const fits = ({ name, email, phone }: Booking) =>
			isOneOf(item.guest_email, [email]) &&
			isOneOf(item.guest_phone, [phone]) &&
			(name === undefined || item.guest_name === name || typeof item.guest_name !== 'string');
		const isNone = isOneOf(item.guest_email, []) && isOneOf(item.guest_phone, []);
		// What ends a stay brings no contacts: the guest can have had each at another time.
		const named = versions.filter(({ name }) => plain(name) === plain(item.guest_name));
		const isOfGuest =
			isEnding &&
			isOneOf(
				item.guest_email,
				named.map(({ email }) => email),
			) &&
			isOneOf(
				item.guest_phone,
				named.map(({ phone }) => phone),
			);
		const corrected = this.corrected.get(personOf(item)) ?? [];
		this.judge(
			'address of an item',
			isNone || versions.some(fits) || isOfGuest || corrected.includes(String(item.guest_email)),
			key,
			() =>
				`The item of ${String(item.guest_name)} names ${String(item.guest_email)} and ${String(item.guest_phone)}; the booking ${versions.map(({ name, email, phone }) => `${name ?? '-'}: ${email ?? '-'}, ${phone ?? '-'}`).join(' or ')}.`,
		);
	}

	private judgeOutcome(
		{ line, isClean, given, startMs }: Execution,
		item: IDataObject,
		{ before, after }: { before?: Seen; after?: Seen },
		key: string,
		isSaidByOther: boolean,
	): void {
		const outcome = String(item.outcome);
		const nowMs = this.time.now();
		const isChanged = hasChanged({ before, after }, nowMs);
		const hasWritten = line.requests.some(({ isWrite }) => isWrite);
		if (WRITES.includes(outcome))
			this.judge('outcome is true', hasWritten, key, () => `${outcome} without a change`);
		if (outcome === 'unchanged' && isChanged && this.isListedAsBefore(key, startMs))
			return this.exempt('records that lag');
		if (['unchanged', 'ignored', 'nothing_to_end'].includes(outcome) && isClean)
			this.judge(
				'outcome is true',
				!isChanged || isSaidByOther || (given.length > 1 && outcome !== 'unchanged'),
				key,
				() =>
					`${outcome}, but from ${before?.grants ?? 'nothing'} to ${after?.grants ?? 'nothing'}`,
			);
		if (line.wasHit || (this.takenMs.get(key) ?? 0) >= startMs) return;
		if (outcome === 'ended' && this.isListedAsBefore(key, startMs) && after?.isOpen)
			this.exempt('records that lag');
		else if (outcome === 'ended' && isClean)
			this.judge('outcome is true', !after?.isOpen, key, () => `ended, but ${after?.grants ?? ''}`);
		if (!GIVES.includes(outcome) || Date.parse(String(item.ends_at)) <= nowMs) return;
		const holds = after?.isOpen === true || isHostTold(item);
		if (!holds && this.isListedAsBefore(key, startMs)) return this.exempt('records that lag');
		const endedMs = Math.max(this.endedMs.get(key) ?? 0, this.endedInsideMs.get(key) ?? 0);
		if (!holds && !isClean && endedMs >= startMs) return this.exempt('ended meanwhile');
		this.judge('outcome is true', holds, key, () => `${outcome}, but nothing opens`);
	}

	/** `items`: all of the booking, because any of them can say what was done. */
	private judgePin(
		{ isClean, startMs, line }: Execution,
		items: readonly IDataObject[],
		booking: Booking,
		{ before, after }: { before?: Seen; after?: Seen },
		key: string,
	): void {
		if (before && after && before.rooms !== after.rooms && this.areOffline(booking))
			this.movedOffline.add(key);
		const wasTwice = this.onLockTwice.delete(key);
		if (after && this.isOnLockTwice(key, after.pins)) this.onLockTwice.add(key);
		if (!before || !after || before.pins.length === 0 || after.pins.length === 0) return;
		const isNew = after.pins.some((pin) => !before.pins.includes(pin));
		if (isNew && !items.some(hasFailed) && isClean)
			this.judge(
				'change of PIN is said',
				items.some(
					(item) =>
						whatOf(item).includes('pin') ||
						item.outcome === 'created' ||
						isHostTold(item) ||
						// The new one is not in use yet, or not known.
						codesOfProblems(item).includes('old_pin_kept') ||
						typeof item.pin !== 'string',
				),
				key,
				() =>
					`From ${before.pins.join()} to ${after.pins.join()}: ${items.map((item) => `${String(item.outcome)} ${whatOf(item)}`).join('; ')}`,
			);
		const former = this.applied.get(key);
		if (!former || booking !== this.newestSent(key) || before.count !== 1 || !isClean) return;
		const isSameGuest =
			former.who === booking.who &&
			former.name === booking.name &&
			[former, booking].every((one) => this.isStay(one)) &&
			modesOf(former).join() === modesOf(booking).join();
		const wasInHouse = this.timesOf(former).fromMs <= this.time.now();
		const isMoved = before.rooms !== after.rooms;
		if (!isSameGuest || (isMoved && wasInHouse)) return;
		const [old, now] = [before, after].map(({ pins }) => pins.map(({ length }) => length).sort());
		if (String(old) !== String(now)) return this.exempt('locks that take other digits');
		const isRenamed = before.grants.includes(NAME_BY_HAND);
		const isTold =
			this.history.service.inlineIdentityTaken !== 'reused' &&
			this.history.service.hidesPeople !== true &&
			this.versionsOf(key).every(({ guestKey }) => guestKey === booking.guestKey);
		if (isRenamed && !isTold) return this.exempt('renamed by hand');
		if (wasTwice || this.isOnLockTwice(key, before.pins)) return this.exempt('an entered PIN');
		// It still has the old PIN, so it cannot get the same again.
		if (isMoved && this.movedOffline.has(key)) return;
		const isKept = after.pins.some((pin) => before.pins.includes(pin));
		if (!isKept && this.movedOffline.delete(key)) return this.exempt('a lock is offline');
		// The lock could not take new dates, so the service gave the guest its backup code.
		const hasAsked = line.requests.some(({ path }) => ASKS_FOR_PIN.includes(path));
		if (!isKept && !hasAsked && this.areOffline(booking)) return this.exempt('a lock is offline');
		if (!isKept && this.isListedAsBefore(key, startMs)) return this.exempt('records that lag');
		this.judge(
			'PIN stays',
			isKept,
			key,
			() => `From ${before.pins.join()} to ${after.pins.join()}`,
		);
	}

	/** Somebody else's access has it on a door of the stay, so a lock refuses one of them. */
	private isOnLockTwice(key: string, pins: readonly string[]): boolean {
		const others = this.liveGrants().filter((grant) => !this.isOf(key, grant));
		const locks = new Set(this.grantsOf(key).flatMap(({ space_ids: ids }) => locksOfSpaces(ids)));
		return (
			this.history.workflow.pinFrom !== undefined &&
			others.some(
				(grant) =>
					locksOfSpaces(grant.space_ids).some((lock) => locks.has(lock)) &&
					this.methodsOf(grant).some(({ code }) => typeof code === 'string' && pins.includes(code)),
			)
		);
	}

	private judgeLosses(done: Execution, before: Before, after: Before, isInner: boolean): void {
		const nowMs = this.time.now();
		/** Guests in the house whom this list lacks, or has at another time. */
		let closed = 0;
		for (const [key, seen] of before.stays) {
			const { openLocks, endMs, runsUntilMs } = seen;
			if (openLocks.length === 0 || runsUntilMs === 0) continue;
			const now = after.stays.get(key);
			if ((now?.openLocks.length ?? 0) > 0) {
				if (!this.isLeased(done, key, before, now)) {
					this.judge('way in', true, key, () => '');
					continue;
				}
				this.leasedUntilMs.set(key, now?.runsUntilMs ?? 0);
			} else if (this.leasedUntilMs.get(key) === runsUntilMs) continue;
			const versions = this.versionsOf(key);
			const known = this.newestSent(key);
			if (!known || versions.length === 0) continue;
			const earlier = (this.sentVersions.get(key) ?? []).at(-2);
			const { toMs, fromMs } = this.timesOf(known);
			// It ended by its time while the execution ran.
			if (
				[known, earlier].some(
					(one) => one && isNear(this.timesOf(one).toMs, nowMs, nowMs - done.startMs),
				)
			)
				continue;
			const staysIn =
				this.isStay(known) && fromMs <= nowMs && nowMs < toMs && known.rooms.length > 0;
			const wasGiven = done.given.some((one) => one.key === key);
			// What the outer execution does meanwhile is judged with it.
			if (isInner && !wasGiven && done.operation !== 'syncMany') continue;
			const areLists = done.operation === 'syncMany' && this.runningLists > 1;
			const isShared = isInner && ((this.running.get(key) ?? 0) > 1 || areLists);
			const isOrdered =
				(done.operation === 'delete' && wasGiven) || (this.endedMs.get(key) ?? 0) >= done.startMs;
			// A list may say so of a few, and 'closing budget' says of how many.
			const isSaidToHaveLeft =
				done.operation === 'syncMany' &&
				done.given.some((one) => one.key === key && one.booking?.status === 'checked_out');
			// An execution meanwhile has been judged for it.
			if ((this.lostMs.get(key) ?? 0) >= done.startMs) continue;
			if (!wasGiven && this.isLeaseOver(key, seen, now)) {
				this.exempt('taken by hand while old rooms still open');
				continue;
			}
			if ((this.lateMs.get(key) ?? 0) > before.atMs) {
				this.exempt('a change that came late');
				continue;
			}
			if (staysIn && !isOrdered && !isSaidToHaveLeft) {
				if (done.line.isDead) {
					this.exempt('killed where old access ends first');
					continue;
				}
				const isCheckOut = this.isListedAsLeft(key, done, endMs);
				const isByList = done.operation === 'syncMany' && this.isClosedBy(done, key, before);
				if (isByList && this.isListedAsBefore(key, done.startMs)) this.exempt('records that lag');
				else if (done.operation === 'syncMany' && this.isListedAsAway(key, done))
					this.exempt('records that lag');
				else if (isByList && (isCheckOut || closed++ === 0)) this.exempt('one guest by a list');
				else if (this.isPinInterrupted(done, key)) this.exempt('a new PIN where only one fits');
				else if (this.isFullAfterEnd(done, key))
					this.exempt('a full lock after old access ended first');
				else if (this.isTakenByHand(key) && this.saidKeys.get(key) === 'host') {
					this.exempt('the PIN was deleted by hand');
					continue;
				} else if (isShared) continue;
				else
					this.judge(
						'way in',
						false,
						key,
						() => `${known.who} could open ${openLocks.map(nameOfLock).join()}, and now nothing.`,
					);
			}
			if (done.line.isDead || isOrdered) continue;
			const items = done.ran.items.filter((item) => item.reservation_key === key);
			const isSaid = items.some(isHostTold) || done.ran.error !== undefined;
			if (isShared && !isSaid) continue;
			this.lostMs.set(key, nowMs);
			if (done.operation === 'syncMany' && this.isListedAsAway(key, done)) {
				this.exempt('records that lag');
				continue;
			}
			this.judge(
				'loss is said',
				isSaid,
				key,
				() =>
					`${known.who} opens nothing any more: ${items.map((item) => `${String(item.outcome)}, tell ${String(item.tell)}`).join() || 'no item'}`,
			);
		}
	}

	/** A list takes all that opens but the lease of an old PIN: the guest loses the way in by this list. */
	private isLeased(done: Execution, key: string, before: Before, now?: Seen): boolean {
		const leaseMs = this.time.now() + LONGEST_LEASE_MS;
		return (
			done.operation === 'syncMany' &&
			!done.isDryRun &&
			(before.stays.get(key)?.runsUntilMs ?? 0) > leaseMs &&
			(now?.runsUntilMs ?? 0) <= leaseMs &&
			this.isClosedBy(done, key, before)
		);
	}

	/** The list of the service does not have the last change of the access yet. */
	private isListedAsBefore(key: string, startMs: number): boolean {
		const { listLagMs = 0 } = this.history.service;
		return listLagMs > 0 && (this.changedMs.get(key) ?? -Infinity) > startMs - listLagMs;
	}

	/** The list of the service still has the times from before a change, when the stay was not now. */
	private isListedAsAway(key: string, { startMs }: Execution): boolean {
		const { listLagMs = 0 } = this.history.service;
		return listLagMs > 0 && (this.awayMs.get(key) ?? -Infinity) > startMs - listLagMs;
	}

	/** Nothing was made since that could replace it. */
	private isTakenByHand(key: string): boolean {
		const takenMs = this.takenMs.get(key);
		const methods = this.grantsOf(key).flatMap((grant) => this.methodsOf(grant));
		return (
			takenMs !== undefined && methods.every(({ created_at: at }) => Date.parse(at) <= takenMs)
		);
	}

	/** Only the end that old rooms already had came, after somebody took what replaces them. */
	private isLeaseOver(key: string, before: Seen, after?: Seen): boolean {
		const nowMs = this.time.now();
		return (
			this.isTakenByHand(key) &&
			before.each.some(({ endMs }) => endMs <= nowMs) &&
			!hasChanged({ before, after }, nowMs)
		);
	}

	/** Before a request is ten minutes old, nothing of it can mean that the service still makes it. */
	private isTakenWhileMade(key: string): boolean {
		const takenMs = Math.max(this.takenMs.get(key) ?? 0, this.deletedMs.get(key) ?? 0);
		return this.grantsOf(key).some((grant) =>
			[grant, ...grant.requested_access_methods].some(({ created_at: at }) =>
				isWithin(takenMs - Date.parse(at), 10 * MINUTE_MS),
			),
		);
	}

	/** The lock does not answer, so that the new PIN is not on it yet: the item says so. */
	private isPinInterrupted({ operation, ran, line }: Execution, key: string): boolean {
		const isCut = this.history.service.onePinOnly === true && line.wasHit;
		return (
			['changePin', 'upsert', 'syncMany'].includes(operation) &&
			ran.items
				.filter((item) => item.reservation_key === key)
				.some(
					(item) =>
						codesOfProblems(item).includes('pin_interrupted') || (isCut && isHostTold(item)),
				)
		);
	}

	/** The service takes one access for a reservation, and the lock of the new room takes no further PIN. */
	private isFullAfterEnd({ ran, line }: Execution, key: string): boolean {
		const isRefused = line.requests.some(
			({ path, status }) => path === '/access_grants/create' && status === 409,
		);
		return (
			isRefused &&
			ran.items
				.filter((item) => item.reservation_key === key && isHostTold(item))
				.map(codesOfProblems)
				.some(
					(codes) =>
						codes.includes('access_interrupted') &&
						// Who does not wait cannot know yet that the lock has no place.
						(codes.includes('no_space_for_access_code_on_device') ||
							(!this.history.workflow.waits && this.isOnFullLock(key))),
				)
		);
	}

	private isOnFullLock(key: string): boolean {
		return this.grantsOf(key)
			.flatMap(({ space_ids: ids }) => locksOfSpaces(ids))
			.flatMap((lock) => this.workspace.devicesById.get(lock) ?? [])
			.some((lock) => fullDeviceFailure({ workspace: this.workspace }, lock) !== undefined);
	}

	/** A calendar can give a stay another key: the same guest has the same rooms from the same day on. */
	private listedAs(key: string, { given }: Execution, { stays }: Before): Booking | undefined {
		const own = given.find((one) => one.key === key)?.booking;
		if (own || !this.history.workflow.calendar) return own;
		const identity = ({ who, rooms, from }: Booking) =>
			JSON.stringify([who, [...rooms].sort(), dayInZone(atHour(from))]);
		const known = (this.sentVersions.get(key) ?? []).map(identity);
		const doorKeyOf = (one: string) => this.aliases.get(one) ?? one;
		// What had access of its own is another stay of the same guest.
		const isOther = (one: string) =>
			doorKeyOf(one) !== doorKeyOf(key) && stays.get(one)?.isOpen === true;
		return given.find(
			(one) => one.booking && known.includes(identity(one.booking)) && !isOther(one.key),
		)?.booking;
	}

	/** The list has a stay for it that is not now, or has none and may end running stays. */
	private isClosedBy(done: Execution, key: string, before: Before): boolean {
		const nowMs = this.time.now();
		const inList = this.listedAs(key, done, before);
		if (!inList) return this.history.workflow.includeRunningStays === true;
		const { fromMs, toMs } = this.timesOf(inList);
		return inList.status === 'confirmed' && (fromMs > nowMs || toMs <= nowMs);
	}

	/** By dates that are over since the last day. A status says it itself. */
	private isListedAsLeft(key: string, { given }: Execution, endMs: number): boolean {
		const inList = given.find((one) => one.key === key)?.booking;
		if (!inList) return false;
		const { toMs } = this.timesOf(inList);
		return toMs <= this.time.now() && endMs - toMs <= CHECK_OUT_MS;
	}

	/** Without the person, nothing says how many keys there were. */
	private areKeysWornOut(key: string): boolean {
		const { deletedGrantKeys, hidesPeople, inlineIdentityTaken } = this.history.service;
		const all = [...this.keyOfGrant.values()].filter((one) => one === key);
		const guestKeys = new Set(this.versionsOf(key).map(({ guestKey }) => guestKey));
		const isUnknown =
			hidesPeople === true || guestKeys.size > 1 || inlineIdentityTaken === 'reused';
		return deletedGrantKeys === 'neverFree' && isUnknown && all.length > 3;
	}

	/** Only a Guest Key that the booking no longer has leads to its access. */
	private isOfFormerKey(key: string, { guestKey }: Booking): boolean {
		const { userIdentities } = this.workspace.access;
		return (
			this.history.service.deletedGrantKeys === 'neverFree' &&
			this.grantsOf(key).every(({ access_grant_key: grantKey = '', user_identity_id: id }) => {
				// A booking of *Read Booking* has the prefix before its key.
				const known = userIdentities.get(id)?.user_identity_key?.replace(/^reservation:/, '');
				return (
					/:part-(?![23]$)\d+$/.test(grantKey) &&
					known !== undefined &&
					known !== guestKey &&
					this.versionsOf(key).some((version) => version.guestKey === known)
				);
			})
		);
	}

	/** A call about another stay in the room showed it. */
	private isFoundByRoom({ access_grant_id: id }: Record<string, unknown>): boolean {
		const key = this.bookingOf(this.keyOfGrant.get(String(id)) ?? '');
		return this.left.get(key) === 'a service that never frees keys';
	}

	/** The day from which the workflow gives access came just before, so a contact that was left out comes now. */
	private isDue({ access_grant_key: key, user_identity_id: id }: Record<string, unknown>): boolean {
		const { onlyStaysWithin } = this.history.workflow;
		const { records } = this.workspace.access.accessGrants;
		const ofPerson = records.find(({ user_identity_id: one }) => one === id)?.access_grant_key;
		const booking = this.newestSent(this.bookingOf(keyOf(String(key ?? ofPerson))));
		return (
			onlyStaysWithin !== undefined &&
			booking !== undefined &&
			this.timesOf(booking).fromMs > this.time.now() + (onlyStaysWithin - 1) * 24 * HOUR_MS
		);
	}

	/** It ended between the two times. */
	private isOver({ access_grant_id: id }: Record<string, unknown>): boolean {
		const booking = this.newestSent(this.bookingOf(this.keyOfGrant.get(String(id)) ?? ''));
		return booking !== undefined && this.timesOf(booking).toMs <= this.time.now();
	}

	/** The new PIN was not set the time before, which said so. */
	private isPinReplaced({ access_method_id: id }: Record<string, unknown>, { methods }: Before) {
		const { grantId = '' } = methods.get(String(id)) ?? {};
		const key = this.bookingOf(this.keyOfGrant.get(grantId) ?? '');
		if (!this.pinsKept.has(key)) return false;
		this.pinsReplaced.add(key);
		this.exempt('a PIN that was not set yet');
		return true;
	}

	/** Of new access. */
	private isKeyUsed({ reservation_key: key }: Record<string, unknown>): boolean {
		return typeof key === 'string' && this.usedKeys.has(key);
	}

	private judgeByHand(done: Execution, before: Before, after: Before): void {
		for (const [id, { grantId }] of before.methods) {
			if (!this.byHand.has(id) || after.methods.has(id)) continue;
			this.byHand.delete(id);
			const key = this.keyOfGrant.get(grantId) ?? '';
			if (!this.grantsOf(key).some(({ access_grant_id: one }) => one === grantId)) continue;
			const items = done.ran.items.filter((item) => item.reservation_key === key);
			this.judge(
				'by hand is said',
				done.line.isDead ||
					items.some((item) => isHostTold(item) || whatOf(item).includes('access_methods')),
				key,
				() => 'The mobile key that somebody added is gone, and nobody is told.',
			);
		}
	}

	private judgeList(done: Execution, before: Before, after: Before): void {
		const isRefused = done.ran.items.some((item) =>
			codesOfProblems(item).some((code) => code === 'empty_input' || REFUSED.includes(code)),
		);
		if (isRefused)
			for (const [key, seen] of before.stays)
				if (seen.isOpen && !done.given.some((one) => one.key === key))
					this.leave(key, 'the list was refused');
		const open = [...before.stays].filter(([, { isOpen }]) => isOpen);
		const closed = open.filter(([key, seen]) => {
			const now = after.stays.get(key);
			const isLocked = seen.openLocks.length > 0 && now?.openLocks.length === 0;
			return !now?.isOpen || isLocked;
		});
		// Access that ends so soon anyway is a check-out.
		const counted = closed.filter(
			([key, { endMs }]) =>
				endMs > this.time.now() + CHECK_OUT_MS && !this.wasOrderedSince(key, done.startMs),
		);
		const most = Math.max(3, Math.floor(open.length * 0.02));
		this.judge(
			'closing budget',
			counted.length <= most,
			counted[0]?.[0] ?? '',
			() => `${counted.length} of ${open.length} closed: ${counted.map(([key]) => key).join()}`,
		);
		const keepNewMs = (this.history.workflow.keepNewFor ?? 60) * MINUTE_MS;
		for (const [key, seen] of open)
			if (!this.listedAs(key, done, before) && seen.createdMs > done.startMs - keepNewMs)
				this.judge(
					'new is not missing',
					after.stays.get(key)?.isOpen === true || this.wasOrderedSince(key, done.startMs),
					key,
					() => 'Its access is younger than the list may be old, and ended.',
				);
		for (const { key, booking } of done.given)
			if (booking?.status === 'confirmed' && booking.rooms.length === 0)
				this.judge(
					'named is not missing',
					(this.endedMs.get(key) ?? 0) >= done.startMs ||
						!before.stays.get(key)?.isOpen ||
						after.stays.get(key)?.isOpen === true,
					key,
					() => 'The booking has no room tonight, and its access ended.',
				);
		if (done.isClean || done.line.wasHit || done.line.isDead) return;
		for (const [key, versions] of this.bookings) {
			const newest = versions.at(-1);
			if (!newest || newest !== this.newestSent(key) || !this.isStay(newest)) continue;
			if ((this.calledMs.get(key) ?? 0) < done.startMs) continue;
			if (this.timesOf(newest).toMs < this.time.now() + HOUR_MS || newest.rooms.length === 0)
				continue;
			if (done.given.some((one) => one.key === key && one.booking === newest)) continue;
			if (this.saidKeys.get(key) === 'host') continue;
			if (done.line.duringPath === '/access_grants/delete') {
				this.exempt('an end that is on its way');
				continue;
			}
			this.judge(
				'call during a list',
				after.stays.get(key)?.isOpen === true,
				key,
				() => 'A call confirmed it while the list was applied, and it has no access.',
			);
		}
	}

	/** Somebody ended it, or called about it, while the list was applied. */
	private wasOrderedSince(key: string, atMs: number): boolean {
		return Math.max(this.endedMs.get(key) ?? 0, this.calledMs.get(key) ?? 0) >= atMs;
	}

	private judgeOthers({ operation, ran }: Execution): void {
		if (operation !== 'getAll') return;
		for (const item of ran.items) {
			const doorKey = String(item.reservation_key);
			const key = this.bookingOf(doorKey);
			// The access that a calendar's stay was taken for has the contacts of that stay.
			const versions = [
				...this.versionsOf(key),
				...(key === doorKey ? [] : this.versionsOf(doorKey)),
			];
			if (versions.length === 0) continue;
			const corrected = this.corrected.get(personOf(item)) ?? [];
			const emails = [...versions.map(({ email }) => email), ...corrected];
			const phones = versions.map(({ phone }) => phone);
			this.judge(
				'address of a reading',
				isOneOf(item.guest_email, emails) && isOneOf(item.guest_phone, phones),
				key,
				() => `It names ${String(item.guest_email)} and ${String(item.guest_phone)}.`,
			);
		}
	}

	private judgeNewPin({ given, isClean, ran }: Execution, before: Before, after: Before): void {
		const key = given[0]?.key ?? '';
		const pins = before.stays.get(key)?.pins ?? [];
		// Several: a change that an earlier execution began is finished.
		if (!isClean || pins.length !== 1 || ran.items[0]?.outcome !== 'updated') return;
		const isGone = !after.stays.get(key)?.pins.includes(String(pins[0]));
		this.judge('outcome is true', isGone, key, () => `updated, but ${String(pins[0])} still opens`);
	}

	private judgePinsOfDoors({ pin, pins, access_grant_id: id, reservation_key: key }: IDataObject) {
		const others = objectsIn(pins);
		const opened = others.filter(({ device_id: lock }) =>
			this.workspace.accessCodesByDevice
				.get(String(lock))
				?.some((one) => one.accessGrantId === id && one.code === pin && one.status === 'set'),
		);
		if (others.length > 0)
			this.judge(
				'PINs of doors',
				opened.length === 0,
				this.bookingOf(String(key)),
				() => `The PIN ${String(pin)} opens ${opened.map(({ door }) => String(door)).join()} too.`,
			);
	}

	/** The same key twice for something else, or another key for the same. */
	private judgeMessageKey(item: IDataObject, startMs: number, booking?: Booking): void {
		const { message_key: key, stay_key: stay } = item;
		if (typeof key !== 'string' || item.dry_run === true) return;
		const person = personOf(item);
		const guest = codesOfProblems(item).includes('guest_changed')
			? (booking?.guestKey ?? item.guest_name)
			: person;
		const start = item.starts_at;
		const read = JSON.stringify([
			stay,
			[...((item.rooms as string[] | undefined) ?? [])].sort(),
			start,
			item.ends_at,
			// Otherwise it is that of the workflow, which a reading does not know.
			codesOfProblems(item).includes('no_time_zone') ? null : item.time_zone,
			item.pin,
			item.instant_key_url,
			guest,
		]);
		const known = this.messageKeys.get(`${String(stay)} ${key}`);
		this.judge(
			'message key',
			known === undefined || known === read,
			String(item.reservation_key),
			() => `The same key for ${known ?? ''} and ${read}`,
		);
		this.messageKeys.set(`${String(stay)} ${key}`, read);
		const all = JSON.stringify([read, item.pins]);
		const other = this.messageKeys.get(`key of ${all}`);
		// Its record does not say yet that a lock has another PIN, and the codes of the lock do.
		const isOther = other !== undefined && other !== key && objectsIn(item.pins).length > 0;
		if (isOther && this.isListedAsBefore(this.bookingOf(String(item.reservation_key)), startMs))
			return this.exempt('records that lag');
		this.judge(
			'message key',
			other === undefined || other === key,
			String(item.reservation_key),
			() => `Two keys for ${all}`,
		);
		this.messageKeys.set(`key of ${all}`, key);
	}

	private judgeRequests({ operation, given, line, isClean, isDryRun }: Execution): void {
		const isRead = ({ isWrite }: { isWrite: boolean }) => !isWrite;
		const writes = line.requests.filter((one) => !isRead(one)).length;
		// A read that is repeated waits for something.
		const reads = new Set(
			line.requests.filter(isRead).map(({ path, body }) => `${path} ${JSON.stringify(body)}`),
		).size;
		if (operation === 'upsert' && isClean)
			this.judge(
				'requests',
				writes + reads <= MOST_REQUESTS_OF_A_BOOKING * given.length,
				given[0]?.key ?? '',
				() => `${reads} different reads, ${writes} writes`,
			);
		if (operation === 'syncMany' && isDryRun)
			this.judge(
				'requests',
				line.requests.length <= MOST_REQUESTS_OF_A_LIST + 2 * given.length,
				'',
				() => `${line.requests.length} requests for ${given.length} bookings`,
			);
	}

	/** Looks at each PIN of each lock. */
	private judgeStrangers(done: Execution): void {
		// A rehearsal leaves the PIN as it is.
		if (done.isDryRun || (!done.isClean && !this.isEnd)) return;
		for (const [place, { key, booking }] of done.given.entries()) {
			if (!booking || booking !== this.bookings.get(key)?.at(-1) || this.left.has(key)) continue;
			// Whether it may fail, another rule says.
			const item = done.ran.items[place] ?? {};
			if (hasFailed(item) && isHostTold(item)) continue;
			if (!this.isStay(booking) || (this.areOffline(booking) && !this.isEnd)) continue;
			const codes = this.grantsOf(key).flatMap((grant) => this.codesOf(grant));
			for (const { code, deviceId } of codes) {
				const all = this.told.filter((one) => one.who !== booking.who && one.pins.includes(code));
				const others = all.filter((one) => !this.isOfSameName(booking, key, one));
				if (others.length < all.length) this.exempt('somebody of the same name');
				const isExempt = others.every((one) => this.isEnteredAgain(booking, key, one));
				if (others.length > 0 && isExempt) this.exempt('an entered PIN');
				else
					this.judge(
						'PIN of another',
						others.length === 0,
						key,
						() =>
							`${others[0]?.who ?? ''} was told ${code}, which opens ${nameOfLock(deviceId)} for ${booking.who}.`,
					);
			}
		}
		if (!this.isEnd) return;
		const nowMs = this.time.now();
		for (const [lock, codes] of this.workspace.accessCodesByDevice)
			for (const code of codes) {
				// The old PIN keeps opening for a while, so that the guest has time to read.
				const isLeased = Date.parse(code.endsAt ?? '') <= nowMs + LONGEST_LEASE_MS;
				if (!opens(code, nowMs) || isLeased) continue;
				const key = this.bookingOf(this.keyOfGrant.get(code.accessGrantId ?? '') ?? '');
				// One execution more can be needed after the faults.
				if (!this.settled.has(key)) continue;
				const newest = this.newestSent(key);
				if (newest?.status === 'a new word') {
					this.exempt('an unknown status');
					continue;
				}
				const told = this.told.filter((one) => one.key === key && one.pins.includes(code.code));
				for (const one of told)
					if (newest && newest.who !== one.who && this.isEnteredAgain(newest, key, one))
						this.exempt('an entered PIN');
					else if (newest && newest.who !== one.who && this.isOfSameName(newest, key, one))
						this.exempt('somebody of the same name');
					else
						this.judge(
							'stranger',
							this.mayOpen(one.who, lock) ||
								this.left.has(key) ||
								this.saidKeys.get(key) === 'host',
							key,
							() => `${one.who} can open ${nameOfLock(lock)} with ${code.code}.`,
						);
			}
	}

	/**
	 * "If only a part of the name is the same, and neither email nor phone, it is another guest." Once nothing tells two
	 * guests apart, the access is that of the new one, whatever changes then, and a third one can be like the second.
	 */
	private isOfSameName(booking: Booking, key: string, told: Told): boolean {
		// A guest can have the PIN of the phone number for other stays too.
		if (told.key !== key && this.history.workflow.pinFrom === undefined) return false;
		const versions = this.versionsOf(key);
		const alike = new Set([told.who]);
		for (const own of versions)
			if (versions.some((version) => alike.has(version.who) && this.areOneGuest(version, own)))
				alike.add(own.who);
		return alike.has(booking.who) && versions.some(({ who }) => who === told.who);
	}

	private areOneGuest(version: Booking, other: Booking): boolean {
		return (
			areAlike(version, other) ||
			(this.hasNoContact(version) && areAlike(without(version, 'email', 'phone'), other))
		);
	}

	private hasNoContact(version: Booking): boolean {
		return this.leftOut.has(version) || this.history.service.inlineIdentityTaken === 'reused';
	}

	/** `known`: the PINs that access of the booking still has. */
	private forget(key: string, known: readonly string[]): void {
		for (const told of this.told)
			if (told.key === key)
				for (const pin of told.pins) if (!known.includes(pin)) told.gone.add(pin);
	}

	/** The host enters for this guest what somebody else was told. Nothing remembers PINs that are gone. */
	private isEnteredAgain({ who }: Booking, key: string, told: Told): boolean {
		const own = this.versionsOf(key).filter((version) => version.who === who);
		return told.pins.some(
			(one) =>
				(own.some(({ pin, phone }) => pin === one || phone?.endsWith(one) === true) ||
					this.entered.get(key)?.includes(one) === true) &&
				(told.key !== key || told.gone.has(one)),
		);
	}

	private mayOpen(who: string, lock: string): boolean {
		const nowMs = this.time.now();
		return [...this.sentVersions.values()].some((versions) => {
			// Who has no room for a while keeps the one before.
			const newest = [...versions]
				.reverse()
				.find(({ rooms, status }) => rooms.length > 0 || status !== 'confirmed');
			if (newest?.who !== who || !this.isStay(newest)) return false;
			const { fromMs, toMs } = this.timesOf(newest);
			return (
				fromMs <= nowMs && nowMs < toMs + LONGEST_LEASE_MS && locksOf(newest.rooms).includes(lock)
			);
		});
	}

	private see(
		grants: readonly AccessGrantData[],
		byGrant: ReadonlyMap<string, StoredAccessCode[]>,
	): Seen {
		const nowMs = this.time.now();
		const codes = grants.flatMap(({ access_grant_id: id }) => byGrant.get(id) ?? []);
		const pins = grants.flatMap((grant) =>
			this.methodsOf(grant).flatMap(({ mode, code }) => (mode === 'code' && code ? [code] : [])),
		);
		const texts = grants.map((grant) =>
			JSON.stringify([
				grant.access_grant_id.slice(0, 8),
				grant.name,
				grant.starts_at,
				grant.ends_at,
				grant.space_ids.map(roomOfSpace),
				this.methodsOf(grant).map(({ mode, access_method_id: id }) => `${mode} ${id.slice(0, 8)}`),
			]),
		);
		return {
			grants: texts.join(' '),
			each: texts.map((text, index) => ({ text, endMs: grants[index] ? endOf(grants[index]) : 0 })),
			pins: [...new Set(pins)],
			openLocks: [
				...new Set(codes.filter((code) => opens(code, nowMs)).map(({ deviceId }) => deviceId)),
			],
			isOpen: grants.length > 0,
			runsUntilMs: Math.max(
				0,
				...grants.filter((grant) => Date.parse(grant.starts_at) <= nowMs).map(endOf),
			),
			count: grants.length,
			createdMs: Math.max(0, ...grants.map(({ created_at: at }) => Date.parse(at))),
			endMs: Math.max(0, ...grants.map(endOf)),
			rooms: grants.map(({ space_ids: ids }) => [...ids].sort().join()).join(' '),
		};
	}

	private codesByGrant(): Map<string, StoredAccessCode[]> {
		const byGrant = new Map<string, StoredAccessCode[]>();
		for (const codes of this.workspace.accessCodesByDevice.values())
			for (const code of codes) {
				if (code.accessGrantId === undefined || code.status === 'removing') continue;
				const known = byGrant.get(code.accessGrantId);
				if (known) known.push(code);
				else byGrant.set(code.accessGrantId, [code]);
			}
		return byGrant;
	}

	private codesOf({ access_grant_id: id }: AccessGrantData): StoredAccessCode[] {
		return [...this.workspace.accessCodesByDevice.values()].flatMap((codes) =>
			codes.filter((code) => code.accessGrantId === id && code.status !== 'removing'),
		);
	}

	private others(): string {
		const { accessGrants, userIdentities } = this.workspace.access;
		const grants = accessGrants.records.filter(
			({ access_grant_id: id, access_grant_key: key }) =>
				!this.bookings.has(this.keyOfGrant.get(id) ?? '') && !isOurs(key),
		);
		return JSON.stringify(
			grants.map((grant) => {
				const {
					full_name: name,
					email_address: email,
					phone_number: phone,
				} = userIdentities.get(grant.user_identity_id) ?? {};
				const methods = this.methodsOf(grant).map(({ access_method_id: id }) => id);
				return [
					grant.access_grant_id,
					grant.name,
					grant.starts_at,
					grant.ends_at,
					isLeaving(grant),
					name,
					email,
					phone,
					methods,
				];
			}),
		);
	}

	private timesOf({ from, to, rooms }: Booking): { fromMs: number; toMs: number } {
		const instants = [atHour(from), atHour(to)] as const;
		const zone = this.zoneOf(rooms);
		// Midnight at both ends is how many systems write days.
		const areDays = [(ms: number) => midnightInZone(ms, zone), midnightInUtc].some((midnight) =>
			instants.every((ms) => midnight(ms) === ms),
		);
		if (this.history.workflow.times === 'instants' && !areDays)
			return { fromMs: instants[0], toMs: instants[1] };
		return {
			fromMs: instantInZone(dayInZone(atHour(from), zone), CHECK_IN, zone),
			toMs: instantInZone(dayInZone(atHour(to), zone), CHECK_OUT, zone),
		};
	}

	/** Of the first room that has its own: somebody can change it. */
	private zoneOf(rooms: readonly string[]): string | undefined {
		const ids = rooms.map(spaceIdOf);
		const data = this.workspace.access.spaces.records.find(({ space_id: id }) => ids.includes(id))
			?.customer_data as { time_zone?: string } | undefined;
		return data?.time_zone;
	}

	private isStay(booking: Booking): boolean {
		const { status, rooms } = booking;
		const { fromMs, toMs } = this.timesOf(booking);
		return status === 'confirmed' && rooms.length > 0 && fromMs < toMs && toMs > this.time.now();
	}

	private areOffline({ rooms }: Booking): boolean {
		const isOffline = [...locksOf(rooms)].some(
			(lock) => this.workspace.devicesById.get(lock)?.record.properties.online === false,
		);
		if (isOffline) this.exempt('a lock is offline');
		return isOffline;
	}

	/** What the service counts as ended, and n8n's clock does not yet. */
	private hasJustEnded(booking: Booking, key: string, startMs: number): boolean {
		const { clockAheadMs = 0 } = this.history.workflow;
		const grants = this.workspace.access.accessGrants.records.filter((grant) =>
			this.isOf(key, grant),
		);
		return (
			clockAheadMs < 0 &&
			[this.timesOf(booking).toMs, ...grants.map(endOf)].some(
				(endMs) => endMs > startMs + clockAheadMs && endMs <= this.time.now(),
			)
		);
	}

	/** Whether the input itself is what cannot be carried out. */
	private hasReason(booking: Booking, item: IDataObject): boolean {
		const { rooms } = booking;
		const { fromMs, toMs } = this.timesOf(booking);
		const isUnknownRoom =
			rooms.some((room) => room === 'studio') && !this.history.workflow.findsByName;
		const isListProblem = codesOfProblems(item).some((code) => REFUSED.includes(code));
		return isUnknownRoom || isListProblem || fromMs >= toMs;
	}

	private versionsOf(key: string): readonly Booking[] {
		return this.bookings.get(key) ?? [];
	}

	private newestSent(key: string): Booking | undefined {
		return this.sentVersions.get(key)?.at(-1);
	}

	/** False for a version that n8n had before. */
	private isSentLater(key: string, booking: Booking): boolean {
		const versions = this.versionsOf(key);
		const newest = this.newestSent(key);
		return newest === undefined || versions.indexOf(booking) > versions.indexOf(newest);
	}

	private leave(key: string, exemption: Exemption): void {
		this.left.set(key, exemption);
		this.exempt(exemption);
	}

	private exempt(exemption: Exemption): void {
		this.exempted[exemption] = (this.exempted[exemption] ?? 0) + 1;
	}

	private judge(rule: Rule, holds: boolean, key: string, text: () => string): void {
		this.judged[rule] = (this.judged[rule] ?? 0) + 1;
		if (!holds) this.violations.push({ rule, at: this.at, key, text: text() });
	}
}

/** What ended by its time meanwhile is not what was done. */
function hasChanged({ before, after }: { before?: Seen; after?: Seen }, nowMs: number): boolean {
	const still = (before?.each ?? []).filter(({ endMs }) => endMs > nowMs);
	return still.map(({ text }) => text).join(' ') !== (after?.grants ?? '');
}

const locksOfSpaces = (ids: readonly string[]): string[] => locksOf(ids.map(roomOfSpace));

const plain = (name: unknown) => String(name).normalize('NFD').replace(/\p{M}/gu, '');

const TITLE = /^(?:dr|miss|mr|mrs)\.? /i;

/** True for two guests whom nothing in their bookings tells apart. */
function areAlike(a: Booking, b: Booking): boolean {
	if (a.guestKey !== undefined && a.guestKey === b.guestKey) return true;
	const [one = '', other = ''] = [a, b].map(({ name }) => name?.replace(TITLE, '').toLowerCase());
	if (one === '' || other === '') return false;
	if (one === other) return true;
	// Contacts that came with a Guest Key are not compared.
	const compared = (['email', 'phone'] as const).filter(
		(member) => a.guestKey === undefined && a[member] !== undefined && b[member] !== undefined,
	);
	const areOther =
		(compared.length > 0 && compared.every((member) => a[member] !== b[member])) ||
		(a.guestKey !== undefined && b.guestKey !== undefined && a.guestKey !== b.guestKey);
	return !areOther && one.split(' ').some((word) => other.split(' ').includes(word));
}

const midnightInUtc = (ms: number): number => ms - (ms % (24 * HOUR_MS));

/** As play.ts renames access. */
const NAME_BY_HAND = '"By hand"';

const REFUSED = ['held_back', 'unknown_list', 'not_removed'];

const KEY = /^(?:reservation|bookingComCalendar):(.+?)(?::part-\d+)?$/;

/** The booking of a grant of ours; empty for all others. */
function keyOf(grantKey: string | undefined): string {
	const key = KEY.exec(grantKey ?? '')?.[1] ?? '';
	return key.startsWith('owner-') ? '' : key;
}

/** What carries our key is ours, whoever made it. */
const isOurs = (grantKey: string | undefined): boolean => KEY.test(grantKey ?? '');

const isLeaving = ({ warnings }: { warnings: ReadonlyArray<{ warning_code: string }> }): boolean =>
	warnings.some(({ warning_code: code }) => code === 'being_deleted');

const endOf = ({ ends_at: end }: AccessGrantData): number =>
	end === null ? Infinity : Date.parse(end);

const isoOf = (ms: number) => new Date(ms).toISOString();

const isWithin = (ms: number, mostMs: number) => 0 <= ms && ms < mostMs;

const isNear = (a: number, b: number, byMs: number) => Math.abs(a - b) <= byMs + MINUTE_MS;

const modesOf = ({ methods = ['code'] }: Booking): readonly string[] => methods;

const isOneOf = (value: unknown, allowed: ReadonlyArray<string | undefined>): boolean =>
	value === null || value === undefined || value === '' || allowed.includes(String(value));

const personOf = ({ access_grant: grant }: IDataObject): string =>
	String((grant as IDataObject | null)?.user_identity_id);

const objectsIn = (value: unknown): IDataObject[] =>
	Array.isArray(value) ? (value as IDataObject[]) : [];

const codesOfProblems = ({ problems }: IDataObject): string[] =>
	objectsIn(problems).map(({ code }) => String(code));

const reasonsOf = (item: IDataObject): string =>
	[item.error, ...objectsIn(item.problems).map(({ reason }) => reason)]
		.filter(Boolean)
		.map(String)
		.join(' ');

const hasFailed = ({ outcome, error }: IDataObject): boolean =>
	outcome === 'failed' || outcome === 'unknown' || (outcome === undefined && error !== undefined);

const whatOf = ({ changes }: IDataObject): string =>
	objectsIn(changes)
		.map(({ what }) => String(what))
		.sort()
		.join();

const isHostTold = ({ tell, host_message: text }: IDataObject): boolean =>
	tell === 'host' || (typeof text === 'string' && text !== '');

function pinsIn({ pin, pins }: IDataObject): string[] {
	return [pin, ...objectsIn(pins).map((door) => door.pin)].filter((one) => typeof one === 'string');
}

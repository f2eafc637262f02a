import type { IDataObject } from 'n8n-workflow';
import { setOnline } from '../../sandbox/domain/devices/connection';
import { inWorkspace } from '../../sandbox/domain/service';
import {
	atHour,
	type Booking,
	type Event,
	type Fault,
	type Hand,
	type History,
	HOUR_MS,
	MINUTE_MS,
	START_MS,
} from './history';
import { locksOf, nameOfRoom, spaceIdOf } from './house';
import type { Execution } from './execution';
import { type NodeItem, runNode, type StaticData } from './node';
import { Oracle, type Violation } from './oracle';
import { HouseService, type Line } from './service';
import { VirtualTime } from './time';
import { dayInZone, midnightInZone } from './zone';

/** What came of a history. */
export interface Played {
	violations: readonly Violation[];
	/** How often each exemption was used. */
	exempted: Readonly<Record<string, number>>;
	/** How often each rule had something to look at. */
	judged: Readonly<Record<string, number>>;
	requests: number;
	executions: number;
}

/** The prefix of a calendar that can give a stay another key. */
const CALENDAR = 'bookingComCalendar:';

/** One row of the table Stays. */
interface StaysRow {
	guestName: unknown;
	contact: unknown;
	told?: unknown;
}

let nodeNumber = 0;

/** Plays one history from its first event, and looks at everything after each. */
export async function play(history: History): Promise<Played> {
	const time = new VirtualTime(START_MS);
	time.install(history.workflow.clockAheadMs ?? 0);
	try {
		return await time.until(new Player(history, time).play());
	} finally {
		time.uninstall();
	}
}

interface Version {
	booking: Booking;
	atMs: number;
}

class Player {
	private readonly service: HouseService;
	private readonly oracle: Oracle;
	private readonly bookings = new Map<string, Version[]>();
	/** Calls and lists come to one node, so that it knows the order of changes. */
	private readonly stored = new Map<string, StaticData>();
	private readonly stays = new Map<string, StaysRow>();
	private requests = 0;
	private executions = 0;
	private running = 0;
	private staffNumber = 0;

	constructor(
		private readonly history: History,
		private readonly time: VirtualTime,
	) {
		this.service = new HouseService(time, history.service, history.house);
		this.oracle = new Oracle(this.service, history, time);
	}

	async play(): Promise<Played> {
		const { otherStays = 0 } = this.history.house;
		if (otherStays > 0) await this.fill(otherStays);
		for (const [index, event] of this.history.events.entries()) {
			this.oracle.at = index;
			await this.happen(event);
		}
		this.oracle.at = this.history.events.length;
		await this.end();
		const { violations, exempted, judged } = this.oracle;
		const { requests, executions } = this;
		return { violations, exempted, judged, requests, executions };
	}

	private async fill(count: number): Promise<void> {
		for (let index = 0; index < count; index++)
			this.write(`H${index}`, {
				who: `other ${index}`,
				status: 'confirmed',
				name: `Other${index} Guest${index}`,
				rooms: ['north-3'],
				from: 300 + index * 72,
				to: 348 + index * 72,
			});
		await this.list({ do: 'list' });
		await this.time.sleep(2 * HOUR_MS);
	}

	private write(key: string, booking: Booking): void {
		const versions = this.bookings.get(key) ?? [];
		this.bookings.set(key, [...versions, { booking, atMs: this.time.now() }]);
		this.oracle.booked(key, booking);
	}

	private newest(key: string): Version | undefined {
		return this.bookings.get(key)?.at(-1);
	}

	private async happen(event: Event): Promise<void> {
		switch (event.do) {
			case 'book':
				this.write(event.key, event.booking);
				if (event.call) await this.call([event.key], 0, event);
				return;
			case 'change': {
				const before = this.newest(event.key);
				if (!before) return;
				await this.time.sleep(MINUTE_MS);
				this.write(event.key, { ...before.booking, ...event.to });
				if (event.call) await this.call([event.key], 0, event);
				return;
			}
			case 'call':
				return await this.call(event.keys, event.back ?? 0, event, event.both);
			case 'list':
				return await this.list(event);
			case 'end':
				return void (await this.execute('delete', [{ key: event.key }], event));
			case 'pin': {
				const options = event.pin === undefined ? {} : { pin: event.pin };
				if (event.pin !== undefined) this.oracle.pinEntered(event.key, event.pin);
				return void (await this.execute('changePin', [{ key: event.key }], event, options));
			}
			case 'messages':
				return await this.tellGuests(event);
			case 'wait':
				return await this.time.sleep(event.hours * HOUR_MS);
			case 'lock':
				for (const lock of locksOf([event.room])) this.setLock(lock, event.online);
				return await this.time.sleep(5_000);
			case 'hand':
				this.byHand(event.what, event.key ?? '');
				return await this.time.sleep(MINUTE_MS);
		}
	}

	private setLock(lock: string, isOnline: boolean): void {
		const { service, workspace } = this.service;
		const device = workspace.devicesById.get(lock);
		if (device) setOnline(inWorkspace(service, workspace), device, isOnline);
	}

	private async call(
		keys: readonly string[],
		back: number,
		event: Surroundings,
		both = false,
	): Promise<void> {
		// A calendar calls nobody.
		if (this.history.workflow.calendar) return await this.list({ do: 'list', ...event });
		const given = keys.flatMap((key) => {
			const versions = this.bookings.get(key) ?? [];
			const version = versions.at(-1 - Math.min(back, versions.length - 1));
			const former = versions.at(-2);
			return [
				...(both && former ? [{ key, ...former }] : []),
				...(version ? [{ key, ...version }] : []),
			];
		});
		if (given.length > 0) await this.execute('upsert', given, event);
	}

	private async list({ flaw, dryRun, ...event }: Extract<Event, { do: 'list' }>): Promise<void> {
		const rows = listed(this.bookings, flaw, this.time.now());
		const options = {
			removeGone: true,
			...(dryRun ? { dryRun } : {}),
			...(flaw === 'older' ? { listReadAt: this.beforeLastChanges() } : {}),
		};
		const done = await this.execute('syncMany', rows, event, options);
		if (!dryRun || !done) return;
		const really = await this.execute('syncMany', rows, {}, { ...options, dryRun: false });
		if (really) this.oracle.comparePlan(done, really);
	}

	/** Before the first of the changes that a list does not have yet. */
	private beforeLastChanges(): string {
		const changedMs = [...this.bookings.values()].flatMap((versions) =>
			versions.length > 1 ? (versions.at(-1)?.atMs ?? []) : [],
		);
		const readMs = Math.min(this.time.now(), ...changedMs) - 1_000;
		return new Date(readMs + (this.history.workflow.clockAheadMs ?? 0)).toISOString();
	}

	private async execute(
		operation: Execution['operation'],
		rows: ReadonlyArray<{ key: string; booking?: Booking; atMs?: number }>,
		{ fault, during }: Surroundings,
		options: IDataObject = {},
	): Promise<Execution | undefined> {
		const line: Line = { fault, requests: [], hits: 0, wasHit: false, isDead: false };
		let meanwhile: Promise<void> | undefined;
		if (during && this.running === 0)
			line.during = {
				at: during.at,
				run: async () => await (meanwhile = this.happen(during.event)),
			};
		const isBySyncMany = operation === 'upsert' && this.history.workflow.callsBySyncMany === true;
		const nodeOperation = isBySyncMany ? 'syncMany' : operation;
		const items = rows.map(({ key, booking, atMs }) =>
			this.toItem(nodeOperation, key, options, booking, atMs),
		);
		const given = rows.map(({ key, booking, atMs = 0 }) => ({ key, booking, sentAtMs: atMs }));
		const isDryRun = options.dryRun === true;
		const startMs = this.time.now();
		const isInner = this.running > 0;
		this.running++;
		this.executions++;
		// n8n does not run a node without items.
		const input = items.length > 0 ? items : [{ fields: { options }, input: {} }];
		const before = this.oracle.before();
		const keys = rows.map(({ key }) => key);
		this.oracle.begins(operation, keys);
		const stored = this.storedOf(nodeOperation);
		const { lateWrites } = this.service;
		const ran = await runNode(this.service, line, nodeOperation, input, stored);
		// An execution that fails does not wait for its other requests.
		line.during = undefined;
		await meanwhile;
		this.running--;
		this.requests += line.requests.length;
		// The execution that follows finds what the rehearsal found.
		if (!isDryRun) await this.time.sleep(30_000);
		const isAlone = !isInner && meanwhile === undefined;
		const isClean = !line.wasHit && isAlone && this.service.lateWrites === lateWrites;
		const done = { operation, given, line, ran, isClean, isDryRun, startMs };
		if (!isDryRun) this.remember(done);
		this.oracle.ran(done, before, isInner);
		return done;
	}

	private storedOf(operation: string): StaticData {
		const name = ['upsert', 'syncMany'].includes(operation) ? 'bookings' : operation;
		const stored = this.stored.get(name) ?? { id: `node-${++nodeNumber}`, data: {} };
		this.stored.set(name, stored);
		return stored;
	}

	/** The fields of the node as a person maps them, or a booking as *Read Booking* returns it. */
	private toItem(
		operation: string,
		key: string,
		more: IDataObject,
		booking?: Booking,
		atMs = 0,
	): NodeItem {
		const { workflow } = this.history;
		const prefix = workflow.calendar ? { keyPrefix: CALENDAR } : {};
		if (!booking)
			return { fields: { reservationKey: key, options: { ...prefix, ...more } }, input: {} };
		const { status, name, email, phone, guestKey, rooms, methods, pin } = booking;
		const times = this.timesOf(booking);
		const options: IDataObject = {
			waitUntilIssued: workflow.waits,
			...(workflow.waitTimeout === undefined ? {} : { waitTimeout: workflow.waitTimeout }),
			...(workflow.changedAt ? { changedAt: new Date(atMs).toISOString() } : {}),
			...(methods ? { accessMethods: [...methods] } : {}),
			...(workflow.pinFrom === 'phone' ? { pinFrom: 'phone' } : {}),
			...(workflow.pinFrom === 'given' && pin !== undefined ? { pinFrom: 'given', pin } : {}),
			...(workflow.findsByName ? { findRoomsBy: 'keyOrName' } : {}),
			...(operation === 'syncMany'
				? {
						keepNewFor: workflow.keepNewFor ?? 60,
						...(workflow.includeRunningStays ? { includeRunningStays: true } : {}),
						...(workflow.onlyStaysWithin === undefined
							? {}
							: { onlyStaysWithin: workflow.onlyStaysWithin }),
					}
				: {}),
			...more,
		};
		if (workflow.calendar || workflow.findsByName || rooms.length === 0)
			return {
				fields: { mappingMode: 'autoMapInputData', options: { ...prefix, ...options } },
				input: {
					reservation_key: key,
					status: MEANINGS[status],
					pms_status: status,
					unknown_status: status === 'a new word',
					guest_name: name ?? null,
					guest_email: email ?? null,
					guest_phone: phone ?? null,
					guest_language: null,
					guest_key: guestKey ?? null,
					rooms: workflow.findsByName ? rooms.map((room) => `id of ${room}`) : [...rooms],
					room_names: rooms.map(nameOfRoom),
					...times,
					changed_at: null,
					key_prefix: workflow.calendar ? CALENDAR : 'reservation:',
					missing: [],
				},
			};
		return {
			fields: {
				mappingMode: 'defineBelow',
				reservationKey: key,
				status,
				guestName: name ?? '',
				guestContact: email ?? '',
				rooms: [...rooms],
				...times,
				options: {
					...options,
					...(phone === undefined ? {} : { guestPhoneNumber: phone }),
					...(guestKey === undefined ? {} : { guestKey }),
				},
			},
			input: {},
		};
	}

	private timesOf({ from, to }: Booking): { arrival: string; departure: string } {
		const write = {
			instants: (hour: number) => new Date(atHour(hour)).toISOString(),
			days: (hour: number) => dayInZone(atHour(hour)),
			utcMidnight: (hour: number) => new Date(midnightInZone(atHour(hour))).toISOString(),
		}[this.history.workflow.times];
		return { arrival: write(from), departure: write(to) };
	}

	/** What the workflow of the bookings writes into the table *Stays*: only of what somebody must know. */
	private remember({ operation, ran: { items } }: Execution): void {
		if (operation !== 'upsert' && operation !== 'syncMany') return;
		for (const item of items) {
			if (typeof item.stay_key !== 'string' || item.tell === 'nobody') continue;
			const row = this.stays.get(item.stay_key);
			const contact = item.guest_email ?? null;
			this.stays.set(item.stay_key, { ...row, guestName: item.guest_name, contact });
		}
	}

	/** Once, each guest whose access is ready and who was not told this. */
	private async tellGuests({ fault }: Extract<Event, { do: 'messages' }>): Promise<void> {
		const line: Line = { fault, requests: [], hits: 0, wasHit: false, isDead: false };
		const before = this.oracle.before();
		const startMs = this.time.now();
		const fields = {
			returnAll: true,
			filters: { guestToTell: true, hoursBeforeArrival: 72 },
			output: 'raw',
			options: {},
		};
		const read = await runNode(
			this.service,
			line,
			'getAll',
			[{ fields, input: {} }],
			this.storedOf('getAll'),
		);
		const common = { given: [], line, isClean: !line.wasHit, isDryRun: false, startMs };
		this.oracle.ran({ ...common, operation: 'getAll', ran: read }, before, false);
		const toTell = read.items.filter(({ stay_key: key, message_key: told, tell }) => {
			const row = this.stays.get(String(key));
			return tell === 'guest' && typeof told === 'string' && row?.told !== told;
		});
		if (toTell.length === 0) return;
		const input = toTell.map((item): NodeItem => {
			const row = this.stays.get(String(item.stay_key));
			const isOfRow = row?.guestName === item.guest_name;
			return {
				fields: {
					wasTold: row?.told !== undefined,
					sendBy: 'email',
					language: this.history.workflow.language ?? '',
					options: {},
				},
				input: {
					...item,
					guest_phone: null,
					guest_email: isOfRow ? row?.contact : null,
				} as IDataObject,
			};
		});
		const written = await runNode(
			this.service,
			line,
			'writeMessage',
			input,
			this.storedOf('writeMessage'),
		);
		for (const [index, message] of written.items.entries()) {
			const item = toTell[index];
			if (!item || typeof message.text !== 'string') continue;
			this.oracle.sent(item, message, startMs);
			const key = String(item.stay_key);
			this.stays.set(key, {
				guestName: item.guest_name,
				contact: null,
				...this.stays.get(key),
				told: item.message_key,
			});
		}
	}

	private byHand(what: Hand, key: string): void {
		const { access } = this.service.workspace;
		const [grant] = this.oracle.grantsOf(key);
		const id = grant?.access_grant_id ?? '';
		const own = grant ? this.oracle.methodsOf(grant) : [];
		const call = (path: string, body: Record<string, unknown>) =>
			void this.service.call(path, body);
		const give = (more: Record<string, unknown>, room = 'north-1') =>
			call('/access_grants/create', {
				user_identity: { full_name: `Staff ${++this.staffNumber}` },
				space_ids: [spaceIdOf(room)],
				requested_access_methods: [{ mode: 'code' }],
				starts_at: new Date(this.time.now()).toISOString(),
				ends_at: new Date(this.time.now() + 90 * 24 * HOUR_MS).toISOString(),
				...more,
			});
		if (/^(deletes|ends)/.test(what)) this.oracle.takenByHand(key);
		switch (what) {
			case 'deletes the PIN': {
				const pin = own.find(({ mode }) => mode === 'code');
				if (pin) call('/access_methods/delete', { access_method_id: pin.access_method_id });
				return;
			}
			case 'deletes the access':
				if (!grant) return;
				call('/access_grants/delete', { access_grant_id: id });
				return this.oracle.endedByHand(key);
			case 'ends the access early': {
				const ends_at = new Date(this.time.now() + 1_000).toISOString();
				if (grant) call('/access_grants/update', { access_grant_id: id, ends_at });
				return;
			}
			case 'renames the access':
				if (grant) call('/access_grants/update', { access_grant_id: id, name: 'By hand' });
				return;
			case 'adds a mobile key':
				if (grant)
					call('/access_grants/request_access_methods', {
						access_grant_id: id,
						requested_access_methods: [{ mode: 'mobile_key' }],
					});
				this.oracle.addedByHand(id);
				return;
			case 'corrects the contact': {
				const person = access.userIdentities.get(grant?.user_identity_id ?? '');
				if (!person) return;
				const email = `corrected-${person.user_identity_id.slice(0, 8)}@example.com`;
				call('/user_identities/update', {
					user_identity_id: person.user_identity_id,
					email_address: email,
				});
				return this.oracle.correctedByHand(key, person.user_identity_id, email);
			}
			case 'changes the time zone of the room':
				for (const id of grant?.space_ids ?? [])
					call('/spaces/update', {
						space_id: id,
						customer_data: { time_zone: 'Europe/Lisbon' },
					});
				return;
			case 'gives staff access':
				return give({ ends_at: undefined });
			case 'gives access with our prefix':
				return give({ access_grant_key: `reservation:owner-${++this.staffNumber}` }, 'north-3');
			case 'gives access of another system':
				return give({ access_grant_key: `guesty:${key}` }, 'north-2');
			case 'gives access with the same reservation key':
				this.oracle.keyUsedByHand(key);
				return give({ reservation_key: key }, 'tower');
		}
	}

	/** All faults are over, all locks answer, and every booking comes once more. */
	private async end(): Promise<void> {
		const { workspace } = this.service;
		for (const id of workspace.devicesById.keys()) this.setLock(id, true);
		await this.time.sleep(20 * MINUTE_MS);
		this.oracle.isEnd = true;
		const keys = [...this.bookings.keys()].filter((key) => !key.startsWith('H'));
		for (const key of keys) {
			await this.call([key], 0, {});
			// The next call must see it.
			await this.time.sleep(this.history.service.listLagMs ?? 0);
		}
		await this.time.sleep(2 * HOUR_MS);
		await this.list({ do: 'list' });
		await this.time.sleep(HOUR_MS);
		await this.tellGuests({ do: 'messages' });
		this.oracle.mustWriteNothing = true;
		await this.call(keys, 0, {});
		this.oracle.mustWriteNothing = false;
		for (const key of keys) this.oracle.lookAtEnd(key);
	}
}

interface Surroundings {
	fault?: Fault;
	during?: { at: number; event: Event };
}

const MEANINGS: Readonly<Record<Booking['status'], string>> = {
	confirmed: 'confirmed',
	cancelled: 'cancelled',
	checked_out: 'cancelled',
	unconfirmed: 'unconfirmed',
	'a new word': 'not_a_stay',
};

const YEAR_OF_HOURS = 365 * 24;

/** The nightly list: what is current and upcoming, without canceled bookings, unless it is wrong. */
function listed(
	bookings: ReadonlyMap<string, readonly Version[]>,
	flaw: Extract<Event, { do: 'list' }>['flaw'],
	nowMs: number,
) {
	const rows = [...bookings].flatMap(([key, versions]) => {
		const newest = versions.at(-1);
		const former = versions.at(-2);
		if (!newest) return [];
		if (flaw === 'older' && former) return [{ key, ...former }];
		if (flaw === 'twoVersions' && former)
			return [
				{ key, ...former },
				{ key, ...newest },
			];
		return [{ key, ...newest }];
	});
	const current = rows.filter(
		({ booking }) => booking.status !== 'cancelled' && atHour(booking.to) > nowMs - 24 * HOUR_MS,
	);
	const changed = (change: (booking: Booking) => Booking) =>
		current.map((row) => ({ ...row, booking: change(row.booking) }));
	switch (flaw) {
		case 'empty':
			return [];
		case 'half':
			return current.slice(0, Math.ceil(current.length / 2));
		case 'shiftedPages': {
			const page = Math.max(1, Math.ceil(current.length / 11));
			return [...current.slice(0, page), ...current.slice(0, page), ...current.slice(2 * page)];
		}
		case 'wrongYears':
			return changed((booking) => ({
				...booking,
				from: booking.from + YEAR_OF_HOURS,
				to: booking.to + YEAR_OF_HOURS,
			}));
		case 'wrongWords':
			return changed((booking) => ({ ...booking, status: 'checked_out' }));
		case 'otherOrder':
			return [...current].reverse();
		default:
			return current;
	}
}

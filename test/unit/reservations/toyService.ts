import { ConnectionError, ServiceError } from '../../../nodes/DeviceAccess/errors/errors';
import type { SendRequest } from '../../../nodes/DeviceAccess/transport/request';
import type { WireObject } from '../../../nodes/DeviceAccess/wire/records';

// A service small enough to read: rooms with locks, grants, PINs on locks. It answers what the loop of a stay asks, and
// knows who can open what.

export const DOORS: Readonly<Record<string, readonly string[]>> = {
	a: ['lock-a', 'front'],
	b: ['lock-b', 'front'],
	c: ['lock-c'],
};

export interface ToyRules {
	/** True if the reservation can have one grant. */
	oneGrant: boolean;
	/** How many creations fail after old access had to end, whatever they ask for. */
	failures: number;
	/** True if the key of a grant that ended is never free again. */
	keysStayUsed: boolean;
	offline: readonly string[];
	/** Digits that no lock takes, because they are somebody else's. */
	refusedPins: readonly string[];
	/**
	 * What becomes of a new person with a contact that somebody has: access for that person, or a
	 * refusal. `fails`: no contact can be written, whoever has it.
	 */
	contacts: 'reused' | 'refused' | 'fails';
	/** True if methods are made with the next request instead of at once. */
	makesLater: boolean;
}

interface ToyMethod {
	id: string;
	mode: string;
	code?: string;
	isGoing?: boolean;
}

export interface ToyGrant {
	id: string;
	key: string;
	name: string;
	personId: string;
	rooms: readonly string[];
	startsAt: string;
	endsAt: string;
	createdAt: string;
	methods: ToyMethod[];
	requests: Array<{ mode: string; code?: string; made: string[]; isDone: boolean }>;
}

export interface ToyPerson {
	id: string;
	key: string;
	name: string;
	email?: string;
}

export interface ToyWrite {
	path: string;
	grantId?: string;
}

export class ToyService {
	readonly writes: ToyWrite[] = [];
	forced = 0;
	/** How often a contact was not written as asked. */
	readonly contacts = { reused: 0, refused: 0, fails: 0 };
	/** After so many requests, nothing arrives anymore. */
	requestsLeft = Infinity;
	onWrite: (write: ToyWrite) => void = () => undefined;
	private number = 100;
	private readonly usedKeys = new Set<string>();
	private failuresLeft: number;

	constructor(
		readonly rules: ToyRules,
		readonly grants: ToyGrant[],
		readonly people: ToyPerson[],
		private readonly nowMs: number,
	) {
		this.failuresLeft = rules.failures;
	}

	readonly send: SendRequest = async ({ endpoint, body = {}, effect }) => {
		await Promise.resolve();
		if (this.requestsLeft <= 0) throw new ConnectionError(endpoint, 'ECONNRESET', effect);
		this.requestsLeft -= 1;
		this.goOn();
		const answer = this.answer(endpoint, body);
		if (effect === 'write') {
			const id = answer.access_grant
				? String((answer.access_grant as WireObject).access_grant_id)
				: undefined;
			const write = {
				path: endpoint,
				grantId: String((body as WireObject).access_grant_id ?? id ?? ''),
			};
			this.writes.push(write);
			this.onWrite(write);
		}
		return { endpoint, effect, body: answer };
	};

	list(): WireObject[] {
		this.goOn();
		return this.grants.map((grant) => this.record(grant));
	}

	pinsOn(grant: ToyGrant): string[] {
		return grant.methods.flatMap(({ code, isGoing }) =>
			code !== undefined && !isGoing && this.locksOf(grant).some((lock) => this.isOnline(lock))
				? [code]
				: [],
		);
	}

	locksOf = ({ rooms }: Pick<ToyGrant, 'rooms'>): string[] => [
		...new Set(rooms.flatMap((room) => DOORS[room] ?? [])),
	];

	private readonly isOnline = (lock: string) => !this.rules.offline.includes(lock);

	/** Time passes with each request: what was requested is made, what was deleted is gone. */
	private goOn(): void {
		for (const grant of this.grants) {
			grant.methods = grant.methods.filter(({ isGoing }) => !isGoing);
			for (const request of grant.requests) if (!request.isDone) this.make(grant, request);
		}
	}

	private make(grant: ToyGrant, request: ToyGrant['requests'][number]): void {
		request.isDone = true;
		if (request.mode !== 'code') {
			const id = this.newId('method');
			grant.methods.push({ id, mode: request.mode });
			request.made.push(id);
			return;
		}
		const locks = this.locksOf(grant);
		const taken = this.grants
			.filter(
				(other) => other !== grant && this.locksOf(other).some((lock) => locks.includes(lock)),
			)
			.flatMap(({ methods }) => methods.flatMap(({ code }) => code ?? []));
		// Nothing is made of digits that a lock cannot have.
		if (request.code !== undefined && taken.includes(request.code)) return;
		const code = request.code ?? String((this.number += 1) + 5000);
		const id = this.newId('method');
		grant.methods.push({ id, mode: 'code', code });
		request.made.push(id);
	}

	private answer(path: string, body: WireObject): WireObject {
		const refuse = (status: number, type: string, message: string): never => {
			throw new ServiceError({
				endpoint: path,
				effect: 'write',
				status,
				type,
				serviceMessage: message,
			});
		};
		const find = () =>
			this.grants.find(({ id, key }) =>
				body.access_grant_id === undefined
					? key === body.access_grant_key
					: id === body.access_grant_id,
			) ?? refuse(404, 'access_grant_not_found', 'No such grant.');
		switch (path) {
			case '/access_grants/create':
				return { access_grant: this.record(this.create(body, refuse)) };
			case '/access_grants/get':
				return { access_grant: this.record(find()) };
			case '/access_grants/list': {
				const ids = body.access_grant_ids as string[] | undefined;
				const listed = this.grants.filter(
					({ id, personId }) => ids?.includes(id) ?? personId === body.user_identity_id,
				);
				return { access_grants: listed.map((grant) => this.record(grant)) };
			}
			case '/access_grants/get_related':
				return { batch: this.related(body.access_grant_ids as string[]) };
			case '/access_grants/update': {
				const grant = find();
				grant.name = String(body.name ?? grant.name);
				grant.startsAt = String(body.starts_at ?? grant.startsAt);
				grant.endsAt = String(body.ends_at ?? grant.endsAt);
				return {};
			}
			case '/access_grants/request_access_methods':
				this.request(find(), body.requested_access_methods as WireObject[], refuse);
				return {};
			case '/access_grants/delete': {
				const grant = find();
				this.usedKeys.add(grant.key);
				this.grants.splice(this.grants.indexOf(grant), 1);
				return {};
			}
			case '/access_methods/delete': {
				const methods = this.grants.flatMap((grant) => grant.methods);
				const method = methods.find(({ id }) => id === body.access_method_id);
				if (!method) refuse(404, 'access_method_not_found', 'No such method.');
				else method.isGoing = true;
				return {};
			}
			case '/access_methods/list': {
				const grant = find();
				return { access_methods: this.methodsOf(grant) };
			}
			case '/access_methods/get_related':
				return { batch: { devices: this.devices(), acs_entrances: [] } };
			case '/access_codes/list':
				return { access_codes: [] };
			case '/user_identities/update': {
				const person = this.people.find(({ id }) => id === body.user_identity_id);
				if (this.holderOf(body, refuse)) refuse(409, 'conflict', 'Taken.');
				if (person && typeof body.email_address === 'string') person.email = body.email_address;
				if (person) person.name = String(body.full_name ?? person.name);
				return {};
			}
			case '/user_identities/get': {
				const person = this.people.find(({ key }) => key === body.user_identity_key);
				return person
					? { user_identity: toIdentity(person) }
					: refuse(404, 'user_identity_not_found', 'Nobody.');
			}
			case '/user_identities/list':
				return {
					user_identities: this.withContact(body.search).map(toIdentity),
					pagination: { has_next_page: false, next_page_cursor: null },
				};
			case '/user_identities/create':
				if (this.holderOf(body, refuse)) refuse(409, 'conflict', 'Taken.');
				return { user_identity: toIdentity(this.addPerson(body, refuse)) };
			default:
				throw new Error(`The toy has no ${path}`);
		}
	}

	private create(body: WireObject, refuse: Refuse): ToyGrant {
		const key = String(body.access_grant_key);
		if (this.grants.some((grant) => grant.key === key)) refuse(409, 'conflict', 'Taken.');
		if (this.rules.keysStayUsed && this.usedKeys.has(key)) refuse(409, 'conflict', 'Taken.');
		if (this.rules.oneGrant && this.grants.length > 0) {
			this.forced += 1;
			refuse(409, 'conflict', 'A reservation has one access grant.');
		}
		if (this.forced > 0 && this.failuresLeft > 0) {
			this.failuresLeft -= 1;
			refuse(500, 'internal_error', 'Failed.');
		}
		const person = body.user_identity as WireObject | undefined;
		const requests = body.requested_access_methods as WireObject[];
		this.checkPins(requests, refuse);
		const grant: ToyGrant = {
			id: this.newId('grant'),
			key,
			name: String(body.name),
			personId: person ? this.inlinePerson(person, refuse).id : String(body.user_identity_id),
			rooms: body.space_ids as string[],
			startsAt: String(body.starts_at),
			endsAt: String(body.ends_at),
			createdAt: new Date(this.nowMs + (this.number += 1)).toISOString(),
			methods: [],
			requests: [],
		};
		this.grants.push(grant);
		this.request(grant, requests, refuse);
		return grant;
	}

	private request(grant: ToyGrant, requests: readonly WireObject[], refuse: Refuse): void {
		this.checkPins(requests, refuse);
		for (const { mode, code } of requests) {
			const request = {
				mode: String(mode),
				...(typeof code === 'string' ? { code } : {}),
				made: [],
				isDone: false,
			};
			grant.requests.push(request);
			if (!this.rules.makesLater) this.make(grant, request);
		}
	}

	private checkPins(requests: readonly WireObject[], refuse: Refuse): void {
		if (requests.some(({ code }) => this.rules.refusedPins.includes(String(code))))
			refuse(409, 'duplicate_access_code', 'Somebody has it.');
	}

	withContact = (email: unknown): ToyPerson[] =>
		this.people.filter((person) => person.email !== undefined && person.email === email);

	/** Who has the contact of this body, other than the person itself. */
	private holderOf(body: WireObject, refuse: Refuse): ToyPerson | undefined {
		const { email_address: email, user_identity_id: id } = body;
		if (email !== undefined && this.rules.contacts === 'fails') {
			this.contacts.fails += 1;
			refuse(500, 'internal_error', 'Failed.');
		}
		return this.withContact(email).find((person) => person.id !== id);
	}

	private inlinePerson(body: WireObject, refuse: Refuse): ToyPerson {
		const holder = this.holderOf(body, refuse);
		if (!holder) return this.addPerson(body, refuse);
		this.contacts[this.rules.contacts] += 1;
		return this.rules.contacts === 'reused' ? holder : refuse(409, 'conflict', 'Taken.');
	}

	private addPerson(
		{ user_identity_key: key, full_name: name, email_address: email }: WireObject,
		refuse: Refuse,
	): ToyPerson {
		if (this.people.some((person) => person.key === key)) refuse(409, 'conflict', 'Taken.');
		const person = {
			id: this.newId('person'),
			key: String(key),
			name: String(name),
			...(typeof email === 'string' ? { email } : {}),
		};
		this.people.push(person);
		return person;
	}

	private record({
		id,
		key,
		name,
		personId,
		rooms,
		startsAt,
		endsAt,
		createdAt,
		methods,
		requests,
	}: ToyGrant): WireObject {
		return {
			access_grant_id: id,
			access_grant_key: key,
			user_identity_id: personId,
			name,
			starts_at: startsAt,
			ends_at: endsAt,
			created_at: createdAt,
			space_ids: rooms,
			access_method_ids: methods.map((method) => method.id),
			requested_access_methods: requests.map(({ mode, code, made }) => ({
				mode,
				...(code === undefined ? {} : { code }),
				created_at: createdAt,
				created_access_method_ids: [...made],
			})),
			errors: requests.some(
				({ code, isDone, made }) => code !== undefined && isDone && made.length === 0,
			)
				? [{ error_code: 'cannot_create_requested_access_methods', message: 'Not made.' }]
				: [],
			warnings: [],
			pending_mutations: [],
		};
	}

	private related(ids: readonly string[]): WireObject {
		const grants = this.grants.filter(({ id }) => ids.includes(id));
		return {
			access_methods: grants.flatMap((grant) => this.methodsOf(grant)),
			devices: this.devices(),
			acs_entrances: [],
			spaces: Object.keys(DOORS).map((id) => ({ space_id: id, name: id })),
			user_identities: this.people.map(toIdentity),
		};
	}

	private methodsOf(grant: ToyGrant): WireObject[] {
		const isIssued = this.locksOf(grant).every(this.isOnline);
		return grant.methods.map(({ id, mode, code, isGoing }) => ({
			access_method_id: id,
			mode,
			...(code === undefined ? {} : { code }),
			is_issued: mode !== 'code' || isIssued,
			created_at: grant.createdAt,
			warnings: isGoing ? [{ warning_code: 'being_deleted' }] : [],
			errors: [],
			pending_mutations: [],
		}));
	}

	doorsIn = (rooms: readonly string[]): WireObject[] =>
		this.devices().filter(({ device_id: id }) => this.locksOf({ rooms }).includes(String(id)));

	private devices(): WireObject[] {
		return [...new Set(Object.values(DOORS).flat())].map((id) => ({
			device_id: id,
			display_name: id,
			capabilities_supported: ['access_code', 'lock'],
			properties: { online: this.isOnline(id) },
			errors: [],
			space_ids: Object.keys(DOORS).filter((room) => DOORS[room]?.includes(id)),
		}));
	}

	private newId(what: string): string {
		this.number += 1;
		return `${what}-${this.number}`;
	}
}

type Refuse = (status: number, type: string, message: string) => never;

export const toIdentity = ({ id, key, name, email }: ToyPerson): WireObject => ({
	user_identity_id: id,
	user_identity_key: key,
	full_name: name,
	email_address: email ?? null,
});

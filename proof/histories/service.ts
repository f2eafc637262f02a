import { randomUUID } from 'node:crypto';
import { createService } from '../../sandbox/createService';
import { ServiceError } from '../../sandbox/domain/serviceError';
import { without } from '../../sandbox/domain/without';
import { workspaceIds } from '../../sandbox/fixtures/workspaces';
import { answerOf, routesByPath } from '../../sandbox/http/answerOf';
import type { SandboxService } from '../../sandbox/http/sandboxService';
import type { WorkspaceState } from '../../sandbox/state/state';
import { buildHouse } from './house';
import type { Fault, HouseRules, ServiceRules } from './history';
import type { VirtualTime } from './time';

export interface Answer {
	statusCode: number;
	headers: Record<string, string>;
	body: unknown;
}

export interface SentRequest {
	path: string;
	body: Record<string, unknown>;
	isWrite: boolean;
	status: number | 'cut' | 'killed';
	atMs: number;
}

/** What one execution sends, and what goes wrong with it. */
export interface Line {
	fault?: Fault;
	/** Begins before the request at this place is answered, and usually ends before, too. */
	during?: { at: number; run: () => Promise<void> };
	/** The path of that request, once it ran. */
	duringPath?: string;
	requests: SentRequest[];
	hits: number;
	wasHit: boolean;
	isDead: boolean;
}

const LATENCY_MS = 120;
const LONGEST_DURING_MS = 5 * 60_000;
const LATE_MS = 10 * 60_000;
const OUTDATED_BY_MS = 20 * 60_000;
const READ = /\/(get|list|get_related)$/;
/** With words that a service has for a second PIN that it does not take. */
const ONE_PIN = { type: 'conflict', message: 'The access grant already has a PIN code.' };

class LostConnection extends Error {
	readonly code: string;

	constructor(code: string) {
		super(code);
		this.code = code;
	}
}

let houses = 0;

/** The lock service in this process: the sandbox without its server. */
export class HouseService {
	readonly service: SandboxService;
	readonly workspace: WorkspaceState;
	/** Each history has its own workspace: executions in one process share what they know of it. */
	readonly apiKey = `key-of-house-${++houses}`;
	/** Changes that happened long after the node gave up on them. */
	lateWrites = 0;

	constructor(
		private readonly time: VirtualTime,
		private readonly rules: ServiceRules,
		house: HouseRules,
	) {
		const settings = without(rules, 'hidesPeople', 'quotesContacts', 'onePinOnly');
		const { service } = createService('empty', {
			clock: time,
			// Otherwise, a PIN that has just ended comes back by chance.
			settings: { chosenPins: 'next', ...settings },
		});
		this.service = service;
		const workspace = service.state.workspaces.get(workspaceIds.main);
		if (!workspace) throw new Error('The sandbox has no workspace.');
		this.workspace = workspace;
		buildHouse({ state: service.state, workspace }, house);
	}

	/** Answers as over the network: late, wrong or not at all if the line says so. */
	async answer(path: string, body: Record<string, unknown>, line: Line): Promise<Answer> {
		const isWrite = !READ.test(path);
		const sent: SentRequest = { path, body, isWrite, status: 0, atMs: this.time.now() };
		await this.time.sleep(LATENCY_MS);
		if (line.isDead) throw new LostConnection('ECONNREFUSED');
		const place = line.requests.push(sent) - 1;
		if (line.during?.at === place) {
			const { run } = line.during;
			line.during = undefined;
			line.duringPath = path;
			const goOn = this.time.holdLimits();
			// What happens there can wait until this execution is done with the stay.
			await Promise.race([run(), this.time.sleep(LONGEST_DURING_MS)]);
			goOn();
		}
		const fault = this.faultOf(line, sent);
		if (!fault) return this.act(sent);
		line.wasHit = true;
		return await this.fail(fault.kind, sent, line);
	}

	private faultOf(line: Line, { path, isWrite }: SentRequest): Fault | undefined {
		const { fault } = line;
		if (!fault || line.wasHit) return undefined;
		if ((fault.ofWrites && !isWrite) || (fault.path !== undefined && fault.path !== path))
			return undefined;
		return line.hits++ === fault.at ? fault : undefined;
	}

	private async fail(kind: Fault['kind'], sent: SentRequest, line: Line): Promise<Answer> {
		const refused = (status: number, type: string, message: string) => {
			sent.status = status;
			return toAnswer(status, { error: { type, message }, ok: false });
		};
		const cut = (status: 'cut' | 'killed', code = 'ECONNRESET') => {
			sent.status = status;
			return new LostConnection(code);
		};
		switch (kind) {
			case 'refused 400':
				return refused(400, 'invalid_input', 'Something is not valid.');
			case 'forbidden 403':
				return refused(403, 'forbidden', 'The key may not do this.');
			case 'conflict 409':
				return refused(409, 'conflict', 'Something else is being changed. Try again later.');
			case 'error 500':
				return refused(500, 'internal_server_error', 'Something went wrong.');
			case 'error 502 after it acted':
				this.act(sent);
				sent.status = 502;
				return { statusCode: 502, headers: {}, body: '<html>Bad gateway</html>' };
			case 'cut before it acted':
				throw cut('cut');
			case 'cut after it acted':
				this.act(sent);
				throw cut('cut');
			case 'late by ten minutes':
				await this.time.sleep(LATE_MS);
				if (sent.isWrite) this.lateWrites++;
				this.act(sent);
				// The node has given up since.
				throw cut('cut');
			case 'outdated answer':
				return this.withLag(OUTDATED_BY_MS, () => this.act(sent));
			case 'killed before it acted':
				line.isDead = true;
				throw cut('killed', 'ECONNREFUSED');
			case 'killed after it acted':
				line.isDead = true;
				this.act(sent);
				throw cut('killed', 'ECONNREFUSED');
		}
	}

	private withLag<Result>(lagMs: number, act: () => Result): Result {
		const { settings } = this.service;
		const before = settings.listLagMs;
		settings.listLagMs = lagMs;
		try {
			return act();
		} finally {
			settings.listLagMs = before;
		}
	}

	private act(sent: SentRequest): Answer {
		const { path, body } = sent;
		const refusal = this.refusalByRule(path, body);
		const answer = refusal ?? this.call(path, body);
		sent.status = answer.statusCode;
		return answer;
	}

	/** As a client of the service, without a node. Throws what the service refuses. */
	call(path: string, parameters: Record<string, unknown>): Answer {
		const route = routesByPath.get(path);
		if (!route) return toAnswer(404, '404');
		try {
			const caller = { workspace: this.workspace, workspaces: [this.workspace], isToken: false };
			const answered = answerOf(this.service, route, { ...caller, parameters });
			// The records of the service must not share objects with the caller.
			return toAnswer(200, asJson(answered));
		} catch (error) {
			if (!(error instanceof ServiceError)) throw error;
			return toAnswer(error.status, this.bodyOf(error, parameters));
		}
	}

	private bodyOf(error: ServiceError, parameters: Record<string, unknown>) {
		const { data, validationErrors, labelAndTitle } = error.details;
		return {
			error: {
				...(labelAndTitle ?? { type: error.type }),
				message: `${error.message}${this.quoted(error, parameters)}`,
				...(data ? { data } : {}),
				...(validationErrors ? { validation_errors: validationErrors } : {}),
				request_id: randomUUID(),
			},
			ok: false,
		};
	}

	private quoted({ type }: ServiceError, { user_identity: person }: Record<string, unknown>) {
		if (!this.rules.quotesContacts || !type.startsWith('duplicate_')) return '';
		const { email_address: email, full_name: name } = (person ?? {}) as Record<string, unknown>;
		return ` It is taken: ${String(email ?? '')} (${String(name ?? '')}).`;
	}

	private refusalByRule(path: string, body: Record<string, unknown>): Answer | undefined {
		const { hidesPeople, onePinOnly } = this.rules;
		if (hidesPeople && path.startsWith('/user_identities/'))
			return toAnswer(403, {
				error: { type: 'forbidden', message: 'The key may not read people.' },
				ok: false,
			});
		// The service may not revive what has ended.
		const isEnded =
			path === '/access_grants/update' &&
			Date.parse(
				this.workspace.access.accessGrants.get(String(body.access_grant_id))?.ends_at ?? '',
			) <= this.time.now();
		if (isEnded)
			return toAnswer(400, {
				error: { type: 'invalid_input', message: 'The access grant has ended.' },
				ok: false,
			});
		const isSecondPin =
			onePinOnly &&
			path === '/access_grants/request_access_methods' &&
			JSON.stringify(body.requested_access_methods).includes('"code"') &&
			this.workspace.access
				.methodsOf(String(body.access_grant_id))
				.some(({ mode }) => mode === 'code');
		return isSecondPin ? toAnswer(409, { error: ONE_PIN, ok: false }) : undefined;
	}
}

const toAnswer = (statusCode: number, body: unknown): Answer => ({
	statusCode,
	headers: { 'content-type': 'application/json' },
	body,
});

/** What JSON makes of it, without the detour over text. */
function asJson(value: unknown): unknown {
	if (Array.isArray(value)) return value.map((one) => asJson(one) ?? null);
	if (typeof value !== 'object' || value === null) return value;
	const copy: Record<string, unknown> = {};
	for (const name in value) {
		const member = (value as Record<string, unknown>)[name];
		if (member !== undefined) copy[name] = asJson(member);
	}
	return copy;
}

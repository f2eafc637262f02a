/** A fault that a client must survive. The table in README.md describes each. */
export type Fault =
	/** Any answer. `isProcessed`: the service acts on the request before the fault answers. */
	| {
			kind: 'status';
			status: number;
			body?: unknown;
			headers?: Record<string, string>;
			isProcessed?: boolean;
	  }
	| { kind: 'tooManyRequests'; retryAfter?: string | number }
	| { kind: 'internalError' }
	| { kind: 'outage' }
	| { kind: 'badGateway'; status?: 502 | 504; isProcessed?: boolean }
	| { kind: 'unauthorized' }
	| { kind: 'redirect'; location: string }
	/** Delays are real time, not time of the sandbox's clock. */
	| { kind: 'cut'; delayMs?: number }
	| { kind: 'cut'; isProcessed: boolean }
	/** `isProcessed`: the service acts before the delay. */
	| { kind: 'slow'; delayMs: number; isProcessed?: boolean }
	/** The service acts. Its answer arrives a byte at a time and never ends. */
	| { kind: 'drip' }
	| { kind: 'malformedJson' }
	| { kind: 'notOk' }
	| { kind: 'missingMember' }
	| { kind: 'repeatedCursor' }
	| { kind: 'missingCursor' }
	| { kind: 'missingPagination' }
	| { kind: 'endlessPages' }
	| { kind: 'attemptStaysPending' }
	/** `afterLookUps`: how many lookups still find the attempt; 0 by default. */
	| { kind: 'attemptVanishes'; afterLookUps?: number }
	| { kind: 'attemptFails'; type?: string; message?: string }
	/** For conversions and deletions of unmanaged codes: the attempt succeeds, but nothing happens. */
	| { kind: 'attemptSucceedsWithoutEffect' }
	/** For unmanaged codes: someone removes the code at the lock as soon as the action is accepted. */
	| { kind: 'codeRemoved' }
	/** For deletions of an unmanaged code: someone else removed or converted it just before. */
	| { kind: 'overtaken'; by: 'removal' | 'conversion' };

export interface FaultOptions {
	/** How many requests it hits; `next` defaults to 1. */
	times?: number;
	/** How many requests pass first. */
	after?: number;
	/** Only requests whose body contains this text, such as an ID. */
	holding?: string;
}

interface Rule {
	path: string;
	fault: Fault;
	requestsLeft: number;
	requestsToPass: number;
	holding: string;
}

const ANY_PATH = '*';

/** The scripted faults. A request gets at most one: the oldest that matches. Faults with a count come first. */
export class Faults {
	private readonly counted: Rule[] = [];
	private readonly lasting: Rule[] = [];

	/** Hits the next requests to `path` (or to `*`, any path). */
	next(
		path: string,
		fault: Fault,
		{ times = 1, after = 0, holding = '' }: FaultOptions = {},
	): void {
		this.counted.push({ path, fault, requestsLeft: times, requestsToPass: after, holding });
	}

	/** Hits every request to `path` (or to `*`, any path) until cleared. */
	always(
		path: string,
		fault: Fault,
		{ after = 0, holding = '' }: Omit<FaultOptions, 'times'> = {},
	): void {
		this.lasting.push({ path, fault, requestsLeft: Infinity, requestsToPass: after, holding });
	}

	clear(): void {
		this.counted.length = 0;
		this.lasting.length = 0;
	}

	/** Takes the fault for a new request, and counts the request. */
	take(path: string, body: unknown = {}): Fault | undefined {
		for (const rules of [this.counted, this.lasting]) {
			const rule = rules.find((candidate) => fits(candidate, path, body));
			if (!rule) continue;
			if (rule.requestsToPass > 0) {
				rule.requestsToPass--;
				continue;
			}
			rule.requestsLeft--;
			if (rule.requestsLeft <= 0) rules.splice(rules.indexOf(rule), 1);
			return rule.fault;
		}
		return undefined;
	}
}

function fits(rule: Rule, path: string, body: unknown): boolean {
	return (
		(rule.path === ANY_PATH || rule.path === path) &&
		(rule.holding === '' || JSON.stringify(body).includes(rule.holding))
	);
}

export const FAULT_KINDS = [
	'status',
	'tooManyRequests',
	'internalError',
	'outage',
	'badGateway',
	'unauthorized',
	'redirect',
	'cut',
	'slow',
	'drip',
	'malformedJson',
	'notOk',
	'missingMember',
	'repeatedCursor',
	'missingCursor',
	'missingPagination',
	'endlessPages',
	'attemptStaysPending',
	'attemptVanishes',
	'attemptFails',
	'attemptSucceedsWithoutEffect',
	'codeRemoved',
	'overtaken',
] as const satisfies ReadonlyArray<Fault['kind']>;

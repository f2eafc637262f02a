/** A request to the imitated API. Its key is not kept. */
export interface LoggedRequest {
	method: string;
	path: string;
	/** Parsed body, or the query of a request without one. Undefined when it could not be read. */
	body?: unknown;
	hasAuthorization: boolean;
	/** Undefined while in flight, and null when the connection was cut. */
	status?: number | null;
	/** Position among all starts and ends, which shows which requests overlapped. */
	startedOrder: number;
	endedOrder?: number;
	/** Real time, in milliseconds since the epoch. */
	startedAtMs: number;
	endedAtMs?: number;
}

/** Counts of requests. `by_status` counts the answers by status; its entry `cut` counts broken connections. */
interface RequestTally {
	requests: number;
	max_in_flight: number;
	by_status: Record<string, number>;
}

export interface RequestSummary extends RequestTally {
	by_path: Record<string, RequestTally>;
}

interface Flight {
	now: number;
	max: number;
}

/** Every request to the imitated API since the start or the last `clear()`. Requests to control routes are not logged. */
export class RequestLog {
	readonly entries: LoggedRequest[] = [];
	private readonly flights = new Map<string, Flight>();
	private readonly allFlights: Flight = { now: 0, max: 0 };
	private lastOrder = 0;

	count(path?: string): number {
		return this.of(path).length;
	}

	of(path?: string): LoggedRequest[] {
		return path === undefined ? this.entries : this.entries.filter((entry) => entry.path === path);
	}

	maxInFlight(path?: string): number {
		return path === undefined ? this.allFlights.max : (this.flights.get(path)?.max ?? 0);
	}

	/** Counts what a client did. Leaves out the requests, because a log of 100,000 is slow to send. */
	summary(): RequestSummary {
		const byPath: Record<string, RequestTally> = {};
		const all: RequestSummary = {
			requests: 0,
			max_in_flight: this.maxInFlight(),
			by_status: {},
			by_path: byPath,
		};
		for (const { path, status } of this.entries) {
			const ofPath = (byPath[path] ??= {
				requests: 0,
				max_in_flight: this.maxInFlight(path),
				by_status: {},
			});
			for (const tally of [all, ofPath]) {
				tally.requests++;
				if (status === undefined) continue;
				const name = status === null ? 'cut' : String(status);
				tally.by_status[name] = (tally.by_status[name] ?? 0) + 1;
			}
		}
		return all;
	}

	clear(): void {
		this.entries.length = 0;
		for (const flight of [this.allFlights, ...this.flights.values()]) flight.max = flight.now;
	}

	start(request: Pick<LoggedRequest, 'method' | 'path' | 'hasAuthorization'>): LoggedRequest {
		const entry: LoggedRequest = {
			...request,
			startedOrder: ++this.lastOrder,
			startedAtMs: Date.now(),
		};
		this.entries.push(entry);
		for (const flight of [this.allFlights, this.flightOf(request.path)]) {
			flight.now++;
			flight.max = Math.max(flight.max, flight.now);
		}
		return entry;
	}

	/** Later calls for the same request change nothing. */
	end(entry: LoggedRequest, status: number | null): void {
		if (entry.endedOrder !== undefined) return;
		Object.assign(entry, { status, endedOrder: ++this.lastOrder, endedAtMs: Date.now() });
		for (const flight of [this.allFlights, this.flightOf(entry.path)]) flight.now--;
	}

	private flightOf(path: string): Flight {
		const flight = this.flights.get(path) ?? { now: 0, max: 0 };
		this.flights.set(path, flight);
		return flight;
	}
}

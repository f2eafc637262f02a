/** What the service knows about one code when everything is over. */
export interface CodeState {
	isManaged: boolean;
	/** The answer to each request to convert it, in order: a status, or null where the connection was cut. */
	answers: Array<number | null>;
	/** How many conversions of it ended well and badly, by the service's events. */
	converted: number;
	failed: number;
}

/** What the service knows when everything is over. */
export interface ServiceState {
	/** By access code id. */
	codes: Record<string, CodeState>;
	/** Conversions that were begun, by device id. */
	begunByDevice: Record<string, number>;
	/** How often each planned fault was met, by path and name. */
	faultsMet: Array<{ path: string; name: string; times: number }>;
	requestsByPath: Record<string, { requests: number; faultsMet: number; refusedForLimit: number }>;
	maxInFlight: number;
}

export type ToParent =
	| { kind: 'ready'; url: string; apiKey: string }
	/** So many conversions have been begun. */
	| { kind: 'begun'; conversions: number }
	| { kind: 'state'; state: ServiceState };

export type ToService = { kind: 'state' } | { kind: 'stop' };

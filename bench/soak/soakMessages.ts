/** What the service knows about one code at the end. */
export interface CodeState {
	isManaged: boolean;
	/** The answer to each of its conversion requests, in order: a status, or null if the connection was cut. */
	answers: Array<number | null>;
	/** How many conversions of it ended well and badly, by the service's events. */
	converted: number;
	failed: number;
}

/** What the service knows at the end. */
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

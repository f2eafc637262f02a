/** The state of one code at the end, according to the service. */
export interface CodeState {
	isManaged: boolean;
	/** The answer to each conversion request for the code, in order: a status, or null if the connection was cut. */
	answers: Array<number | null>;
	/** How many conversions of the code succeeded and failed, according to the service's events. */
	converted: number;
	failed: number;
}

/** The service's state at the end. */
export interface ServiceState {
	/** By access code ID. */
	codes: Record<string, CodeState>;
	/** Conversions that began, by device ID. */
	begunByDevice: Record<string, number>;
	/** How many times requests met each planned fault, by path and name. */
	faultsMet: Array<{ path: string; name: string; times: number }>;
	requestsByPath: Record<string, { requests: number; faultsMet: number; refusedForLimit: number }>;
	maxInFlight: number;
}

export type ToParent =
	| { kind: 'ready'; url: string; apiKey: string }
	/** How many conversions have begun so far. */
	| { kind: 'begun'; conversions: number }
	| { kind: 'state'; state: ServiceState };

export type ToService = { kind: 'state' } | { kind: 'stop' };

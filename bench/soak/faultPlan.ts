import type { Fault } from '../../sandbox/faults/faults';
import { CONVERT_PATH, LOOK_UP_PATHS, slowerThan, type SoakSetup } from './soakSetup';

/** A fault for one request to a path, after `after` requests without a fault. */
export interface PlannedFault {
	name: string;
	path: string;
	fault: Fault;
	after: number;
}

export type NamedFaults = Record<string, Fault>;

const MORE_FAULTS_THAN_NEEDED = 1.3;
const SHORT_DELAY_MS = 300;
const NOWHERE = 'http://127.0.0.1:9/';
const EXPECTED_TICKS = 20;
const LOOK_UP_SIZE = 100;

/** Faults that both reads and writes can meet. */
export const readFaults: NamedFaults = {
	'429, Retry-After: 1': { kind: 'tooManyRequests', retryAfter: 1 },
	'429, Retry-After: 0': { kind: 'tooManyRequests', retryAfter: 0 },
	'429, Retry-After makes no sense': { kind: 'tooManyRequests', retryAfter: 'soon' },
	'429 without Retry-After': { kind: 'tooManyRequests' },
	'500': { kind: 'internalError' },
	'502 with HTML': { kind: 'badGateway' },
	'504 with HTML': { kind: 'badGateway', status: 504 },
	'503, empty': { kind: 'outage' },
	'connection cut': { kind: 'cut' },
	'slow answer': { kind: 'slow', delayMs: SHORT_DELAY_MS },
	'malformed JSON': { kind: 'malformedJson' },
	'200 with ok: false': { kind: 'notOk' },
	'expected member missing': { kind: 'missingMember' },
};

/** Faults of writes, for a client that waits `timeoutMs` for an answer. */
export const writeFaults = (timeoutMs: number): NamedFaults => ({
	...readFaults,
	'500, acted': { kind: 'status', status: 500, body: { ok: false }, isProcessed: true },
	'502 with HTML, acted': { kind: 'badGateway', isProcessed: true },
	'504 with HTML, acted': { kind: 'badGateway', status: 504, isProcessed: true },
	'connection cut, acted': { kind: 'cut', isProcessed: true },
	'slower than the time limit': { kind: 'slow', delayMs: slowerThan(timeoutMs) },
	'401': { kind: 'unauthorized' },
	redirect: { kind: 'redirect', location: NOWHERE },
	'attempt stays pending': { kind: 'attemptStaysPending' },
	'attempt vanishes': { kind: 'attemptVanishes' },
	'attempt fails': { kind: 'attemptFails' },
});

/** The faults of a soak: every kind equally often, at random intervals. The same seed gives the same faults. */
export function planFaults(setup: SoakSetup): PlannedFault[] {
	const random = randomOf(setup.seed);
	const convertRequests = setup.items * MORE_FAULTS_THAN_NEEDED;
	const lookUps = Math.ceil(setup.items / LOOK_UP_SIZE) * EXPECTED_TICKS;
	return [
		...planPath(
			CONVERT_PATH,
			writeFaults(setup.timeoutMs),
			convertRequests,
			setup.faultShare,
			random,
		),
		...LOOK_UP_PATHS.flatMap((path) =>
			planPath(path, readFaults, lookUps, setup.faultShare, random),
		),
	];
}

/** Faults for `requests` requests to one path, at intervals that `random` decides. */
export function planPath(
	path: string,
	faults: NamedFaults,
	requests: number,
	share: number,
	random: () => number,
): PlannedFault[] {
	const planned: PlannedFault[] = [];
	const longestDistance = 2 * (1 / share - 1);
	let round: Array<[string, Fault]> = [];
	for (let request = 0; request < requests;) {
		if (round.length === 0) round = shuffled(Object.entries(faults), random);
		const [name, fault] = round.pop() as [string, Fault];
		const after = Math.round(random() * longestDistance);
		planned.push({ name, path, fault, after });
		request += after + 1;
	}
	return planned;
}

function shuffled<Entry>(entries: Entry[], random: () => number): Entry[] {
	return entries
		.map((entry) => ({ entry, place: random() }))
		.sort((left, right) => left.place - right.place)
		.map(({ entry }) => entry);
}

/** Random numbers from 0 to 1; the same seed gives the same numbers (mulberry32). */
export function randomOf(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

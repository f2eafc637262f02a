import { convertAndWait } from './convertAndWait';
import { convertAtDefault, convertById, convertCodes } from './convertCodes';
import { deleteUnderLimit } from './deleteUnderLimit';
import { listDevices } from './listDevices';
import { listUnmanagedCodes } from './listUnmanagedCodes';
import { oneItem } from './oneItem';
import { overNetwork } from './overNetwork';
import type { Scenario } from './scenario';
import { syncReservations } from './syncReservations';

/** Time that the service takes for an answer, in milliseconds. */
const ANSWER_TIME_MS = 50;

/** Round-trip time in the rows over a network, in milliseconds. */
export const ROUND_TRIP_MS = 50;

/** How long a conversion takes in the full run and in the quick one, in milliseconds. */
export const ATTEMPT_DURATION_MS = 2_000;
export const QUICK_ATTEMPT_DURATION_MS = 500;

/** Not measured: loads the engine and warms up the code. */
export const warmUpScenario = (): Scenario => ({
	...convertCodes(300, 10, 0),
	hasBatching: false,
	rounds: 2,
});

/** The rows of the benchmark, in order. */
export const fullScenarios = (roundTripMs = ROUND_TRIP_MS): Scenario[] => [
	listDevices('listDevices', 10_000, ANSWER_TIME_MS),
	listDevices('listManyDevices', 100_000, ANSWER_TIME_MS, 3),
	listDevices('listDevicesAtOnce', 10_000, 0),
	listDevices('listManyDevicesAtOnce', 100_000, 0, 3),
	listUnmanagedCodes(1_000, ANSWER_TIME_MS),
	convertCodes(1_000, 10, ANSWER_TIME_MS),
	convertCodes(1_000, 50, ANSWER_TIME_MS),
	convertById(1_000, ANSWER_TIME_MS),
	convertAndWait(1_000, ATTEMPT_DURATION_MS, ANSWER_TIME_MS, 3),
	deleteUnderLimit({ devices: 5, codesPerDevice: 60, deletionsPerWindow: 20, answerTimeMs: 0 }),
	deleteUnderLimit({
		devices: 5,
		codesPerDevice: 60,
		deletionsPerWindow: 20,
		answerTimeMs: ANSWER_TIME_MS,
	}),
	// Many short rounds, so that the machine is in about the same state for all clients. Times of a few milliseconds depend on it.
	...[false, true].map((isIdTyped) => ({
		...oneItem(50, { isIdTyped, answerTimeMs: 0 }),
		rounds: 20,
	})),
	syncReservations({ reservations: 5_000, changed: 0, answerTimeMs: ANSWER_TIME_MS }),
	syncReservations({ reservations: 5_000, changed: 100, answerTimeMs: ANSWER_TIME_MS }),
	...[
		listDevices('listDevices', 10_000, ANSWER_TIME_MS),
		convertCodes(1_000, 10, ANSWER_TIME_MS),
		convertCodes(1_000, 50, ANSWER_TIME_MS),
		convertAtDefault(1_000, ANSWER_TIME_MS),
		oneItem(20, { isIdTyped: false, answerTimeMs: ANSWER_TIME_MS }),
	].map((scenario) => overNetwork(scenario, roundTripMs)),
];

/** A selection of these rows, small enough to run for every commit. */
export const quickScenarios = (roundTripMs = ROUND_TRIP_MS): Scenario[] => [
	listDevices('listDevices', 2_000, ANSWER_TIME_MS),
	listDevices('listDevicesAtOnce', 5_000, 0),
	listUnmanagedCodes(100, ANSWER_TIME_MS),
	convertCodes(120, 10, ANSWER_TIME_MS),
	convertCodes(120, 50, ANSWER_TIME_MS),
	convertById(120, ANSWER_TIME_MS),
	convertAndWait(120, QUICK_ATTEMPT_DURATION_MS, ANSWER_TIME_MS),
	deleteUnderLimit({
		devices: 3,
		codesPerDevice: 20,
		deletionsPerWindow: 10,
		answerTimeMs: ANSWER_TIME_MS,
	}),
	oneItem(50, { isIdTyped: false, answerTimeMs: 0 }),
	syncReservations({ reservations: 200, changed: 4, answerTimeMs: ANSWER_TIME_MS }),
	overNetwork(convertAtDefault(120, ANSWER_TIME_MS), roundTripMs),
];

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createSettings } from '../../../sandbox/faults/settings';
import { EXCHANGES, type Exchange } from '../../../sandbox/http/exchanges';
import { findDifferences } from './findDifferences';
import { isKnown } from './knownDifferences';

// Every request of the node and every answer of a sandbox in the engine tests is held against the vendor's OpenAPI: the
// test in which one differs fails.

/** The settings that form answers otherwise than the OpenAPI. */
const READINGS = ['warningCodeMember', 'pulledBackupAnswer', 'accessCodeAnswer', 'deleteAnswer', 'unmanagedListPagination'] as const;
const DEFAULTS = createSettings();

const differences = new Set<string>();

function hold(message: unknown): void {
	const exchange = message as Exchange;
	const { path, settings } = exchange;
	// A test that goes by another source has nothing to be held against.
	if (settings.source !== DEFAULTS.source) return;
	// Neither have answers that a setting forms otherwise, and events that a test has made itself.
	const isOfOpenapi = !path.startsWith('/events/') && READINGS.every((name) => settings[name] === DEFAULTS[name]);
	const held = isOfOpenapi ? exchange : { ...exchange, answer: undefined };
	for (const difference of findDifferences(held)) if (!isKnown(path, difference)) differences.add(difference);
}

beforeAll(() => subscribe(EXCHANGES, hold));
afterAll(() => void unsubscribe(EXCHANGES, hold));

afterEach(() => {
	const found = [...differences];
	differences.clear();
	expect(found).toEqual([]);
});

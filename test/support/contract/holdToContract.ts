import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createSettings } from '../../../sandbox/faults/settings';
import { EXCHANGES, type Exchange } from '../../../sandbox/http/exchanges';
import { findDifferences } from './findDifferences';
import { isKnown } from './knownDifferences';

// Compares every request of the node and every answer of a sandbox in the engine tests with the vendor's OpenAPI. A test
// fails if one of its requests or answers differs.

/** The settings that make answers differ from the OpenAPI. */
const READINGS = ['pulledBackupAnswer', 'accessCodeAnswer', 'deleteAnswer'] as const;
const DEFAULTS = createSettings();

const differences = new Set<string>();

function hold(message: unknown): void {
	const exchange = message as Exchange;
	const { path, settings } = exchange;
	// There is nothing to compare in a test that follows another source.
	if (settings.source !== DEFAULTS.source) return;
	// The same goes for answers that a setting changes, and for events that a test made itself.
	const isOfOpenapi =
		!path.startsWith('/events/') && READINGS.every((name) => settings[name] === DEFAULTS[name]);
	const held = isOfOpenapi ? exchange : { ...exchange, answer: undefined };
	for (const difference of findDifferences(held))
		if (!isKnown(path, difference)) differences.add(difference);
}

beforeAll(() => subscribe(EXCHANGES, hold));
afterAll(() => void unsubscribe(EXCHANGES, hold));

afterEach(() => {
	const found = [...differences];
	differences.clear();
	expect(found).toEqual([]);
});

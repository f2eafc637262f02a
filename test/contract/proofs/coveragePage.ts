import { nameOfRow } from '../specification/parseSpecification';
import type { DeclaredTest } from '../../support/collectTitles';
import type { Endpoint } from './endpoints';
import type { ProvenRow } from './provenRows';

const MAX_TITLES = 4;

const cell = (text: string) => text.replaceAll('|', '\\|');
const code = (text: string) => cell(text).replaceAll('<', '&lt;');
const table = (head: readonly string[], lines: ReadonlyArray<readonly string[]>) =>
	[head, head.map(() => '---'), ...lines].map((line) => `| ${line.join(' | ')} |`).join('\n');

/** The tests by file: `title; title (file)`, at most a few titles of each. */
export function namedTests(tests: readonly DeclaredTest[]): string {
	const files = [...new Set(tests.map(({ file }) => file))];
	return files
		.map((file) => {
			const titles = tests.filter((test) => test.file === file).map(({ title }) => code(title));
			const more = titles.length > MAX_TITLES ? `; and ${titles.length - MAX_TITLES} more` : '';
			return `${titles.slice(0, MAX_TITLES).join('; ')}${more} (${file.replace('test/contract/', '')})`;
		})
		.join('<br>');
}

function proofOf({ tests, missing, unproven, nothingToProve }: ProvenRow): string {
	if (nothingToProve !== undefined) return `nothing to prove: ${nothingToProve}`;
	return tests.length === 0 || missing.length > 0 ? '**GAP**' : [namedTests(tests), ...unproven.map((what) => `**not proved:** ${what}`)].join('<br>');
}

/** The section about the rows and rules of the specification. */
export function rowsSection(rows: readonly ProvenRow[]): string {
	const headings = [...new Set(rows.map(({ heading }) => heading))];
	const parts = headings.map((heading) => {
		const here = rows.filter((row) => row.heading === heading).map((row) => [code(nameOfRow(row)), proofOf(row)]);
		return `### ${heading === '' ? 'Introduction' : heading}\n\n${table(['Row or rule', 'Tests that prove it'], here)}`;
	});
	return ['## Rows and rules of the specification', ...parts].join('\n\n');
}

/** An endpoint with the test of its route in the sandbox; without tests the sandbox does not have it. */
export interface TestedEndpoint extends Endpoint {
	readonly hasRoute: boolean;
	readonly tests: readonly DeclaredTest[];
}

/** An event type with where it is offered and the tests that name it. */
export interface NamedEvent {
	readonly type: string;
	readonly isOffered: boolean;
	readonly testFiles: readonly string[];
}

function endpointsSection(endpoints: readonly TestedEndpoint[]): string {
	const lines = endpoints.map(({ path, operations, notOffered, hasRoute, tests }) => [
		path,
		notOffered === undefined ? operations.join(', ') : `not offered: ${notOffered}`,
		hasRoute ? 'yes' : 'no',
		tests.length > 0 ? namedTests(tests) : hasRoute ? '**GAP**' : '',
	]);
	return `## Endpoints\n\nThe test of a route checks its answer against its schema. The operations beside an endpoint are written by hand (test/contract/proofs/endpoints.ts): they are checked to exist and to be complete, not to call the endpoint.\n\n${table(['Endpoint', 'Node', 'Sandbox', 'Test of the route'], lines)}`;
}

function eventsSection(events: readonly NamedEvent[]): string {
	const lines = events.map(({ type, isOffered, testFiles }) => [type, isOffered ? 'yes' : '**no**', testFiles.join(', ') || 'none']);
	const note = 'Tests name an event type where they expect it or have the sandbox send it; types without one can be chosen, and no test is about them.';
	return `## Event types\n\n${note}\n\n${table(['Event type', 'Offered by the triggers', 'Test files that name it'], lines)}`;
}

export interface Coverage {
	readonly rows: readonly ProvenRow[];
	readonly endpoints: readonly TestedEndpoint[];
	readonly events: readonly NamedEvent[];
	/** Operations of the node. */
	readonly operations: number;
}

const share = (what: string, covered: number, all: number) => [what, `${covered}`, `${all}`, `${all - covered}`];

/** The page `docs/coverage.md`. */
export function coveragePage({ rows, endpoints, events, operations }: Coverage): string {
	const toProve = rows.filter(({ nothingToProve }) => nothingToProve === undefined);
	const proven = toProve.filter(({ tests, missing, unproven }) => tests.length > 0 && missing.length === 0 && unproven.length === 0);
	const totals = table(
		['What', 'Covered', 'All', 'Not covered'],
		[
			share('Rows and rules of the specification that say something to prove', proven.length, toProve.length),
			share('Operations of the node that are named with their endpoint', new Set(endpoints.flatMap((entry) => entry.operations).filter((name) => name !== 'trigger')).size, operations),
			share('Endpoints that the node offers', endpoints.filter(({ notOffered }) => notOffered === undefined).length, endpoints.length),
			share('Endpoints that the sandbox has', endpoints.filter(({ hasRoute }) => hasRoute).length, endpoints.length),
			share('Event types that the triggers offer', events.filter(({ isOffered }) => isOffered).length, events.length),
			share('Event types that a test names', events.filter(({ testFiles }) => testFiles.length > 0).length, events.length),
		],
	);
	return `${[
		'# Coverage of the interface',
		'Generated by `test/contract/coverage.test.ts`; do not edit. A test is named as it stands in its file, below `test/contract`.',
		totals,
		rowsSection(rows),
		endpointsSection(endpoints),
		eventsSection(events),
	].join('\n\n')}\n`;
}

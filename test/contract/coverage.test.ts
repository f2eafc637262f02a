import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { resources } from '../../nodes/DeviceAccess/resources';
import { EVENT_TYPES as OFFERED_TYPES } from '../../nodes/DeviceAccess/events/eventTypes';
import { routes } from '../../sandbox/http/routes';
import { EVENT_TYPES } from '../../sandbox/schemas/eventTypes';
import { collectTitles, type DeclaredTest } from '../support/collectTitles';
import { keepPage } from '../support/keepPage';
import { coveragePage } from './proofs/coveragePage';
import { endpoints } from './proofs/endpoints';
import { PROOFS } from './proofs/proofs';
import { provenRows, unusedProofs } from './proofs/provenRows';
import { nameOfRow } from './specification/parseSpecification';
import { fingerprint, rows, rowsOfSpecification } from './specification/rows';

const ROOT = resolve(__dirname, '../..');
const PAGE = resolve(ROOT, 'docs/coverage.md');
/** Of the list as it was last compared with the specification. Change it only together with the comparison. */
const COMPARED_LIST = 'b65476efb4bf6089082a7779b880e3cfc13013191138d39d654f4385259780ed';

const collected = new Map<string, readonly DeclaredTest[]>();
function testsOf(file: string): readonly DeclaredTest[] {
	const known = collected.get(file) ?? collectTitles(file, () => void jest.requireActual(resolve(ROOT, file)));
	collected.set(file, known);
	return known;
}

const specification = rowsOfSpecification();
let proven: ReturnType<typeof provenRows>;
beforeAll(() => {
	proven = provenRows(rows, PROOFS, testsOf);
});

describe('the list of rows and rules of the specification', () => {
	it('is the one that was compared with the specification', () => {
		expect(fingerprint).toBe(COMPARED_LIST);
	});

	// One of the two runs, and its title says which: nothing is skipped in silence.
	if (specification) {
		it('lacks nothing of the specification, and adds nothing (the specification is at hand)', () => {
			expect(rows).toEqual(specification);
		});
	} else {
		it('is compared by its fingerprint alone, for the specification is not at hand', () => {
			expect(rows.length).toBeGreaterThan(0);
		});
	}

	it('has a proof for each row, or the reason why there is nothing to prove', () => {
		const gaps = proven.filter(({ tests, nothingToProve }) => tests.length === 0 && nothingToProve === undefined);
		expect(gaps.map((row) => `${row.heading}: ${nameOfRow(row)}`)).toEqual([]);
	});

	it('is proved by tests that exist', () => {
		expect(proven.flatMap(({ missing }) => missing)).toEqual([]);
	});

	it('has no proofs left over of rows that are no more', () => {
		expect(unusedProofs(rows, PROOFS)).toEqual([]);
	});
});

const operations = resources.flatMap((resource) => resource.operations.map(({ value }) => `${resource.value}.${value}`));
const paths = new Set<string>(routes.map(({ path }) => path));
const RESET = '/workspaces/reset_sandbox';

/** The test that checks the answer of a route; the reset, which ends all else, has a test of its own. */
function testsOfRoute(path: string): DeclaredTest[] {
	const [file, title] = path === RESET ? ['simulate', 'puts devices and codes back'] : ['records', `${path} answers ok`];
	return testsOf(`test/contract/sandbox/${file}.test.ts`).filter((test) => test.title.startsWith(title));
}

/** The tests of the sandbox and of the triggers that have the event type in quotes. */
function namedEvents() {
	const files = ['test/contract/sandbox', 'test/engine'].flatMap((folder) =>
		readdirSync(resolve(ROOT, folder)).filter((name) => name.endsWith('.test.ts')).map((name) => `${folder}/${name}`).sort(),
	);
	const sources = files.map((file) => ({ file, source: readFileSync(resolve(ROOT, file), 'utf8') }));
	return [...EVENT_TYPES].map((type) => ({
		type,
		isOffered: OFFERED_TYPES.some(({ value }) => value === type),
		testFiles: sources.filter(({ source }) => source.includes(`'${type}'`)).map(({ file }) => file.replace('test/', '')),
	}));
}

describe('the list of endpoints', () => {
	it('names every operation of the node, and no other', () => {
		const named = endpoints.flatMap((endpoint) => endpoint.operations).filter((name) => name !== 'trigger');
		expect([...new Set(named)].sort()).toEqual([...operations].sort());
	});

	it('has every route of the sandbox, and each path once', () => {
		const listed = endpoints.map(({ path }) => path);
		expect([...paths].filter((path) => !listed.includes(path))).toEqual([]);
		expect(new Set(listed).size).toBe(listed.length);
	});

	it('has a route in the sandbox, with a test, for what the node offers', () => {
		const offered = endpoints.filter(({ notOffered }) => notOffered === undefined).map(({ path }) => path);
		expect(offered.filter((path) => !paths.has(path))).toEqual([]);
		expect([...paths].filter((path) => testsOfRoute(path).length !== 1)).toEqual([]);
	});
});

it('docs/coverage.md tells what is covered (written anew outside CI: look at it, check it in and run again)', async () => {
	const page = coveragePage({
		rows: proven,
		endpoints: endpoints.map((endpoint) => ({ ...endpoint, hasRoute: paths.has(endpoint.path), tests: paths.has(endpoint.path) ? testsOfRoute(endpoint.path) : [] })),
		events: namedEvents(),
		operations: operations.length,
	});
	expect(await keepPage(PAGE, page, { isCi: Boolean(process.env.CI) })).toBe(page);
});

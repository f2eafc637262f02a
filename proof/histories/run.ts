import type { Plugin } from 'esbuild';
import { missingDimensions, pairsIn } from './dimensions';
import { EXEMPTIONS, RULES } from './rules';
import { addTally, emptyTally, type Found, type Tally } from './tally';
import type { Work } from './worker';
import { Workers } from './workers';

export interface RunOptions {
	count: number;
	seed: number;
	/** How many counterexamples are shortened, one of each rule first. */
	mostShrunk?: number;
	/** Processes. */
	workers?: number;
	/** Asked before each piece. False: what was played so far is the result. */
	goesOn?: () => boolean;
	onProgress?: (tally: Tally) => void;
	/** Of the bundler. */
	plugins?: Plugin[];
	/** Begins no new history once a rule is broken. */
	stopsAtFirst?: true;
}

export interface RunResult {
	text: string;
	failed: boolean;
	tally: Tally;
	missing: readonly string[];
	unjudged: readonly string[];
}

/** In fewer histories, not every pair occurs. */
const ENOUGH_FOR_PAIRS = 5_000;
/** Histories that a worker plays before it reports. */
const PIECE = 20;

/** Plays the histories of `count` seeds. */
export async function runHistories({
	count,
	seed,
	mostShrunk = 0,
	workers: processes = 1,
	goesOn = () => true,
	onProgress,
	plugins,
	stopsAtFirst,
}: RunOptions): Promise<RunResult> {
	const startMs = Date.now();
	const tally = emptyTally();
	const workers = await Workers.start(processes, plugins);
	try {
		const mayBegin = () => goesOn() && !(stopsAtFirst && tally.found.length > 0);
		await workers.doAll<Tally>(pieces(seed, count, mayBegin), (more) => {
			addTally(tally, more);
			onProgress?.(tally);
		});
		const tests: string[] = [];
		const shortened = shortestOf(tally.found, mostShrunk).map((found) => ({ shorten: found }));
		await workers.doAll<string>(shortened.values(), (test) => void tests.push(test));
		return resultOf(tally, seed, (Date.now() - startMs) / 60_000, tests);
	} finally {
		workers.stop();
	}
}

function* pieces(seed: number, count: number, mayBegin: () => boolean): Generator<Work> {
	for (let from = 0; from < count && mayBegin(); from += PIECE)
		yield { play: { seed: seed + from, count: Math.min(PIECE, count - from) } };
}

/** One counterexample for each rule first, then others. */
function shortestOf(found: readonly Found[], most: number): Found[] {
	const seen = new Map<string, number>();
	return found
		.map((one) => {
			const before = seen.get(one.violation.rule) ?? 0;
			seen.set(one.violation.rule, before + 1);
			return { one, before };
		})
		.sort((a, b) => a.before - b.before)
		.slice(0, most)
		.map(({ one }) => one);
}

function resultOf(
	tally: Tally,
	seed: number,
	minutes: number,
	tests: readonly string[],
): RunResult {
	const { histories, found, unplayable, dimensions, judged, exempted } = tally;
	const { events = 0, executions = 0, requests = 0, seconds = 0 } = tally.sums;
	found.sort((a, b) => a.seed - b.seed);
	const missing = missingDimensions(dimensions, histories >= ENOUGH_FOR_PAIRS);
	const unjudged = Object.keys(RULES).filter((rule) => !judged[rule]);
	const ofRule = (rule: string) => found.filter(({ violation }) => violation.rule === rule);
	return {
		tally,
		missing,
		unjudged,
		failed: [found, unplayable, missing, unjudged].some(({ length }) => length > 0),
		text: [
			`${histories} histories from seed ${seed}: ${events} events, ${executions} executions, ${requests} requests`,
			`${minutes.toFixed(1)} minutes; ${seconds.toFixed(1)} s of one core: ${Math.round((histories / seconds) * 60)} histories a minute`,
			'',
			...table(
				'Rules that did not hold, by histories',
				Object.keys(RULES)
					.filter((rule) => ofRule(rule).length > 0)
					.map((rule) => {
						const seeds = ofRule(rule).slice(0, 5);
						const list = seeds.map((one) => one.seed).join(', ');
						return [`${rule} (seeds ${list})`, ofRule(rule).length];
					}),
			),
			...table(
				'Rules, and how often there was something to look at',
				Object.keys(RULES).map((rule) => [rule, judged[rule] ?? 0]),
			),
			...table(
				'Exemptions, and how often',
				Object.keys(EXEMPTIONS).map((one) => [one, exempted[one] ?? 0]),
			),
			...table('Dimensions, by histories', dimensionsIn(dimensions)),
			...table('Pairs, by histories', pairsIn(dimensions)),
			...unplayable.map((one) => `Seed ${one.seed} cannot be played: ${one.error}`),
			...missing.map((name) => `Never happened: ${name}`),
			...unjudged.map((rule) => `Never looked at: ${rule}`),
			'',
			...tests.flatMap((test) => [test, '']),
		].join('\n'),
	};
}

function dimensionsIn(counts: Readonly<Record<string, number>>): Array<[string, number]> {
	const pairs = new Set(pairsIn(counts).map(([name]) => name));
	return Object.entries(counts)
		.filter(([name]) => !pairs.has(name))
		.sort(([a], [b]) => a.localeCompare(b));
}

const table = (title: string, rows: ReadonlyArray<readonly [name: string, number: number]>) => [
	`${title}:`,
	...rows.map(([name, number]) => `  ${String(number).padStart(9)}  ${name}`),
	'',
];

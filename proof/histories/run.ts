import { countDimensions, missingDimensions } from './dimensions';
import { generate } from './generate';
import { play, type Played } from './play';
import type { Violation } from './oracle';
import { printTest } from './print';
import { EXEMPTIONS, RULES } from './rules';
import { shrink } from './shrink';

export interface RunOptions {
	count: number;
	seed: number;
	mostShrunk: number;
}

export interface Found {
	seed: number;
	violation: Violation;
}

export interface RunResult {
	text: string;
	failed: boolean;
	found: readonly Found[];
	missing: readonly string[];
	unjudged: readonly string[];
	/** Seconds of the processor. */
	seconds: number;
}

/** In fewer histories, not every pair occurs. */
const ENOUGH_FOR_PAIRS = 5_000;

/** Plays the histories of `count` seeds, one after another. */
export async function runHistories({ count, seed, mostShrunk }: RunOptions): Promise<RunResult> {
	const startedAt = process.cpuUsage();
	const found: Found[] = [];
	const dimensions = new Map<string, number>();
	const sums = { requests: 0, executions: 0, events: 0 };
	const judged: Record<string, number> = {};
	const exempted: Record<string, number> = {};
	for (let place = 0; place < count; place++) {
		const history = generate(seed + place);
		countDimensions(history, dimensions);
		sums.events += history.events.length;
		let played: Played;
		try {
			played = await play(history);
		} catch (error) {
			throw new Error(`Seed ${seed + place} cannot be played`, { cause: error });
		}
		sums.requests += played.requests;
		sums.executions += played.executions;
		add(judged, played.judged);
		add(exempted, played.exempted);
		const firsts = new Map([...played.violations].reverse().map((one) => [one.rule, one]));
		for (const violation of firsts.values()) found.push({ seed: seed + place, violation });
	}
	const { user, system } = process.cpuUsage(startedAt);
	const seconds = (user + system) / 1_000_000;
	const missing = missingDimensions(dimensions, count >= ENOUGH_FOR_PAIRS);
	const unjudged = Object.keys(RULES).filter((rule) => !judged[rule]);
	const tests = await shortest(found, mostShrunk);
	const seedsOf = (rule: string) =>
		found
			.filter(({ violation }) => violation.rule === rule)
			.slice(0, 5)
			.map((one) => one.seed)
			.join(', ');
	const byRule = Object.entries(groupCount(found.map(({ violation }) => violation.rule)));
	return {
		found,
		missing,
		unjudged,
		seconds,
		failed: found.length > 0 || missing.length > 0 || unjudged.length > 0,
		text: [
			`${count} histories from seed ${seed}: ${sums.events} events, ${sums.executions} executions, ${sums.requests} requests`,
			`${seconds.toFixed(1)} s of one core: ${Math.round((count / seconds) * 60)} histories a minute`,
			'',
			'Rules that did not hold, by histories:',
			...byRule.map(
				([rule, number]) => `  ${String(number).padStart(6)}  ${rule} (seeds ${seedsOf(rule)})`,
			),
			'',
			'Rules, and how often there was something to look at:',
			...Object.keys(RULES).map((rule) => `  ${String(judged[rule] ?? 0).padStart(9)}  ${rule}`),
			'',
			'Exemptions, and how often:',
			...Object.keys(EXEMPTIONS).map(
				(one) => `  ${String(exempted[one] ?? 0).padStart(9)}  ${one}`,
			),
			'',
			'Dimensions, by histories:',
			...[...dimensions]
				.filter(([name]) => !name.includes(' × '))
				.sort()
				.map(([name, number]) => `  ${String(number).padStart(9)}  ${name}`),
			`  ${[...dimensions].filter(([name]) => name.includes(' × ')).length} pairs`,
			...missing.map((name) => `Never happened: ${name}`),
			...unjudged.map((rule) => `Never looked at: ${rule}`),
			'',
			...tests,
		].join('\n'),
	};
}

/** One counterexample for each rule first, then others. */
async function shortest(found: readonly Found[], most: number): Promise<string[]> {
	const seen = new Map<string, number>();
	const inOrder = [...found]
		.map((one) => {
			const before = seen.get(one.violation.rule) ?? 0;
			seen.set(one.violation.rule, before + 1);
			return { ...one, before };
		})
		.sort((a, b) => a.before - b.before)
		.slice(0, most);
	const tests: string[] = [];
	for (const { seed, violation } of inOrder) {
		const history = await shrink(generate(seed), violation.rule);
		const { violations } = await play(history);
		const [again = violation] = violations.filter(({ rule }) => rule === violation.rule);
		tests.push(printTest(history, again, seed), '');
	}
	return tests;
}

function add(sums: Record<string, number>, more: Readonly<Record<string, number>>): void {
	for (const [name, number] of Object.entries(more)) sums[name] = (sums[name] ?? 0) + number;
}

function groupCount(names: readonly string[]): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
	return counts;
}

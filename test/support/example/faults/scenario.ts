import { WorkflowExecute } from 'n8n-core';
import type { Example } from '../../../../host/n8n/readExample';
import { seededRandom, shuffle } from '../../cluster/seededRandom';
import { FAULTS, type FaultPlan, FaultyEngine, nodesAfter } from './faultAt';

/** A way in which an execution of the workflow begins, by the node that n8n starts with. */
export interface Start {
	name: string;
	trigger: string;
}

/** How an execution began, and how it ended for the host: nobody hears of one that was stopped. */
export interface Execution {
	start: string;
	ended: 'well' | 'failed' | 'stopped';
	/** The fault in it, if it had one. */
	plan?: Plan;
}

export interface Plan extends FaultPlan {
	start: string;
}

/**
 * A workflow with something to do. It is judged only by what arrived at mail servers, at doors and in tables: a scenario
 * shares no code with the product.
 */
export interface Scenario {
	name: string;
	example: Example;
	/** How the execution that has the fault can begin. */
	starts: readonly Start[];
	/** Nodes that none of its executions come to. */
	neverReached?: readonly string[];
	/** How those begin that follow, in the order of their schedules. The last one is repeated. */
	next: readonly string[];
	/** How many follow at most. */
	most: number;
	open: () => Promise<void>;
	close: () => Promise<void>;
	/** Everything is as before the first plan. */
	reset: () => Promise<void>;
	/** Time passes until the next execution. */
	pass: () => Promise<void> | void;
	/** One execution. Resolves with the error that it failed with. */
	execute: (start: string) => Promise<Error | undefined>;
	/** What is wrong whenever somebody looks, one line each. */
	wrongNow: (execution: Execution) => Promise<string[]> | string[];
	/** Whether nothing is left to do. */
	isSettled: () => Promise<boolean> | boolean;
	wrongAtTheEnd: (executions: readonly Execution[]) => Promise<string[]> | string[];
}

/** A failed execution is told by *Something failed*: once, and once more at most. */
const MOST_FAILURES = 2;

let engine: FaultyEngine | undefined;
const faultyEngine = () => (engine ??= new FaultyEngine(WorkflowExecute.prototype as never));

/** A failure of each kind at every node, in every execution that reaches it. */
export const plansOf = ({ example, starts }: Scenario): Plan[] =>
	starts.flatMap(({ name: start, trigger }) =>
		nodesAfter(example, trigger).flatMap((node) =>
			FAULTS.map((fault): Plan => ({ start, node, fault })),
		),
	);

/**
 * So many of all plans of some scenarios, by chance, and the same for the same seed. Each failure of a node comes once
 * before any comes again, those of nodes that most scenarios have first.
 */
export function samplePlans(
	scenarios: readonly Scenario[],
	count: number,
	seed: number,
): Array<{ name: string; scenario: Scenario; plans: Plan[] }> {
	const all = shuffle(
		scenarios.flatMap((scenario) => plansOf(scenario).map((plan) => ({ scenario, plan }))),
		seededRandom(seed),
	);
	const byFailure = new Map<string, typeof all>();
	for (const one of all) {
		const failure = `${one.plan.node}: ${one.plan.fault}`;
		byFailure.set(failure, [...(byFailure.get(failure) ?? []), one]);
	}
	const shared = [...byFailure.values()].sort((one, other) => other.length - one.length);
	const chosen = [...shared.map(([first]) => first), ...shared.flatMap(([, ...others]) => others)]
		.flatMap((one) => one ?? [])
		.slice(0, count);
	return scenarios
		.map((scenario) => ({
			name: scenario.name,
			scenario,
			plans: chosen.flatMap((one) => (one.scenario === scenario ? [one.plan] : [])),
		}))
		.filter(({ plans }) => plans.length > 0);
}

interface Played {
	/** Each plan after which something was wrong, with what. */
	wrong: Array<[plan: string, complaints: string[]]>;
	/** The nodes that no execution of the plans came to. */
	unreached: string[];
}

/** Plays the plans of a scenario, by default all of them. */
export async function playScenario(
	scenario: Scenario,
	plans: readonly Plan[] = plansOf(scenario),
): Promise<Played> {
	const wrong: Played['wrong'] = [];
	const reached = new Set<string>();
	await scenario.open();
	try {
		for (const plan of plans) {
			const complaints = await playPlan(scenario, plan);
			if (complaints) reached.add(plan.node);
			if (complaints?.length)
				wrong.push([
					`${scenario.name}, ${plan.start}: ${plan.node}: ${plan.fault}`,
					[...new Set(complaints)],
				]);
		}
	} finally {
		await scenario.close();
	}
	const nodes = new Set(plans.map(({ node }) => node));
	return { wrong, unreached: [...nodes].filter((node) => !reached.has(node)) };
}

/** One execution with the fault, and as many without as it takes. Undefined if it did not come to the node. */
async function playPlan(scenario: Scenario, plan: Plan): Promise<string[] | undefined> {
	const faults = faultyEngine();
	const executions: Execution[] = [];
	const wrong: string[] = [];
	const execute = async (start: string, ofPlan?: Plan) => {
		const error = await scenario.execute(start);
		const isStopped = ofPlan?.fault === 'stop' && faults.happened;
		const ended = isStopped ? 'stopped' : error ? 'failed' : 'well';
		const execution: Execution = { start, ended, plan: ofPlan };
		executions.push(execution);
		wrong.push(...(await scenario.wrongNow(execution)));
	};
	await scenario.reset();
	faults.set(plan);
	await execute(plan.start, plan);
	const { happened } = faults;
	faults.set(undefined);
	if (!happened) return undefined;
	let left = scenario.most;
	for (let count = 0; left > 0; count += 1) {
		await scenario.pass();
		await execute(scenario.next[Math.min(count, scenario.next.length - 1)] ?? plan.start);
		// One more shows whether anything comes twice.
		left = (await scenario.isSettled()) ? Math.min(left - 1, 1) : left - 1;
	}
	const failures = executions.filter(({ ended }) => ended === 'failed');
	return [
		...wrong,
		...(await scenario.wrongAtTheEnd(executions)),
		...(failures.length > MOST_FAILURES ? [`it failed ${failures.length} times`] : []),
	];
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import type { Plan } from './plans';
import { countsFile, RESULTS_FOLDER, ROOT_FOLDER, type Step } from './step';

/** The result of a step. */
export interface Outcome {
	readonly name: string;
	readonly seconds: number;
	readonly passed: number;
	/** Failed tests; a step that failed without counts, or could not run, counts as one. */
	readonly failed: number;
}

/** Runs the steps, in parallel if they do not depend on each other, and returns their outcomes in the order of the plan. */
export async function runPlan({ steps, isSequential = false }: Plan): Promise<Outcome[]> {
	rmSync(RESULTS_FOLDER, { recursive: true, force: true });
	mkdirSync(RESULTS_FOLDER, { recursive: true });
	const outcomes = new Map<string, Promise<Outcome>>();
	let before: Promise<unknown> = Promise.resolve();
	for (const step of steps) {
		const waitFor = (names: readonly string[] = []) =>
			Promise.all(names.flatMap((name) => outcomes.get(name) ?? []));
		const outcome = Promise.all([
			waitFor(step.needs),
			waitFor(step.after),
			isSequential ? before : undefined,
		]).then(async ([needed]) =>
			needed.every(({ failed }) => failed === 0) ? await runStep(step, isSequential) : notRun(step),
		);
		outcomes.set(step.name, outcome);
		before = outcome;
	}
	return await Promise.all(outcomes.values());
}

function notRun({ name }: Step): Outcome {
	console.log(`== ${name}: not run, because what it needs has failed`);
	return { name, seconds: 0, passed: 0, failed: 1 };
}

async function runStep(
	{ name, command: [program = '', ...parameters], env }: Step,
	isLive: boolean,
): Promise<Outcome> {
	console.log(`== ${name}: begins`);
	const startedAtMs = performance.now();
	const child = spawn(program, parameters, {
		cwd: ROOT_FOLDER,
		env: { ...process.env, ...env },
		stdio: isLive ? 'inherit' : ['ignore', 'pipe', 'pipe'],
	});
	let output = '';
	for (const stream of [child.stdout, child.stderr])
		stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
	const [code] = (await once(child, 'close')) as [number | null];
	const seconds = Math.round((performance.now() - startedAtMs) / 1000);
	const { passed, failed } = readCounts(name);
	const outcome = { name, seconds, passed, failed: code === 0 ? failed : Math.max(failed, 1) };
	console.log(
		`${output}== ${name}: ${outcome.failed === 0 ? 'passed' : 'FAILED'} after ${seconds} s`,
	);
	return outcome;
}

function readCounts(name: string): Pick<Outcome, 'passed' | 'failed'> {
	const file = countsFile(name);
	if (!existsSync(file)) return { passed: 0, failed: 0 };
	const counts = JSON.parse(readFileSync(file, 'utf8')) as Record<
		'numPassedTests' | 'numFailedTests' | 'numRuntimeErrorTestSuites',
		number
	>;
	return {
		passed: counts.numPassedTests,
		failed: counts.numFailedTests + counts.numRuntimeErrorTestSuites,
	};
}

import { hasEnded } from '../../../host/n8n/n8nClient';
import { waitFor } from '../../../host/process/waitFor';
import { runCommand } from '../../../host/process/runCommand';
import type { LoggedRequest } from '../../../sandbox/faults/requestLog';
import { chainOf, packageNode, plainNode } from '../../e2e/workflowFiles';
import { eventIdOf } from '../../support/cluster/executions';
import { printFigures, publishFigures } from '../../support/cluster/publishFigures';
import { sizeOf } from '../../support/cluster/sizes';
import {
	CLUSTER_START_TIME_LIMIT_MS,
	startTestCluster,
	type TestCluster,
} from '../../support/cluster/startTestCluster';
import { EVENT_TYPE } from '../../support/cluster/triggerWorkflow';
import { eventNumber } from '../../support/service/eventNumber';
import { stretches } from '../../support/assert/stretches';

const BACKLOG = sizeOf('backlog');

/** The most events of one poll, as docs/scaling.md promises; a poll may exceed it by one page of the list. */
const POLL_LIMIT = 5_000;
const PAGE_SIZE = 500;
const MOST_STORED_BYTES = 60_000;

/** n8n's time limit for a poll with durable cursors; without them it is five minutes. */
const POLL_BUDGET_MS = 45_000;
/** A longer pause between requests means a new poll, because n8n polls once a minute. */
const PAUSE_BETWEEN_POLLS_MS = 12_000;

/** All events within this time have the same timestamp. */
const SAME_TIME_MS = 100;

/** How late some events show up in the list; the trigger finds events that are up to five minutes late. */
const LATE_MS = 4 * 60_000;
const LATE_EVENTS = 20;

const DRAIN_TIME_LIMIT_MS = 40 * 60_000;
const TEST_TIME_LIMIT_MS = 60 * 60_000 + CLUSTER_START_TIME_LIMIT_MS;
const POLL_TIME_LIMIT_MS = 2 * 60_000;
const SAMPLE_INTERVAL_MS = 2_000;

/** How n8n keeps the data of a polling trigger. */
interface Keeping {
	readonly folder: string;
	readonly name: string;
	readonly env: Readonly<Record<string, string>>;
	/** The SQL for the size of the trigger's stored data, in bytes. */
	readonly storedBytes: (workflowId: string) => string;
	/** Whether the test kills n8n again. No event is lost only if n8n stores the execution and the trigger's data together. */
	readonly isKilledAgain: boolean;
}

const STATIC_DATA: Keeping = {
	folder: 'polling-backlog',
	name: 'as n8n comes',
	env: {},
	storedBytes: (id) =>
		`SELECT octet_length("staticData"::text) FROM workflow_entity WHERE id = '${id}'`,
	isKilledAgain: false,
};

const DURABLE_CURSORS: Keeping = {
	folder: 'polling-backlog-durable',
	name: "with n8n's durable cursors",
	env: {
		N8N_SCHEDULER_ENABLED: 'true',
		N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
		N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
	},
	storedBytes: (id) =>
		`SELECT octet_length(cursor::text) FROM poller_state WHERE "workflowId" = '${id}'`,
	isKilledAgain: true,
};

/** Size of `{}`. */
const EMPTY_BYTES = 2;

let cluster: TestCluster;
let workflowId: string;
let emitted: number;

async function start({ folder, env, storedBytes }: Keeping): Promise<void> {
	emitted = 0;
	cluster = await startTestCluster(folder, {
		env,
		sandbox: { fixture: 'portfolio', devices: 5, codesPerDevice: 1 },
	});
	const parameters = {
		pollTimes: { item: [{ mode: 'everyMinute' }] },
		triggerOn: [EVENT_TYPE],
		options: {},
	};
	const workflow = chainOf('Backlog', [
		packageNode('pollingTrigger', 'Trigger', parameters, cluster.credential),
		plainNode('Done', 'n8n-nodes-base.noOp'),
	]);
	({ id: workflowId } = await cluster.client.importWorkflow(workflow));
	await cluster.client.activate(workflowId);
	// With durable cursors, n8n drops the data of the poll at publication, so the trigger begins with the first poll after it.
	await waitFor(
		'the beginning',
		async () =>
			Number((await cluster.postgres.query(storedBytes(workflowId)))[0]?.[0] ?? 0) > EMPTY_BYTES ||
			undefined,
		POLL_TIME_LIMIT_MS,
	);
}

afterEach(async () => {
	await cluster?.stop();
}, CLUSTER_START_TIME_LIMIT_MS);

/** Creates events with the next numbers and the times of `timeOf`; the service lists them from now on. @returns their numbers */
async function emit(count: number, timeOf: () => number): Promise<number[]> {
	const numbers: number[] = [];
	for (let index = 0; index < count; index++) {
		const at = new Date(timeOf()).toISOString();
		await cluster.sandbox.control('events', {
			event_type: EVENT_TYPE,
			event_id: eventIdOf(++emitted),
			created_at: at,
			occurred_at: at,
		});
		numbers.push(emitted);
	}
	return numbers;
}

/** The numbers of the events that started each execution, read after it has succeeded. */
class PollResults {
	private readonly byExecutionId = new Map<string, readonly number[]>();

	async readNew(): Promise<void> {
		const ended = (await cluster.client.listExecutions(workflowId)).filter(hasEnded);
		for (const { id } of ended) {
			if (this.byExecutionId.has(id)) continue;
			const { status, data } = await cluster.client.getExecution(id);
			if (status !== 'success')
				throw new Error(`Execution ${id} ended as ${status}: ${data.resultData.error?.message}`);
			const items = data.resultData.runData.Trigger?.[0]?.data?.main[0] ?? [];
			this.byExecutionId.set(
				id,
				items.map(({ json }) => eventNumber(json.event_id)),
			);
		}
	}

	/** The events of each execution, in the order in which n8n began them. */
	get polls(): ReadonlyArray<readonly number[]> {
		return [...this.byExecutionId]
			.sort(([a], [b]) => Number(a) - Number(b))
			.map(([, numbers]) => numbers);
	}
}

/** Memory of n8n main and size of the trigger's stored data at one moment. */
interface Sample {
	/** Executions that have handed over events of the backlog by then. */
	readonly executions: number;
	readonly residentMb: number;
	readonly storedBytes: number;
}

async function takeSample(executions: number, { storedBytes }: Keeping): Promise<Sample> {
	const { main, postgres } = cluster;
	const residentKb = await runCommand('ps', ['-o', 'rss=', '-p', String(main.pid)], { cwd: '/' });
	const [row] = await postgres.query(storedBytes(workflowId));
	return { executions, residentMb: Number(residentKb) / 1024, storedBytes: Number(row?.[0] ?? 0) };
}

/** Waits until the executions have received `count` events in total. */
async function drain(results: PollResults, count: number, keeping: Keeping): Promise<Sample[]> {
	const samples: Sample[] = [];
	// The first execution is the one before the backlog.
	const sample = async () => samples.push(await takeSample(results.polls.length - 1, keeping));
	let nextSampleAt = 0;
	await waitFor(
		`${count} events`,
		async () => {
			await results.readNew();
			if (Date.now() >= nextSampleAt) {
				await sample();
				nextSampleAt = Date.now() + SAMPLE_INTERVAL_MS;
			}
			return results.polls.flat().length >= count || undefined;
		},
		DRAIN_TIME_LIMIT_MS,
	);
	await sample();
	return samples;
}

/** Duration of each poll, from its first request to its last answer, in milliseconds. */
async function pollTimesMs(): Promise<number[]> {
	const { requests } = await cluster.sandbox.control<{ requests: LoggedRequest[] }>('requests');
	const polls: Array<{ beganAtMs: number; endedAtMs: number }> = [];
	for (const { path, startedAtMs, endedAtMs = startedAtMs } of requests) {
		if (path !== '/events/list') continue;
		const last = polls.at(-1);
		if (last !== undefined && startedAtMs - last.endedAtMs < PAUSE_BETWEEN_POLLS_MS)
			last.endedAtMs = endedAtMs;
		else polls.push({ beganAtMs: startedAtMs, endedAtMs });
	}
	return polls.map(({ beganAtMs, endedAtMs }) => endedAtMs - beganAtMs);
}

const most = (numbers: readonly number[]) => Math.max(0, ...numbers);

async function restartMain(): Promise<void> {
	cluster.main.start();
	await cluster.main.waitUntilReady();
}

it.each([STATIC_DATA, DURABLE_CURSORS])(
	`drains a backlog of ${BACKLOG} events after a kill, in order and each once, within n8n's time for a poll and in the same memory, $name`,
	async (keeping) => {
		await start(keeping);
		const { main, sandbox } = cluster;
		const results = new PollResults();
		const first = await emit(1, Date.now);
		await drain(results, first.length, keeping);

		await main.kill();
		const backlogBeganAtMs = Date.now();
		const sameTime = () => Math.floor(Date.now() / SAME_TIME_MS) * SAME_TIME_MS;
		// Not earlier than the start of the backlog.
		const lateTime = () => Math.max(backlogBeganAtMs, Date.now() - LATE_MS);
		const backlog = await emit(BACKLOG, sameTime);
		await sandbox.control('requests/clear', {});
		await restartMain();
		const samples = await drain(results, first.length + 1, keeping);
		// The trigger has read on by now, so these events are older than those that it has returned.
		const lateMeanwhile = await emit(LATE_EVENTS, lateTime);
		if (keeping.isKilledAgain) {
			await main.kill();
			await restartMain();
		}
		samples.push(
			...(await drain(results, first.length + backlog.length + lateMeanwhile.length, keeping)),
		);
		const drainedMs = await pollTimesMs();
		const executions = results.polls.length - 1;
		const lateAfterwards = await emit(LATE_EVENTS, lateTime);
		await drain(results, emitted, keeping);
		// One more poll, which must repeat no event.
		const polls = (await pollTimesMs()).length;
		await waitFor(
			'one more poll',
			async () => (await pollTimesMs()).length > polls || undefined,
			POLL_TIME_LIMIT_MS,
		);
		await results.readNew();

		const half = Math.ceil(executions / 2);
		const mostMemoryOf = (isCounted: (sample: Sample) => boolean) =>
			most(samples.filter(isCounted).map(({ residentMb }) => residentMb));
		const memory = {
			firstHalf: mostMemoryOf((sample) => sample.executions <= half),
			secondHalf: mostMemoryOf((sample) => sample.executions > half),
		};
		const mostEvents = most(results.polls.map(({ length }) => length));
		const mostStoredBytes = most(samples.map(({ storedBytes }) => storedBytes));
		const figures = printFigures({
			title: `A backlog for the polling trigger, ${keeping.name}`,
			text: `${
				Object.keys(keeping.env).length > 0
					? `${Object.keys(keeping.env)
							.map((name) => `\`${name}\``)
							.join(', ')} are \`true\`. `
					: ''
			}n8n main is killed; ${BACKLOG} events happen, and all events within a tenth of a second have the same time; main is started again${keeping.isKilledAgain ? ', killed again after the first execution and started again' : ''}, and polls every minute. While the backlog is drained and once more after it, ${LATE_EVENTS} events show up ${LATE_MS / 60_000} minutes late. Every event came once, those of the backlog in order.`,
			header: ['Measured', 'Value'],
			rows: [
				['Executions that the backlog was handed over in', String(executions)],
				['Most events of one of them', String(mostEvents)],
				[
					'Polls, also those that had to wait until nothing older could show up',
					String(drainedMs.length),
				],
				[
					'Longest poll, from its first request to its last answer',
					`${(most(drainedMs) / 1000).toFixed(1)} s of ${POLL_BUDGET_MS / 1000} s`,
				],
				[
					'Most memory of n8n main: first half of the executions / second half',
					`${Math.round(memory.firstHalf)} / ${Math.round(memory.secondHalf)} MB`,
				],
				['Most that n8n stored of the trigger', `${Math.round(mostStoredBytes / 1024)} KB`],
			],
			sizes: ['backlog'],
		});

		const returned = results.polls.flat();
		const late = [...lateMeanwhile, ...lateAfterwards];
		const areLate = new Set(late);
		expect(stretches(returned.filter((number) => !areLate.has(number)))).toEqual(
			stretches([...first, ...backlog]),
		);
		expect(
			stretches(returned.filter((number) => areLate.has(number)).sort((a, b) => a - b)),
		).toEqual(stretches(late));
		expect(mostEvents).toBeLessThanOrEqual(POLL_LIMIT + PAGE_SIZE);
		expect(most(drainedMs)).toBeLessThan(POLL_BUDGET_MS);
		expect(mostStoredBytes).toBeLessThan(MOST_STORED_BYTES);
		// Garbage makes the memory vary; nightly/pollingBacklog measures the heap itself.
		expect(memory.secondHalf).toBeLessThan(2 * memory.firstHalf);
		await publishFigures(cluster, figures);
	},
	TEST_TIME_LIMIT_MS,
);

import { clients } from './clients';
import { timeOf } from './figures';
import type { Verdict } from './assertTargets';
import type { ClientResult, Results, ScenarioResult } from './results';
import { spread } from './statistics';
import type { Surroundings } from './surroundings';
import { toTable } from './toTable';

const MS_PER_S = 1_000;

/** The text of RESULTS.md. */
export function toReport(
	results: Results,
	verdicts: readonly Verdict[],
	{ date, machine, versions }: Surroundings,
): string {
	return [
		'# Results of the benchmark',
		'Written by `npm run bench`.',
		`- Date: ${date}\n- Machine: ${machine}\n- Versions: ${versions}`,
		HOW_TO_READ,
		'## Targets',
		verdictTable(verdicts, results),
		rowTables(results),
	]
		.join('\n\n')
		.concat('\n');
}

/** The results of each client, row by row. */
export function rowTables(results: Results): string {
	return [...results.values()].flatMap(describeScenario).join('\n\n');
}

/** All targets with the measured values; the console shows this table too. */
export function verdictTable(verdicts: readonly Verdict[], results: Results): string {
	return toTable(
		['Scenario', 'Target', 'Limit', 'Measured', 'Floor in n8n', ''],
		verdicts.map(({ target, limit, measured, floor, isMet }) => [
			results.get(target.scenario)?.scenario.title ?? target.scenario,
			target.promise,
			number(limit),
			number(measured.value) + (measured.detail ? ` (${measured.detail})` : ''),
			floor === undefined ? '' : number(floor),
			isMet ? 'met' : '**missed**',
		]),
	);
}

function describeScenario({ scenario, clients: measured }: ScenarioResult): string[] {
	const bare = measured.find(({ name }) => name === 'bareClient');
	const least =
		scenario.leastTimeMs === undefined
			? []
			: [`Least time that the limit allows: ${duration(scenario.leastTimeMs)}.`];
	const isOverNetwork = scenario.roundTripMs !== undefined;
	return [
		`## ${scenario.title}`,
		toTable(
			[
				'',
				'Time',
				'Spread',
				'x bare client',
				'Requests',
				...(isOverNetwork ? ['Connections'] : []),
				'Most in flight',
				'429',
				'Failed items',
				'Peak heap',
				'Peak RSS',
				'Result holds',
			],
			measured.map((result) => [clients[result.name].title, ...figuresOf(result, bare)]),
		),
		[...least, ...scenario.notes].join(' '),
	];
}

function figuresOf(result: ClientResult, bare: ClientResult | undefined): string[] {
	const { rounds, memory } = result;
	const times = spread(rounds.map(({ timeMs }) => timeMs));
	const most = (read: (round: (typeof rounds)[number]) => number) => Math.max(...rounds.map(read));
	return [
		duration(timeOf(result)),
		`${duration(times.min)} - ${duration(times.max)}`,
		bare ? number(timeOf(result) / timeOf(bare)) : '',
		String(most(({ requests }) => requests.requests)),
		...(rounds.some(({ connections }) => connections !== undefined)
			? [String(most(({ connections = 0 }) => connections))]
			: []),
		String(most(({ requests }) => requests.max_in_flight)),
		String(most(({ requests }) => requests.by_status['429'] ?? 0)),
		String(most(({ failed }) => failed)),
		megabytes(most(({ peakHeapMb }) => peakHeapMb)),
		megabytes(most(({ peakRssMb }) => peakRssMb)),
		memory ? megabytes(memory.heldHeapMb) : '',
	];
}

/** Whole numbers as they are, ratios with two decimals. */
export function number(value: number): string {
	return Number.isInteger(value) ? String(value) : value.toFixed(2);
}

/** `12.3 ms` below one second, `1.23 s` from one second on. */
export function duration(timeMs: number): string {
	return timeMs < MS_PER_S ? `${timeMs.toFixed(1)} ms` : `${(timeMs / MS_PER_S).toFixed(2)} s`;
}

const megabytes = (value: number): string => `${Math.max(0, value).toFixed(0)} MB`;

const HOW_TO_READ = `## How to read this

All clients run in one process with n8n's real engine, one after another, for several rounds. The service is the sandbox of
this repository, in its own process. An answer takes at least 50 ms unless the row says *answered immediately*. Times are
medians. The ratios say more than the times, which differ from machine to machine. Counts are those of the worst round.

- **this node**: with its defaults, except for what the row names.
- **HTTP Request**: n8n's own node with the same credential and its own pagination; *batched*: 10 requests every 200 ms.
- **bare client**: a keep-alive client in a few lines of Node, without n8n, with the same limit on requests in flight
  unless the row says otherwise. It shows how fast the same requests can be without n8n.
- **floor in n8n**: the same few lines inside a node, sent through n8n's \`httpRequestWithAuthentication\`. n8n opens a new
  connection for each request and prepares the credential each time. No node that keeps n8n's rules can send the
  same requests faster. A target below this floor needs fewer requests, or more in flight.

Rows *over a network* have TLS and a round trip of 50 ms between the clients and the service; the others have neither. A
new connection takes two round trips there before its request (TCP, TLS 1.3), which a keep-alive client pays once.
Bandwidth, losses, and the slow start of TCP are not imitated. Slow start makes the first large answer of a connection slower still.

*Peak heap* and *peak RSS* show how much memory grew after the start of a round, including garbage. RSS may show 0, because
the process reuses memory that it already has. *Result holds* is the memory still in use at the end, without garbage, while
the result is kept. In lists, the other clients keep all fields of each record, but this node keeps only its simplified
output. That takes less memory and less time to clean up, so this node can be faster than the floor there.`;

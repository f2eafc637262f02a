import type { Surroundings } from '../surroundings';
import { toTable } from '../toTable';
import type { MemoryCheck } from './checkMemory';
import type { SoakResult } from './runSoak';
import type { Claim } from './compareWithService';
import { CONVERT_PATH } from './soakSetup';

const SHOWN_DISCREPANCIES = 20;

/** Each claim in words, with the state that the service must report for it. */
const CLAIMS: Record<Claim, [output: string, mustBe: string]> = {
	converted: ["`outcome: 'converted'`", 'managed, converted once'],
	attemptFailed: ["failed, `outcome: 'failed'`", 'not managed, one failed conversion'],
	unsupported: ["`outcome: 'unsupported'`", 'never acted on'],
	pending: ["`outcome: 'pending'`", 'accepted, and without an end'],
	mayHaveActed: ['failed, `may_have_acted: true`', 'either, and never sent again'],
	notDone: ['failed, without `may_have_acted`', 'never acted on'],
	unreadable: ['anything else', 'no such item'],
};

const count = (value: number) => value.toLocaleString('en');
const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)}%`;

/** The report as Markdown. */
export function toSoakReport(
	result: SoakResult,
	memory: MemoryCheck | undefined,
	{ date, machine, versions }: Surroundings,
): string {
	const { setup, timeMs, comparison } = result;
	return `${[
		'# Soak',
		`\`npm run soak -- --items ${setup.items}\` wrote this. ${date}; ${machine}; ${versions}.`,
		`One run of 'Convert unmanaged access code to managed' with 'Wait for Completion' over ${count(setup.items)} items in the n8n engine, ` +
			`against the sandbox in a process of its own. ${percent(setup.faultShare, 1)} of all requests meet a fault; ` +
			`a device accepts ${setup.conversionsPerWindow} conversions in ${setup.rateLimitWindowMs / 1000} s, and a conversion takes ` +
			`${setup.attemptDurationMs / 1000} s. Options other than the defaults: Timeout ${setup.timeoutMs / 1000} s, ` +
			`Wait Timeout ${setup.waitTimeoutMs / 1000} s, Longest Wait Between Checks 3 s. It took ${(timeMs / 1000).toFixed(0)} s, ` +
			`including the Wait Timeout for the attempts that stay pending.`,
		accountSection(result),
		`## Requests\n\n${requestTable(result)}`,
		`## Faults met\n\n${faultTable(result)}`,
		memorySection(result, memory),
	].join('\n\n')}\n${discrepancySection(comparison.discrepancies)}`;
}

function accountSection({ comparison: { claims, askedAgain, discrepancies } }: SoakResult): string {
	const rows = (Object.keys(CLAIMS) as Claim[]).map((claim) => {
		const { items, managed } = claims[claim];
		return [...CLAIMS[claim], count(items), count(managed)];
	});
	const conclusion =
		discrepancies.length > 0
			? 'The discrepancies are at the end.'
			: 'Every item has one output, in the order of the items, and no code was acted on twice. ' +
				`${count(askedAgain)} codes were asked for more than once, each time after an answer 429 alone.`;
	return `## Accounting: ${discrepancies.length === 0 ? 'exact' : `${count(discrepancies.length)} discrepancies`}

What the node said of each item, held against the service's own state after the run and against every request that it got for the code.

${toTable(['output of the node', 'what the service must say', 'items', 'managed in the end'], rows)}

${conclusion}`;
}

function requestTable({ service: { requestsByPath, maxInFlight } }: SoakResult): string {
	const rows = Object.entries(requestsByPath).map(
		([path, { requests, faultsMet, refusedForLimit }]) => [
			`\`${path}\``,
			count(requests),
			count(faultsMet),
			percent(faultsMet, requests),
			count(refusedForLimit),
			percent(refusedForLimit, requests),
		],
	);
	return `${toTable(['path', 'requests', 'met a fault', '', 'refused for the rate limit', ''], rows)}\n\nMost requests in flight: ${maxInFlight}.`;
}

function faultTable({ service: { faultsMet } }: SoakResult): string {
	const names = [...new Set(faultsMet.map(({ name }) => name))].sort();
	const timesOf = (name: string, isConvert: boolean) =>
		faultsMet
			.filter((entry) => entry.name === name && (entry.path === CONVERT_PATH) === isConvert)
			.reduce((sum, { times }) => sum + times, 0);
	return toTable(
		['fault', 'conversions', 'lookups'],
		names.map((name) => [name, count(timesOf(name, true)), count(timesOf(name, false))]),
	);
}

function memorySection({ memory }: SoakResult, verdict: MemoryCheck | undefined): string {
	const samples = toTable(
		['when', 'heap in use, MB', 'resident, MB'],
		memory.map(({ at, heapMb, rssMb }) => [at, heapMb.toFixed(1), rssMb.toFixed(0)]),
	);
	const intro =
		'## Memory of the process that runs n8n\n\nGarbage is collected before each sample. What is held includes the items that came in, and the accepted actions until they end.';
	if (!verdict) return `${intro}\n\n${samples}`;
	const { small, large, peakRatio, heldRatio, leftShare, isFlat } = verdict;
	const growth = toTable(
		[
			'items',
			'peak, KB an item',
			'held at the end, KB an item',
			'a copy of the output alone, KB an item',
			'left, MB',
		],
		[small, large].map((run) => [
			count(run.items),
			run.peakKbPerItem.toFixed(2),
			run.heldKbPerItem.toFixed(2),
			run.outputKbPerItem.toFixed(2),
			run.leftMb.toFixed(1),
		]),
	);
	return `${intro}

${samples}

Growth over what is left once the output is let go, against a run of a fifth of the items just before:

${growth}

Per item, the peak of the large run is ${peakRatio.toFixed(2)} times that of the small one, and it holds ${heldRatio.toFixed(2)} times as much at its end (both at most 1.25). What it leaves behind exceeds what the small one leaves by ${percent(leftShare, 1)} of what it held (at most 10%). ${isFlat ? 'Memory is linear, and nothing stays.' : 'Memory is NOT flat.'}`;
}

function discrepancySection(discrepancies: string[]): string {
	if (discrepancies.length === 0) return '';
	const shown = discrepancies.slice(0, SHOWN_DISCREPANCIES).map((text) => `* ${text}`);
	return `\n## Discrepancies\n\nThe first ${shown.length} of ${count(discrepancies.length)}:\n\n${shown.join('\n')}\n`;
}

import type { ConversionRecord, Conversions } from '../../../sandbox/faults/conversions';

export interface ReportRow {
	outcome: string;
	/** Number of codes; 0 for locks and batches that could not be read. */
	codes: number;
	device: string;
	device_id: string;
	reason: string;
	/** Empty for converted codes, which are only counted. */
	access_code_ids: string[];
}

/** A run of the migration: its report, and the service's state before and after it. */
export interface PortfolioRun {
	rows: readonly ReportRow[];
	before: Conversions;
	after: Conversions;
	/** The devices whose codes the report does not cover, from batches that were interrupted. */
	unreadDevices?: ReadonlySet<string>;
}

/** A report compared with the service's own state. */
export interface PortfolioSettlement {
	counts: Record<string, number>;
	/** The first 50 discrepancies, in words; empty if the report is exact. */
	discrepancies: string[];
}

/** Statuses after which a request may be sent again, because the service did not act. */
const MAY_BE_ASKED_AGAIN = new Set<number | null>([429]);

/** Outcomes of codes without a conversion request in this run. */
const NOT_ASKED_FOR = new Set(['keep', 'replace', 'failed before']);

const MOST_TOLD = 50;

/** Compares a run's report of each code with the service's state and with the requests for the code. */
export function settlePortfolio({
	rows,
	before,
	after,
	unreadDevices = new Set(),
}: PortfolioRun): PortfolioSettlement {
	const discrepancies: string[] = [];
	const say = (code: string, problem: string) => {
		if (discrepancies.length < MOST_TOLD) discrepancies.push(`${code}: ${problem}`);
	};
	const known = new Map(after.codes.map((code) => [code.access_code_id, code]));
	const earlier = new Map(before.codes.map((code) => [code.access_code_id, code]));
	const outcomes = outcomesById(rows, known, say);
	const notRead = new Set([
		...unreadDevices,
		...rows.filter(({ outcome }) => outcome === 'not read').map(({ device_id: id }) => id),
	]);
	let counted = 0;
	for (const code of after.codes) {
		const old = earlier.get(code.access_code_id);
		const problem = (text: string) => say(code.access_code_id, `${text}; ${JSON.stringify(code)}`);
		if (!old) problem('was not there before the run');
		else if (old.is_managed) checkManaged(code, old, outcomes.get(code.access_code_id), problem);
		// An earlier run may have requested the conversion and been stopped before the service finished it.
		else if (
			code.is_managed &&
			code.answers.length === old.answers.length &&
			!outcomes.has(code.access_code_id)
		)
			continue;
		else if (notRead.has(code.device_id)) checkUnread(code, old, problem);
		else if (outcomes.has(code.access_code_id))
			problemsOf(outcomes.get(code.access_code_id) ?? '', code, old).forEach(problem);
		else {
			counted++;
			problemsOf('converted', code, old).forEach(problem);
		}
	}
	const counts = countOutcomes(rows);
	if ((counts.converted ?? 0) !== counted)
		say(
			'converted',
			`${counts.converted ?? 0} are reported, and ${counted} codes are not named in the report`,
		);
	checkDevices(after, say);
	return { counts, discrepancies };
}

export function countOutcomes(rows: readonly ReportRow[]): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const { outcome, codes } of rows) counts[outcome] = (counts[outcome] ?? 0) + codes;
	return counts;
}

type Say = (code: string, problem: string) => void;

function outcomesById(
	rows: readonly ReportRow[],
	known: ReadonlyMap<string, ConversionRecord>,
	say: Say,
): Map<string, string> {
	const outcomes = new Map<string, string>();
	for (const { outcome, codes, device_id: deviceId, access_code_ids: ids } of rows) {
		if (outcome !== 'converted' && ids.length !== codes)
			say(deviceId, `${codes} codes are reported as ${outcome}, and ${ids.length} named`);
		for (const id of ids) {
			if (outcomes.has(id)) say(id, `is reported twice, as ${outcomes.get(id)} and ${outcome}`);
			if (known.get(id)?.device_id !== deviceId)
				say(id, 'is reported on a device that does not hold it');
			outcomes.set(id, outcome);
		}
	}
	return outcomes;
}

function checkManaged(
	code: ConversionRecord,
	old: ConversionRecord,
	outcome: string | undefined,
	problem: (text: string) => void,
): void {
	if (outcome !== undefined) problem(`was managed before the run, and is reported as ${outcome}`);
	if (code.answers.length > old.answers.length)
		problem('was managed before the run, and was asked for again');
}

function checkUnread(
	code: ConversionRecord,
	old: ConversionRecord,
	problem: (text: string) => void,
): void {
	for (const text of repetitions(code, old)) problem(text);
}

function problemsOf(outcome: string, code: ConversionRecord, old: ConversionRecord): string[] {
	const asked = code.answers.length - old.answers.length;
	const hasFailed = code.failed > old.failed;
	const contradictions: Record<string, Array<[boolean, string]>> = {
		converted: [[!code.is_managed || code.converted !== 1, 'said to be converted, and is not']],
		failed: [[code.is_managed || !hasFailed, 'said to have failed at the lock, and has not']],
		'failed before': [
			[code.is_managed || code.failed === 0, 'said to have failed before, and has not'],
		],
		keep: [[code.is_managed, 'said to be kept as it is, and is managed']],
		replace: [[code.is_managed, 'said to be in need of replacement, and is managed']],
		unsupported: [[code.is_managed || hasFailed, 'said to be unsupported, and was acted on']],
		refused: [[code.is_managed || hasFailed, 'said to be refused, and was acted on']],
		pending: [[code.answers.at(-1) !== 200, 'said to be accepted, and was not']],
		'not certain': [],
	};
	return [
		...(
			contradictions[outcome] ?? [
				[true, `reported as '${outcome}', which says nothing that can be checked`],
			]
		)
			.filter(([isContradicted]) => isContradicted)
			.map(([, text]) => text),
		...(NOT_ASKED_FOR.has(outcome) && asked > 0
			? [`reported as '${outcome}', and was asked for`]
			: []),
		...repetitions(code, old),
	];
}

/** Finds writes that were sent again although the first one may have taken effect. */
function repetitions(code: ConversionRecord, old: ConversionRecord): string[] {
	const inThisRun = code.answers.slice(old.answers.length);
	const again = inThisRun.slice(0, -1).filter((status) => !MAY_BE_ASKED_AGAIN.has(status));
	return [
		...(again.length > 0
			? ['was sent again in one run after an answer that does not prove that nothing happened']
			: []),
		...(code.converted + code.failed > 1
			? [`was acted on ${code.converted + code.failed} times`]
			: []),
	];
}

/** If an accepted request began no conversion, it joined a running one, so the code was requested twice. */
function checkDevices({ codes, pending_by_device: pending }: Conversions, say: Say): void {
	const joined: Record<string, number> = {};
	for (const { device_id: deviceId, answers, converted, failed } of codes) {
		const accepted = answers.filter((status) => status === 200).length;
		joined[deviceId] = (joined[deviceId] ?? 0) + accepted - converted - failed;
	}
	for (const [deviceId, count] of Object.entries(joined)) {
		if (count > (pending[deviceId] ?? 0))
			say(
				deviceId,
				`${count - (pending[deviceId] ?? 0)} conversions were asked for while they were under way`,
			);
	}
}

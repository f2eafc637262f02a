import { type AcceptedAt, canBeOf, firstSecondOf, isSurelyOf, type Progress } from './progress';
import { LOOK_UP_BATCH_SIZE } from '../transport/limits';
import { takeList } from '../transport/httpCall';
import type { SendRequest } from '../transport/request';
import type { Endpoint } from '../wire/endpoints';
import { readEvents, type ServiceEvent } from '../wire/events';
import type { WireObject } from '../wire/records';
import { listWindow } from '../lists/listEvents';
import { getRecord } from '../lists/getRecord';
import { lookUpEach, type LookUpFailures, lookUpInBatches, readIfOffered } from '../lists/lookUps';
import type { LookUp } from './awaitOutcomes';

/** For an action without an action attempt (docs/service.md#unmanaged-4). */
export interface OutcomeEvents {
	succeeded: string;
	failed?: string;
	/** The event if someone converted the code that was to be deleted. */
	overtaken?: string;
	succeededWhenListedBy?: '/access_codes/list';
	succeededWhenUnknownTo?: '/access_codes/unmanaged/get' | '/access_codes/get';
	overtakenWhenKnownTo?: '/access_codes/get' | '/access_codes/unmanaged/get';
	/** By default, someone converted the code. */
	overtakenIs?: Progress;
	goneWhenUnknownTo?: '/access_codes/unmanaged/get';
}

export type AcceptanceTimes = ReadonlyMap<string, AcceptedAt>;

const OVERTAKEN: Progress = { is: 'failed', found: 'overtaken' };

/** For a code without an action: no event counts. */
const NEVER: AcceptedAt = { acceptedAtMs: Infinity };

/** A failure that may be from an earlier attempt must stay the newest event in so many lookups. */
const LOOK_UPS_TO_CONFIRM = 3;

/** Without an event list, checks the codes themselves. Notes failures. */
export function lookUpOutcomeEvents(
	send: SendRequest,
	events: OutcomeEvents,
	acceptanceTimes: AcceptanceTimes,
	failures: LookUpFailures,
): LookUp<Progress> {
	const confirmations = new Map<string, number>();
	const ifOffered = readIfOffered<CodeProgress[]>();
	const lookUpBatch = async (batch: string[]) =>
		(await ifOffered(
			async () => await readOutcomeEvents(send, events, acceptanceTimes, batch, confirmations),
		)) ?? (await readCodes(send, events, batch, failures));
	return async (accessCodeIds) =>
		new Map(await lookUpInBatches(accessCodeIds, failures, lookUpBatch));
}

type CodeProgress = [accessCodeId: string, outcome: Progress];

/** Converted codes are in the list of managed codes, and deleted codes no longer exist. */
async function readCodes(
	send: SendRequest,
	events: OutcomeEvents,
	accessCodeIds: string[],
	failures: LookUpFailures,
): Promise<CodeProgress[]> {
	const { succeededWhenListedBy, succeededWhenUnknownTo } = events;
	const listed = succeededWhenListedBy
		? await readListedCodes(send, succeededWhenListedBy, accessCodeIds)
		: [];
	const unknown = succeededWhenUnknownTo
		? await findUnknown(send, succeededWhenUnknownTo, accessCodeIds, failures)
		: [];
	return [
		...listed.map((record): CodeProgress => [
			String(record.access_code_id),
			{ is: 'done', shownBy: record },
		]),
		...(await judgeUnknown(send, events, unknown, failures)),
	];
}

/** A missing code was deleted, converted, or is no longer managed. */
async function judgeUnknown(
	send: SendRequest,
	{ overtakenWhenKnownTo, overtakenIs = OVERTAKEN }: OutcomeEvents,
	accessCodeIds: string[],
	failures: LookUpFailures,
): Promise<CodeProgress[]> {
	const nowhere = overtakenWhenKnownTo
		? await findUnknown(send, overtakenWhenKnownTo, accessCodeIds, failures)
		: accessCodeIds;
	const readable = accessCodeIds.filter((id) => !failures.has(id));
	return readable.map((id) => [id, nowhere.includes(id) ? { is: 'done' } : overtakenIs]);
}

/** Reads the codes themselves, because an event may never come. Notes failures. */
export async function checkCodes(
	send: SendRequest,
	events: OutcomeEvents,
	accessCodeIds: string[],
	failures: LookUpFailures,
): Promise<Map<string, Progress>> {
	const { goneWhenUnknownTo } = events;
	// Before the list is read, so that a code converted in between does not count as gone. Skipped
	// for many open codes, because then the whole service is slow.
	const isFew = accessCodeIds.length <= LOOK_UP_BATCH_SIZE;
	const unknown =
		goneWhenUnknownTo && isFew
			? await findUnknown(send, goneWhenUnknownTo, accessCodeIds, failures)
			: [];
	const found = new Map(
		await lookUpInBatches(
			accessCodeIds,
			failures,
			async (batch) => await readCodes(send, events, batch, failures),
		),
	);
	for (const id of unknown)
		if (!found.has(id) && !failures.has(id)) found.set(id, { is: 'failed', found: 'gone' });
	return found;
}

export async function findUnknown(
	send: SendRequest,
	endpoint: Endpoint,
	accessCodeIds: string[],
	failures: LookUpFailures,
): Promise<string[]> {
	return await lookUpEach(accessCodeIds, failures, async (id) => {
		const body = { access_code_id: id };
		const code = await getRecord(send, endpoint, 'access_code', body, { maxRetries: 0 });
		return code === undefined ? id : undefined;
	});
}

async function readListedCodes(
	send: SendRequest,
	endpoint: Endpoint,
	accessCodeIds: string[],
): Promise<WireObject[]> {
	const body = { access_code_ids: accessCodeIds, limit: accessCodeIds.length };
	const answer = await send({ endpoint, body, effect: 'read', maxRetries: 0 });
	return takeList(answer, 'access_codes').filter(
		(record) =>
			accessCodeIds.includes(String(record.access_code_id)) && record.is_managed !== false,
	);
}

async function readOutcomeEvents(
	send: SendRequest,
	events: OutcomeEvents,
	acceptanceTimes: AcceptanceTimes,
	accessCodeIds: string[],
	confirmations: Map<string, number>,
): Promise<CodeProgress[]> {
	const earliestMs = Math.min(
		...accessCodeIds.map((id) => firstSecondOf(acceptanceTimes.get(id) ?? NEVER)),
	);
	const query = {
		window: { afterMs: earliestMs - 1 },
		filters: {
			event_types: [events.succeeded, events.failed, events.overtaken].filter(
				(type) => type !== undefined,
			),
			access_code_ids: accessCodeIds,
		},
		// A code has few of these events within one wait.
		limit: accessCodeIds.length * 5,
		maxRetries: 0,
	};
	const { records } = await listWindow(send, query);
	return latestOutcomes(readEvents(records), events, acceptanceTimes, confirmations);
}

/** The newest event since acceptance decides (docs/service.md#events-2). */
function latestOutcomes(
	listed: ServiceEvent[],
	{ succeeded, failed, overtaken }: OutcomeEvents,
	acceptanceTimes: AcceptanceTimes,
	confirmations: Map<string, number>,
): CodeProgress[] {
	const outcomes = new Map<string, Progress>();
	const inOrder = [...listed].sort((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at));
	for (const event of inOrder) {
		const id = event.access_code_id ?? '';
		if (!canBeOf(acceptanceTimes.get(id) ?? NEVER, Date.parse(event.created_at))) continue;
		const { event_type: type } = event;
		// The service may ignore the filter.
		if (![succeeded, failed, overtaken].includes(type)) continue;
		const shown: Progress =
			type === overtaken ? OVERTAKEN : { is: type === succeeded ? 'done' : 'failed' };
		outcomes.set(id, { ...shown, shownBy: event });
	}
	for (const [id, outcome] of outcomes) {
		const createdAtMs = Date.parse(String(outcome.shownBy?.created_at));
		const isCertain =
			outcome.is === 'done' || isSurelyOf(acceptanceTimes.get(id) ?? NEVER, createdAtMs);
		const timesSeen = (confirmations.get(id) ?? 0) + 1;
		confirmations.set(id, timesSeen);
		if (!isCertain && timesSeen < LOOK_UPS_TO_CONFIRM) outcomes.delete(id);
	}
	return [...outcomes];
}

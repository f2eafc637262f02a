import type { IDataObject } from 'n8n-workflow';
import { describeError } from '../../errors/describeError';
import { lookUpEach, type LookUpFailures } from '../../lists/lookUps';
import type { Clock } from '../../transport/clock';
import type { SendRequest } from '../../transport/request';
import type { AcceptedAt, LookUpProgress, Progress } from '../../waiting/progress';
import { awaitActions, isUndecided } from '../../waiting/awaitActions';
import { awaitOutcomes, type WaitLimits } from '../../waiting/awaitOutcomes';
import type { OutcomeEvents } from '../../waiting/lookUpOutcomeEvents';
import type { WireObject } from '../../wire/records';
import type { Subject, Words } from '../output/actionResult';
import type { Field, Fields, ItemRun, ItemState, ItemWork } from '../types';

/** A write that the service accepted, or may have accepted, and how far it has come with it. */
export interface Sent extends Subject {
	is: 'sent';
	work: ItemWork;
	/** Of the record that look-ups ask for. */
	id: string;
	acceptedAt: AcceptedAt;
	/** The error of a write that the service may have carried out. Its item fails with it if no look-up tells more. */
	unclear?: unknown;
	progress: Progress;
	words: Words;
}

export interface Wait {
	/** By default, those of the operation. */
	words?: Words;
	isFor: (sent: Sent) => boolean;
	/** Gives one progress for each item, in order. Never throws for a failed look-up. */
	look: (run: ItemRun, sent: readonly Sent[], limits: WaitLimits) => Promise<Progress[]>;
}

/** All waits share one deadline. */
export async function awaitSent(
	run: ItemRun,
	states: ReadonlyArray<Sent | ItemState>,
	waits: readonly Wait[],
): Promise<Array<Sent | ItemState>> {
	const { wait: limits } = run.settings;
	const deadlineMs = Date.now() + limits.timeoutMs;
	let latest = [...states];
	for (const { words, isFor, look } of waits) {
		const open = latest.filter((state): state is Sent => state?.is === 'sent' && isFor(state));
		if (open.length === 0) continue;
		const timeoutMs = Math.max(deadlineMs - Date.now(), 0);
		const found = await look(run, open, { ...limits, timeoutMs });
		const later = new Map<unknown, Sent>(
			open.map((sent, index) => {
				const { attempt, shownBy } = sent.progress;
				const progress = { attempt, shownBy, ...(found[index] ?? { is: 'pending' as const }) };
				return [sent, { ...sent, progress, words: words ?? sent.words }];
			}),
		);
		latest = latest.map((state) => later.get(state) ?? state);
	}
	return latest;
}

export const untilActed = (
	events: OutcomeEvents | undefined,
	condition: WaitCondition | undefined,
): Wait => ({
	isFor: ({ progress, work: { values } }) =>
		isUndecided(progress, events) &&
		(values.waitForCompletion === true || isAwaited(condition, values.options)),
	look: async ({ send, stop }, sent, limits) =>
		await awaitActions(
			send,
			sent.map(({ id, acceptedAt, progress: { attempt } }) => ({
				id,
				acceptedAt,
				attempt,
			})),
			events,
			limits,
			{ signal: stop.signal },
		),
});

/** Looks once after failed actions that the service may carry out when the lock is back. */
export const unlessLockIsAway = (lookUp: LookUpProgress): Wait => ({
	isFor: ({ progress: { is, found } }) => is === 'failed' && found === undefined,
	look: async ({ send, stop }, sent) => {
		const ids = new Set(sent.map(({ id }) => id));
		const found = stop.signal.aborted
			? new Map<string, Progress>()
			: await lookUp(send, new Map())([...ids]);
		return sent.map(({ id, progress }) => {
			const seen = found.get(id);
			if (seen?.found === 'waiting_for_lock') return { ...seen, attempt: progress.attempt };
			if (seen?.type === 'access_code_not_found')
				return { ...progress, found: 'gone', advice: seen.advice };
			return seen?.is === 'failed' ? { ...progress, advice: seen.advice } : progress;
		});
	},
});

export const untilReached = (condition: WaitCondition, words: Words = condition): Wait => ({
	words,
	isFor: ({ progress, work: { values } }) =>
		(progress.is === 'done' || (progress.is === 'unknown' && condition.tellsAlone === true)) &&
		isAwaited(condition, values.options),
	look: async ({ send, stop, operation }, sent, limits) => {
		const found = await awaitRecords(send, sent, condition, limits, { signal: stop.signal });
		const lastItems = new Map(sent.map(({ id, work }) => [id, work.itemIndex]));
		return sent.map(({ id, work, progress }) => {
			const read = found.get(id) ?? { is: 'pending' };
			// What nobody knows stays so if the record cannot be read.
			const state = progress.is === 'unknown' && read.unreadable !== undefined ? progress : read;
			const last = lastItems.get(id);
			return operation.inOrderOf && last !== work.itemIndex
				? { ...state, restriction: `item ${last} changed it again` }
				: state;
		});
	},
});

/** Tells from the body of the request how far the access system is with the change. */
export type ChangeCheck = (send: SendRequest, sent: WireObject) => Promise<Progress>;

/** Checks each change at least once, and waits for those that wait for completion. */
export const untilMade = (check: ChangeCheck): Wait => ({
	isFor: () => true,
	look: async (run, sent, limits) => {
		const failures: LookUpFailures = new Map();
		const latest = new Map<string, Progress>();
		const send: SendRequest = async (request) => await run.send({ ...request, maxRetries: 0 });
		const lookUp = async (places: string[]) => {
			await lookUpEach(places, failures, async (place) => {
				latest.set(place, await check(send, sent[Number(place)]?.work.body ?? {}));
			});
			return new Map([...latest].filter(([, { is }]) => is === 'done'));
		};
		const atOnce = await lookUp(sent.map((_one, place) => String(place)));
		const open = sent.flatMap(({ work: { values } }, place) =>
			!atOnce.has(String(place)) && values.waitForCompletion === true ? [String(place)] : [],
		);
		const { signal } = run.stop;
		await awaitOutcomes(open, lookUp, limits, { failures, signal });
		return sent.map((_one, index) => {
			const progress = latest.get(String(index)) ?? { is: 'pending' };
			return { ...progress, unreadable: whyUnreadable(failures, String(index)) };
		});
	},
});

export interface WaitCondition extends Words {
	/** Stored in workflows. Without an option, every item waits. */
	optionName?: string;
	option?: Field;
	idField: string;
	pendingSentence: string;
	/**
	 * Reads the record in the answer. Without this, every record is looked up after a first pause.
	 */
	readState?: (record: WireObject) => Progress;
	lookUp: LookUpProgress;
	/** A record in this state is enough, also if the service has forgotten the attempt. */
	tellsAlone?: true;
}

export const isAwaited = (
	condition: WaitCondition | undefined,
	options: IDataObject,
): condition is WaitCondition =>
	condition !== undefined &&
	(condition.optionName === undefined || options[condition.optionName] === true);

export const conditionOption = (condition: WaitCondition | undefined): Fields =>
	condition?.optionName && condition.option ? { [condition.optionName]: condition.option } : {};

/** Waits until all records have reached the state or never will. */
export async function awaitRecords(
	send: SendRequest,
	records: ReadonlyArray<{ id: string; record?: WireObject }>,
	condition: WaitCondition,
	limits: WaitLimits,
	{ signal, clock }: { signal?: AbortSignal; clock?: Clock } = {},
): Promise<Map<string, Progress>> {
	const failures: LookUpFailures = new Map();
	const latest = new Map<string, Progress>();
	for (const { id, record } of records)
		if (condition.readState && record) latest.set(id, condition.readState(record));
	const isOpen = (state: Progress | undefined) =>
		state === undefined || (state.is === 'pending' && state.found === undefined);
	const lookUpStates = condition.lookUp(send, failures);
	const lookUp = async (ids: string[]) => {
		const found = await lookUpStates(ids);
		for (const [id, state] of found) latest.set(id, state);
		return new Map([...found].filter(([, state]) => !isOpen(state)));
	};
	const open = records.filter(({ id }) => isOpen(latest.get(id))).map(({ id }) => id);
	await awaitOutcomes(new Set(open), lookUp, limits, { failures, signal, clock });
	return new Map(
		records.map(({ id }) => [
			id,
			{ ...(latest.get(id) ?? { is: 'pending' }), unreadable: whyUnreadable(failures, id) },
		]),
	);
}

const whyUnreadable = (failures: LookUpFailures, id: string): string | undefined =>
	failures.has(id) ? describeError(failures.get(id)).message : undefined;

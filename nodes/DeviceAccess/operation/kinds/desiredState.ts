import type { IDataObject } from 'n8n-workflow';
import { UnforeseenError, wasNotStarted } from '../../errors/errors';
import { mapWithConcurrency } from '../../transport/mapWithConcurrency';
import type { SendRequest } from '../../transport/request';
import type { WireObject } from '../../wire/records';
import { hintOfOutcomes } from '../output/executionHints';
import { recordShaper } from '../output/shapeRecord';
import { awaitRecords } from '../run/awaitRecords';
import { finishItem } from '../run/finishItem';
import { failItem, hasStopped, stateOfError } from '../run/itemPolicy';
import { runGroups, sendUncancellable } from '../run/runGroups';
import { waitLimits } from '../run/runSettings';
import type {
	FailedItem,
	Fields,
	ItemRun,
	ItemState,
	ItemValues,
	ItemWork,
	Kind,
	PreparedItem,
} from '../types';
import type { WaitCondition } from '../waitCondition';

/** One item after its changes. */
export interface Reconciled {
	/** The ID of the record that `waitCondition` waits for; undefined if the item does not wait. */
	awaitedId?: string;
	/** Returns the item as it is now. Called after all waiting. */
	toRecord: () => WireObject | Promise<WireObject>;
}

/** Makes the records match what the items describe. `Shared` is common to all items of a run. */
export interface DesiredStateDefinition<Desired, Shared, Result extends Reconciled = Reconciled> {
	options: Fields;
	/**
	 * Reads the desired state from an item. Throws InvalidParameterError, before the first request,
	 * for invalid values.
	 */
	read: (values: ItemValues, input: IDataObject) => Desired;
	/**
	 * What is known of an item that cannot be read, for `prepare`; undefined for nothing. The item
	 * fails anyway.
	 */
	unread?: (values: ItemValues, input: IDataObject, error: unknown) => Desired | undefined;
	/** Items of a group run one after another. */
	groupOf: (desired: Desired) => string;
	/**
	 * Reads what all items share. If it throws, every item fails with nothing changed. `desired` has
	 * `unread` items, too. `options` are those of the valid items.
	 */
	prepare: (
		run: ItemRun,
		desired: ReadonlyArray<Desired | undefined>,
		options: ReadonlyArray<ItemValues['options']>,
	) => Shared | Promise<Shared>;
	/**
	 * Throws for an item that cannot be carried out. All items are checked before the first change.
	 */
	check?: (shared: Shared, desired: Desired) => void;
	/**
	 * Compares, and changes what differs. Sends every change with `uncancellable`, which also notes
	 * that something changed.
	 */
	reconcile: (
		step: { shared: Shared; uncancellable: SendRequest; values: ItemValues },
		desired: Desired,
	) => Promise<Result>;
	/** The later state that the records with an `awaitedId` can reach. */
	waitCondition?: WaitCondition;
	/** Reads the records of all items together, after the wait if there was one. */
	readTogether?: (run: ItemRun, results: readonly Result[], hasWaited: boolean) => Promise<void>;
	/** Further items at the end of the output, without an input item. */
	conclude?: (shared: Shared, uncancellable: SendRequest) => Promise<WireObject[]>;
	/** Why all items must be in one workspace, if the operation handles them together. */
	needsOneWorkspace?: string;
}

export interface DesiredStateKind extends Kind {
	readonly name: 'desiredState';
}

const DRY_RUN = "Dry run: nothing was changed. See 'changes' for what would change.";

/** Items describe the desired state. Only differences are changed. */
export const desiredState = <Desired, Shared, Result extends Reconciled = Reconciled>(
	definition: DesiredStateDefinition<Desired, Shared, Result>,
): DesiredStateKind => ({
	name: 'desiredState',
	fields: {},
	options: definition.options,
	needsOneWorkspace: definition.needsOneWorkspace,
	run: async (run, items) => await reconcileAll(run, definition, items),
	hint: (output) =>
		output.some(({ json }) => json.dry_run === true) ? DRY_RUN : hintOfOutcomes(output),
});

/** An item and the state that it describes. */
interface DesiredItem<Desired> {
	work: ItemWork;
	desired: Desired;
}

/** An item that cannot be read, and what is known of it. */
interface UnreadDesired<Desired> extends FailedItem {
	unread?: Desired;
}

/** An item after its changes, and its place in the input. */
interface ReconciledItem<Result> {
	index: number;
	work: ItemWork;
	reconciled: Result;
	hasChanged: boolean;
}

async function reconcileAll<Desired, Shared, Result extends Reconciled>(
	run: ItemRun,
	definition: DesiredStateDefinition<Desired, Shared, Result>,
	items: readonly PreparedItem[],
): Promise<ItemState[]> {
	const read = items.map((item) => readDesired(run, definition, item));
	const states = read.map((item) => ('desired' in item ? undefined : item) as ItemState);
	if (hasStopped(run) || read.every((item) => !('desired' in item))) return states;
	const prepared = await prepare(run, definition, read);
	if ('error' in prepared)
		return read.map((item) => ('desired' in item ? stateOfError(run, prepared.error) : item));
	const { shared } = prepared;
	const checked = read.map((item) => checkDesired(run, definition, shared, item));
	checked.forEach((item, index) => {
		if (!('desired' in item)) states[index] = item;
	});
	if (hasStopped(run)) return states;
	const reconciled = await reconcileGroups(run, definition, shared, checked, states);
	const results = reconciled.map((item) => item.reconciled);
	const unread = await unlessUnforeseen(async () => {
		const hasWaited = await awaitReconciled(run, definition, reconciled);
		await definition.readTogether?.(run, results, hasWaited);
	});
	await mapWithConcurrency(reconciled, run.settings.requestsInFlight, async (item) => {
		states[item.index] = await finishReconciled(run, item);
	});
	if ('error' in unread) return [...states, ...unforeseen(unread.error)];
	if (hasStopped(run)) return states;
	const changes = sendChanges(run);
	const concluded = await unlessUnforeseen(
		async () => await definition.conclude?.(shared, changes.send),
	);
	if ('error' in concluded) return [...states, ...unforeseen(concluded.error, changes.haveBegun())];
	const { result: extra = [] } = concluded;
	if (extra.length === 0) return states;
	const shape = recordShaper(run.operation, { options: allOptions(read).at(0) ?? {} });
	return [...states, { is: 'finished', records: extra.map(shape) }];
}

async function unlessUnforeseen<Result>(
	step: () => Promise<Result>,
): Promise<{ result: Result } | { error: unknown }> {
	try {
		return { result: await step() };
	} catch (error) {
		return { error };
	}
}

/**
 * A further item that tells the exception. It does not stop the run, because the items that were
 * changed must be returned. None for a cancellation.
 */
const unforeseen = (error: unknown, mayHaveActed = false): FailedItem[] =>
	wasNotStarted(error) ? [] : [{ is: 'failed', error: new UnforeseenError(error, mayHaveActed) }];

function readDesired<Desired>(
	run: ItemRun,
	{ read, unread }: Pick<DesiredStateDefinition<Desired, unknown>, 'read' | 'unread'>,
	item: PreparedItem,
): DesiredItem<Desired> | UnreadDesired<Desired> {
	const { values = { options: {} }, input = {} } = item;
	if ('is' in item) return { ...item, unread: unread?.(values, input, item.error) };
	try {
		return { work: item, desired: read(values, input) };
	} catch (error) {
		return { ...failItem(run, error), unread: unread?.(values, input, error) };
	}
}

function checkDesired<Desired, Shared>(
	run: ItemRun,
	{ check }: Pick<DesiredStateDefinition<Desired, Shared>, 'check'>,
	shared: Shared,
	item: DesiredItem<Desired> | FailedItem,
): DesiredItem<Desired> | FailedItem {
	if (!('desired' in item)) return item;
	try {
		check?.(shared, item.desired);
		return item;
	} catch (error) {
		return failItem(run, error);
	}
}

async function prepare<Desired, Shared>(
	run: ItemRun,
	definition: Pick<DesiredStateDefinition<Desired, Shared>, 'prepare'>,
	read: ReadonlyArray<DesiredItem<Desired> | UnreadDesired<Desired>>,
): Promise<{ shared: Shared } | { error: unknown }> {
	const desired = read.map((item) => ('desired' in item ? item.desired : item.unread));
	try {
		return { shared: await definition.prepare(run, desired, allOptions(read)) };
	} catch (error) {
		return { error };
	}
}

const allOptions = (
	read: ReadonlyArray<DesiredItem<unknown> | FailedItem>,
): Array<ItemValues['options']> =>
	read.flatMap((item) => ('desired' in item ? [item.work.values.options] : []));

/**
 * Reconciles the items, group by group. Those that could not be reconciled get their state in
 * `states`.
 */
async function reconcileGroups<Desired, Shared, Result extends Reconciled>(
	run: ItemRun,
	{ groupOf, reconcile }: DesiredStateDefinition<Desired, Shared, Result>,
	shared: Shared,
	read: ReadonlyArray<DesiredItem<Desired> | FailedItem>,
	states: ItemState[],
): Promise<Array<ReconciledItem<Result>>> {
	const entries = read.flatMap((item, index) => ('desired' in item ? [{ ...item, index }] : []));
	const reconciled: Array<ReconciledItem<Result>> = [];
	const work = async ({ index, work, desired }: (typeof entries)[number]) => {
		const changes = sendChanges(run);
		try {
			const step = { shared, uncancellable: changes.send, values: work.values };
			const result = await reconcile(step, desired);
			reconciled.push({ index, work, reconciled: result, hasChanged: changes.haveBegun() });
		} catch (error) {
			states[index] = stateOfError(run, error, { wasAccepted: changes.haveBegun() });
		}
	};
	await runGroups(run, entries, ({ desired }) => groupOf(desired), work);
	return reconciled;
}

/** Sends like sendUncancellable, and knows whether the service has accepted a change. */
function sendChanges(run: ItemRun) {
	const uncancellable = sendUncancellable(run);
	let haveBegun = false;
	const send: SendRequest = async (request) => {
		const answer = await uncancellable(request);
		haveBegun ||= request.effect === 'write';
		return answer;
	};
	return { send, haveBegun: () => haveBegun };
}

/**
 * Waits for the records of all items together. Resolves with false if there was nothing to wait
 * for.
 */
async function awaitReconciled(
	run: ItemRun,
	{ waitCondition }: { waitCondition?: WaitCondition },
	items: ReadonlyArray<ReconciledItem<Reconciled>>,
): Promise<boolean> {
	const records = items.flatMap(({ reconciled: { awaitedId: id } }) =>
		id === undefined ? [] : [{ id }],
	);
	if (!waitCondition || records.length === 0) return false;
	await awaitRecords(run.send, records, waitCondition, waitLimits(run.settings), {
		signal: run.stop.signal,
	});
	return true;
}

async function finishReconciled(
	run: ItemRun,
	{ work, reconciled, hasChanged }: ReconciledItem<Reconciled>,
): Promise<ItemState> {
	try {
		return finishItem(run, work, await reconciled.toRecord());
	} catch (error) {
		return stateOfError(run, error, { wasAccepted: hasChanged });
	}
}

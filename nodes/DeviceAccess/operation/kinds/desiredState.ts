import type { IDataObject } from 'n8n-workflow';
import { UnforeseenError, wasNotSent } from '../../errors/errors';
import { mapWithConcurrency } from '../../transport/mapWithConcurrency';
import type { SendRequest } from '../../transport/request';
import type { WireObject } from '../../wire/records';
import { hintOfOutcomes, type OutcomeHints } from '../output/outputItems';
import { recordShaper } from '../output/shapeRecord';
import {
	failItem,
	finishedItem,
	hasStopped,
	ofRun,
	runGroups,
	sendUncancellable,
	stateOfError,
	unchanged,
} from '../run/sendItems';
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
import { awaitRecords, isAwaited, type WaitCondition } from '../run/waits';

export interface Reconciled {
	awaitedId?: string;
	/** Called after all waiting. */
	toRecord: () => WireObject | Promise<WireObject>;
}

/** Its item fails before the first change. */
export interface FailedOrder {
	is: 'fail';
	error: unknown;
}

export interface Prepared<Shared, Order> {
	shared: Shared;
	orders: ReadonlyArray<Order | FailedOrder | undefined>;
	/** What to do for records that no item names, after all items. Each gets a further item. */
	further?: readonly Order[];
	/** Further items that say something about all. */
	records?: readonly WireObject[];
}

/** `Desired` is what one item says, and `Order` is what to do about it once all items are known. */
export interface DesiredStateDefinition<
	Desired,
	Shared,
	Result extends Reconciled = Reconciled,
	Order = Desired,
> {
	options: Fields;
	read: (values: ItemValues, input: IDataObject) => Desired;
	/** What `prepare` must know of an item that cannot be read. The item fails anyway. */
	unread?: (values: ItemValues, input: IDataObject, error: unknown) => Desired | undefined;
	groupOf: (order: Order) => string;
	/** The IDs and keys in the item of an order that no input item names, if it fails. */
	idsOf?: (order: Order) => WireObject;
	/**
	 * If it throws, every item fails with nothing changed. `desired` has `unread` items, too.
	 * `options` are those of the valid items.
	 */
	prepare: (
		run: ItemRun,
		desired: ReadonlyArray<Desired | undefined>,
		options: ReadonlyArray<ItemValues['options']>,
	) => Prepared<Shared, Order> | Promise<Prepared<Shared, Order>>;
	/** Sends every change with `uncancellable`, which also notes that something changed. */
	reconcile: (
		step: { shared: Shared; uncancellable: SendRequest; values: ItemValues },
		order: Order,
	) => Promise<Result>;
	waitCondition?: WaitCondition;
	readTogether?: (shared: Shared, results: readonly Result[], hasWaited: boolean) => Promise<void>;
	needsOneWorkspace?: string;
	/** The wire name of the ID that an item is about. */
	about?: string;
	hints?: OutcomeHints;
}

export interface DesiredStateKind extends Kind {
	readonly name: 'desiredState';
}

const DRY_RUN = "Dry run: nothing was changed. See 'changes' for what would change.";

export const desiredState = <
	Desired,
	Shared,
	Result extends Reconciled = Reconciled,
	Order = Desired,
>(
	definition: DesiredStateDefinition<Desired, Shared, Result, Order>,
): DesiredStateKind => ({
	name: 'desiredState',
	isRepeatable: true,
	about: definition.about,
	read: definition.read,
	fields: {},
	options: definition.options,
	needsOneWorkspace: definition.needsOneWorkspace,
	run: async (run, items) => await reconcileAll(run, definition, items),
	hint: (output) =>
		output.some(({ json }) => json.dry_run === true)
			? DRY_RUN
			: hintOfOutcomes(output, definition.hints),
});

interface DesiredItem<Desired> {
	work: ItemWork;
	desired: Desired;
}

interface UnreadDesired<Desired> extends FailedItem {
	unread?: Desired;
}

interface ReconciledItem<Result> {
	index: number;
	work: ItemWork;
	reconciled: Result;
	hasChanged: boolean;
}

async function reconcileAll<Desired, Shared, Result extends Reconciled, Order>(
	run: ItemRun,
	definition: DesiredStateDefinition<Desired, Shared, Result, Order>,
	items: readonly PreparedItem[],
): Promise<ItemState[]> {
	const read = items.map((item) => readDesired(run, definition, item));
	const states = read.map((item) => ('desired' in item ? undefined : item) as ItemState);
	if (hasStopped(run) || read.every((item) => !('desired' in item))) return states;
	const desired = read.map((item) => ('desired' in item ? item.desired : item.unread));
	const options = read.flatMap((item) => ('desired' in item ? [item.work.values.options] : []));
	const preparation = await resultOrError(
		async () => await definition.prepare(run, desired, options),
	);
	if ('error' in preparation)
		return read.map((item) =>
			'desired' in item ? ofRun(stateOfError(run, preparation.error)) : item,
		);
	const { result: prepared } = preparation;
	const entries = read.flatMap((item, index) => {
		if (!('desired' in item)) return [];
		const order = prepared.orders[index] as Order | FailedOrder;
		if (!isFailed(order)) return [{ index, work: item.work, order }];
		states[index] = stateOfError(run, order.error);
		return [];
	});
	if (hasStopped(run)) return states;
	const reconciled = await reconcileGroups(run, definition, prepared.shared, entries, states);
	const results = reconciled.map((item) => item.reconciled);
	const unread = await resultOrError(async () => {
		const hasWaited = await awaitReconciled(run, definition, reconciled);
		await definition.readTogether?.(prepared.shared, results, hasWaited);
	});
	await mapWithConcurrency(reconciled, run.settings.requestsInFlight, async (item) => {
		states[item.index] = await finishReconciled(run, item);
	});
	if ('error' in unread) return [...states, ...unforeseen(unread.error)];
	if (hasStopped(run)) return states;
	return [...states, ...(await reconcileFurther(run, definition, prepared, options[0] ?? {}))];
}

const isFailed = <Order>(order: Order | FailedOrder): order is FailedOrder =>
	(order as Partial<FailedOrder> | undefined)?.is === 'fail';

async function reconcileFurther<Shared, Order>(
	run: ItemRun,
	{
		reconcile,
		idsOf,
	}: Pick<DesiredStateDefinition<never, Shared, Reconciled, Order>, 'reconcile' | 'idsOf'>,
	{ shared, further = [], records = [] }: Prepared<Shared, Order>,
	options: ItemValues['options'],
): Promise<ItemState[]> {
	const shape = recordShaper(run.operation, { options });
	const toState = (record: WireObject): ItemState => ({ is: 'finished', records: [shape(record)] });
	const states = records.map(toState);
	for (const order of further) {
		if (hasStopped(run)) break;
		const changes = sendChanges(run);
		const step = { shared, uncancellable: changes.send, values: { options } };
		const done = await resultOrError(async () => await (await reconcile(step, order)).toRecord());
		states.push(
			...('error' in done
				? unforeseen(done.error, changes.haveBegun()).map((state) => ({
						...state,
						ids: idsOf?.(order),
					}))
				: [toState(done.result)]),
		);
	}
	return states;
}

async function resultOrError<Result>(
	step: () => Promise<Result>,
): Promise<{ result: Result } | { error: unknown }> {
	try {
		return { result: await step() };
	} catch (error) {
		return { error };
	}
}

/** It does not stop the run, because the items that were changed must be returned. */
const unforeseen = (error: unknown, mayHaveActed = false): FailedItem[] =>
	wasNotSent(error) ? [] : [{ is: 'failed', error: new UnforeseenError(error, mayHaveActed) }];

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

interface OrderedItem<Order> {
	index: number;
	work: ItemWork;
	order: Order;
}

/** Orders that fail get their state in `states`. */
async function reconcileGroups<Shared, Result extends Reconciled, Order>(
	run: ItemRun,
	{
		groupOf,
		reconcile,
	}: Pick<DesiredStateDefinition<never, Shared, Result, Order>, 'groupOf' | 'reconcile'>,
	shared: Shared,
	entries: ReadonlyArray<OrderedItem<Order>>,
	states: ItemState[],
): Promise<Array<ReconciledItem<Result>>> {
	const reconciled: Array<ReconciledItem<Result>> = [];
	const work = async ({ index, work: item, order }: OrderedItem<Order>) => {
		const changes = sendChanges(run);
		try {
			const step = { shared, uncancellable: changes.send, values: item.values };
			const result = await reconcile(step, order);
			reconciled.push({ index, work: item, reconciled: result, hasChanged: changes.haveBegun() });
		} catch (error) {
			states[index] = stateOfError(run, error, { wasAccepted: changes.haveBegun() });
		}
	};
	await runGroups(run, entries, ({ order }) => groupOf(order), work);
	return reconciled;
}

/** `haveBegun` is true once the service has accepted a change. */
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

async function awaitReconciled(
	run: ItemRun,
	{ waitCondition }: { waitCondition?: WaitCondition },
	items: ReadonlyArray<ReconciledItem<Reconciled>>,
): Promise<boolean> {
	if (!waitCondition) return false;
	const records = items.flatMap(({ work: { values }, reconciled: { awaitedId: id } }) =>
		id !== undefined && isAwaited(waitCondition, values.options) ? [{ id }] : [],
	);
	if (records.length === 0) return false;
	await awaitRecords(run.send, records, waitCondition, run.settings.wait, {
		signal: run.stop.signal,
	});
	return true;
}

async function finishReconciled(
	run: ItemRun,
	{ work, reconciled, hasChanged }: ReconciledItem<Reconciled>,
): Promise<ItemState> {
	try {
		const finished = finishedItem(run, work, await reconciled.toRecord());
		return hasChanged ? finished : unchanged(finished);
	} catch (error) {
		return stateOfError(run, error, { wasAccepted: hasChanged });
	}
}

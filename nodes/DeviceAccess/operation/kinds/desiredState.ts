import type { IDataObject } from 'n8n-workflow';
import { ActionFailedError, CancelledError, NotStartedError } from '../../errors/errors';
import { cancelSignal } from '../../transport/cancelSignal';
import { mapWithConcurrency } from '../../transport/mapWithConcurrency';
import type { SendRequest } from '../../transport/request';
import type { WireObject } from '../../wire/records';
import { hintOfOutcomes } from '../output/executionHints';
import { recordShaper } from '../output/shapeRecord';
import { ended, hasStopped } from '../run/submitItems';
import type { Fields, ItemRun, ItemState, ItemValues, ItemWork, Kind, ReadItem } from '../types';
import { sendUncancellable, runGroups } from '../run/runGroups';

/** One item after its changes. */
export interface Reconciled {
	/** The grant that Wait Until Issued waits for. */
	awaitedId?: string;
	/** Returns the item as it is now. Called after all waiting. */
	toRecord: () => Promise<WireObject>;
}

/** Makes the records match what the items describe. `Shared` is common to all items of a run. */
export interface DesiredStateDefinition<Wanted, Shared> {
	options: Fields;
	/** Reads the desired state from an item. Throws InvalidParameterError, before the first request, for invalid values. */
	read: (values: ItemValues, input: IDataObject) => Wanted;
	/** Items of a group run one after another. */
	groupOf: (wanted: Wanted) => string;
	/**
	 * Reads what all items share. If it throws, every item fails with nothing changed. `firstOptions` are those of the first
	 * valid item.
	 */
	prepare: (
		run: ItemRun,
		wanted: ReadonlyArray<Wanted | undefined>,
		firstOptions: ItemValues['options'],
	) => Promise<Shared>;
	/** Compares, and changes what differs. Use `uncancellable` from the first change on. */
	reconcile: (
		step: { shared: Shared; uncancellable: SendRequest; values: ItemValues },
		wanted: Wanted,
	) => Promise<Reconciled>;
	/** Waits for the grants of all items together. */
	awaitAll?: (run: ItemRun, reconciled: readonly Reconciled[]) => Promise<void>;
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
export const desiredState = <Wanted, Shared>(
	definition: DesiredStateDefinition<Wanted, Shared>,
): DesiredStateKind => ({
	name: 'desiredState',
	fields: {},
	options: definition.options,
	needsOneWorkspace: definition.needsOneWorkspace,
	run: async (run, items) => await reconcileAll(run, definition, items),
	hint: (output) =>
		output.some(({ json }) => json.dry_run === true) ? DRY_RUN : hintOfOutcomes(output),
});

interface Read<Wanted> {
	work: ItemWork;
	wanted: Wanted;
}

async function reconcileAll<Wanted, Shared>(
	run: ItemRun,
	definition: DesiredStateDefinition<Wanted, Shared>,
	items: readonly ReadItem[],
): Promise<ItemState[]> {
	const read = items.map((item) => readWanted(definition, item));
	const states: ItemState[] = read.map((entry) => ('wanted' in entry ? undefined : entry));
	if (hasStopped(run, states)) return states;
	const wanted = read.map((entry) => ('wanted' in entry ? entry.wanted : undefined));
	const prepared = await prepare(run, definition, wanted, firstOptions(read));
	if ('error' in prepared)
		return read.map((entry) =>
			'wanted' in entry ? { is: 'failed', error: prepared.error } : entry,
		);
	const { shared } = prepared;
	const reconciled: ReconciledItems = new Map();
	await reconcileGroups(run, definition, read, states, async (index, { work, wanted: wish }) => {
		reconciled.set(index, {
			work,
			reconciled: await definition.reconcile(
				{ shared, uncancellable: sendUncancellable(run), values: work.values },
				wish,
			),
		});
	});
	const goesOn = !hasStopped(run, states) && !isCancelled(run);
	if (goesOn)
		await definition.awaitAll?.(
			run,
			[...reconciled.values()].map(({ reconciled: entry }) => entry),
		);
	await endEach(run, reconciled, states);
	const extra =
		goesOn && !isCancelled(run)
			? await definition.conclude?.(shared, sendUncancellable(run))
			: undefined;
	return extra && extra.length > 0
		? [
				...states,
				{
					is: 'ended',
					records: extra.map(recordShaper(run.operation, { options: firstOptions(read) })),
				},
			]
		: states;
}

async function prepare<Wanted, Shared>(
	run: ItemRun,
	definition: Pick<DesiredStateDefinition<Wanted, Shared>, 'prepare'>,
	wanted: ReadonlyArray<Wanted | undefined>,
	options: ItemValues['options'],
): Promise<{ shared: Shared } | { error: unknown }> {
	try {
		return { shared: await definition.prepare(run, wanted, options) };
	} catch (error) {
		return { error };
	}
}

const firstOptions = (read: ReadonlyArray<Read<unknown> | ItemState>): ItemValues['options'] =>
	read.flatMap((entry) => (entry && 'wanted' in entry ? [entry.work.values.options] : [])).at(0) ??
	{};

const isCancelled = (run: ItemRun) => cancelSignal(run.context)?.aborted === true;

function readWanted<Wanted>(
	definition: Pick<DesiredStateDefinition<Wanted, unknown>, 'read'>,
	item: ReadItem,
): Read<Wanted> | Extract<ItemState, { is: 'failed' }> {
	if ('is' in item) return item;
	try {
		return { work: item, wanted: definition.read(item.values, item.input) };
	} catch (error) {
		return { is: 'failed', error };
	}
}

type ReconciledItems = Map<number, { work: ItemWork; reconciled: Reconciled }>;

/** A failed item ends the run, except with continue-on-fail. */
async function reconcileGroups<Wanted>(
	run: ItemRun,
	{ groupOf }: Pick<DesiredStateDefinition<Wanted, unknown>, 'groupOf'>,
	read: ReadonlyArray<Read<Wanted> | ItemState>,
	states: ItemState[],
	reconcileOne: (index: number, entry: Read<Wanted>) => Promise<void>,
): Promise<void> {
	const entries = read.flatMap((entry, index) =>
		entry && 'wanted' in entry ? [{ entry, index }] : [],
	);
	const reconcile = async ({ entry, index }: (typeof entries)[number]) => {
		try {
			await reconcileOne(index, entry);
		} catch (error) {
			if (error instanceof NotStartedError || error instanceof CancelledError) return;
			states[index] = {
				is: 'failed',
				error,
				wasAccepted: error instanceof ActionFailedError && error.details.changes !== undefined,
			};
		}
	};
	await runGroups(
		run,
		entries,
		({ entry }) => groupOf(entry.wanted),
		reconcile,
		() => isCancelled(run) || hasStopped(run, states),
	);
}

async function endEach(
	run: ItemRun,
	reconciled: ReconciledItems,
	states: ItemState[],
): Promise<void> {
	const indexes = [...reconciled.keys()];
	await mapWithConcurrency(indexes, run.settings.requestsInFlight, async (index) => {
		const entry = reconciled.get(index);
		if (entry) states[index] = ended(run, entry.work, await entry.reconciled.toRecord());
	});
}

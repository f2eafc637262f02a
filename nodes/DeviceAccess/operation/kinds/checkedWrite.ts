import type { IDataObject } from 'n8n-workflow';
import { InvalidParameterError } from '../../errors/errors';
import type { SendRequest } from '../../transport/request';
import type { WireObject } from '../../wire/records';
import { hintOfOutcomes, type OutcomeHints } from '../output/outputItems';
import { OPTIONS_OF_WAITING } from '../form/options';
import {
	failItem,
	finishedItem,
	runGroups,
	sendUncancellable,
	submitItems,
	unchanged,
	workOn,
} from '../run/sendItems';
import type { ItemRun, ItemState, ItemWork, Kind, RunSettings } from '../types';

export interface CheckedWriteStep {
	send: SendRequest;
	body: WireObject;
	values: IDataObject & { options: IDataObject };
	settings: RunSettings;
}

export interface CheckedItem {
	/** A second item with the same ID is refused. */
	id: string;
	group: string;
	/**
	 * Use `sendUncancellable` from the first irreversible request on: neither Stop nor the failure of
	 * another item holds it back. May throw only while nothing is changed.
	 */
	write: (sendUncancellable: SendRequest) => Promise<CheckedWriteResult>;
}

export interface CheckedWriteResult {
	record: WireObject;
	/** Goes to n8n's log, because n8n drops the output after Stop. Contains no PIN. */
	logWarning?: string;
	isUnchanged?: boolean;
}

export interface CheckedWriteKind extends Kind {
	readonly name: 'checkedWrite';
}

/** Changes nothing. Throws the reason if the item fails the check. */
type Check = (step: CheckedWriteStep) => Promise<CheckedItem>;

export interface CheckedWriteDefinition {
	idField: string;
	check: Check;
	/** What another item about the same record does, such as 'already replaces this code'. */
	alreadyDoes: string;
	hints?: OutcomeHints;
}

/**
 * Several requests per item, one of them irreversible. All items are checked before the first
 * change: without continue-on-fail, one failed check ends the run with nothing changed.
 */
export const checkedWrite = ({
	idField,
	check,
	alreadyDoes,
	hints,
}: CheckedWriteDefinition): CheckedWriteKind => ({
	name: 'checkedWrite',
	about: idField,
	fields: {},
	options: OPTIONS_OF_WAITING,
	needsOneWorkspace: 'The node checks all items before it changes the first one.',
	run: async (run, items) => {
		const checks = refuseRepeated(
			run,
			await submitItems(run, items, async (work) => await checkItem(run, work, check)),
			alreadyDoes,
		);
		return await writeAll(run, checks);
	},
	hint: (output) => hintOfOutcomes(output, hints),
});

interface Checked {
	is: 'checked';
	work: ItemWork;
	checked: CheckedItem;
}

async function checkItem(
	{ send, settings }: ItemRun,
	work: ItemWork,
	check: Check,
): Promise<Checked> {
	return {
		is: 'checked',
		work,
		checked: await check({ send, body: work.body, values: work.values, settings }),
	};
}

/** Fails every later item about the same record, because the change cannot be made twice. */
function refuseRepeated(
	run: ItemRun,
	checks: Array<Checked | ItemState>,
	alreadyDoes: string,
): Array<Checked | ItemState> {
	const firstIndexById = new Map<string, number>();
	return checks.map((check) => {
		if (check?.is !== 'checked') return check;
		const { itemIndex } = check.work;
		const firstIndex = firstIndexById.get(check.checked.id);
		if (firstIndex === undefined) {
			firstIndexById.set(check.checked.id, itemIndex);
			return check;
		}
		const message = `Nothing was changed: item ${firstIndex} ${alreadyDoes}`;
		return failItem(
			run,
			new InvalidParameterError(message, "Add a 'Remove Duplicates' node before this one."),
		);
	});
}

async function writeAll(run: ItemRun, checks: Array<Checked | ItemState>): Promise<ItemState[]> {
	const states: ItemState[] = checks.map((check) => (check?.is === 'failed' ? check : undefined));
	const checked = checks.flatMap((check, index) =>
		check?.is === 'checked' ? [{ ...check, index }] : [],
	);
	await runGroups(
		run,
		checked,
		({ checked: { group } }) => group,
		async ({ index, work, checked: { write } }) => {
			states[index] = await workOn(run, async () => {
				const { record, logWarning, isUnchanged } = await write(sendUncancellable(run));
				if (logWarning) run.context.logger.warn(logWarning);
				const finished = finishedItem(run, work, record);
				return isUnchanged ? unchanged(finished) : finished;
			});
		},
	);
	return states;
}

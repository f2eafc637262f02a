import { takeObject } from '../../transport/readAnswer';
import type { WireObject } from '../../wire/records';
import type { Subject } from '../output/actionResult';
import { awaitAccepted, optionsOfWait } from '../run/awaitAccepted';
import { finishItem, sendItem, submitItems } from '../run/sendItems';
import type { ItemRun, ItemState, ItemWork, Kind } from '../types';
import { isAwaited, type WaitCondition } from '../waitCondition';

/** The answer has one record under `member`. */
export interface OneDefinition {
	member: string;
	/** The member that some services use instead. */
	otherMember?: string;
	/** Nests the record under this member of the item instead of spreading it. */
	nestUnder?: string;
	/**
	 * Makes the function that reads the record, if that takes several requests. All items of a run
	 * share it.
	 */
	reader?: (run: ItemRun) => (body: WireObject) => Promise<WireObject>;
	waitCondition?: WaitCondition;
}

export interface OneKind extends Kind, OneDefinition {
	readonly name: 'one';
}

/** One request per item, one record per answer. */
export function one(member: string, rest: Omit<OneDefinition, 'member'> = {}): OneKind {
	const definition = { member, ...rest };
	return {
		name: 'one',
		...definition,
		fields: {},
		options: optionsOfWait(definition.waitCondition),
		run: async (run, items) => {
			const read = definition.reader?.(run);
			return await awaitAccepted(
				run,
				definition.waitCondition,
				await submitItems(run, items, async (work) => await submit(run, definition, work, read)),
			);
		},
	};
}

async function submit(
	run: ItemRun,
	{ member, otherMember = member, nestUnder, waitCondition }: OneDefinition,
	work: ItemWork,
	read?: (body: WireObject) => Promise<WireObject>,
): Promise<ItemState<Subject>> {
	if (read) return finishItem(run, work, await read(work.body));
	const answer = await sendItem(run, work);
	const found = takeObject(
		answer,
		Object.hasOwn(answer.body, otherMember) && !Object.hasOwn(answer.body, member)
			? otherMember
			: member,
	);
	const record = nestUnder ? { [nestUnder]: found } : found;
	if (!isAwaited(waitCondition, work.values.options)) return finishItem(run, work, record);
	const { idField } = waitCondition;
	return { is: 'accepted', work, accepted: { idField, id: String(found[idField]), record } };
}

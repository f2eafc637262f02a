import { takeList, takeObject } from '../../transport/httpCall';
import type { WireObject } from '../../wire/records';
import { finishAccepted, finishedItem, sendItem } from '../run/sendItems';
import {
	isAwaited,
	optionsOfWait,
	runWrite,
	type Sent,
	untilReached,
	type WaitCondition,
} from '../run/write';
import type { ItemRun, ItemState, ItemWork, Kind } from '../types';
import { NO_WORDS } from './done';

export interface OneDefinition {
	member: string;
	/** The member that some services use instead. */
	otherMember?: string;
	/** Each entry of `member` becomes an item. */
	isList?: true;
	nestUnder?: string;
	/** For a record that takes several requests. All items of a run share the function. */
	reader?: (run: ItemRun) => (body: WireObject) => Promise<WireObject>;
	waitCondition?: WaitCondition;
}

export interface OneKind extends Kind, OneDefinition {
	readonly name: 'one';
}

export function one(member: string, rest: Omit<OneDefinition, 'member'> = {}): OneKind {
	const definition = { member, ...rest };
	return {
		name: 'one',
		...definition,
		fields: {},
		options: optionsOfWait(definition.waitCondition),
		run: async (run, items) => {
			const read = definition.reader?.(run);
			const { waitCondition } = definition;
			return await runWrite(run, items, {
				words: waitCondition ?? NO_WORDS,
				submit: async (work) => await submit(run, definition, work, read),
				waits: waitCondition ? [untilReached(waitCondition)] : [],
				finish: ({ work, subject }, { words, progress }) =>
					finishAccepted(run, work, subject, words, progress),
			});
		},
	};
}

async function submit(
	run: ItemRun,
	{ member, otherMember = member, isList, nestUnder, waitCondition }: OneDefinition,
	work: ItemWork,
	read?: (body: WireObject) => Promise<WireObject>,
): Promise<ItemState<Sent>> {
	if (read) return finishedItem(run, work, await read(work.body));
	const answer = await sendItem(run, work);
	if (isList) return finishedItem(run, work, ...takeList(answer, member));
	const found = takeObject(
		answer,
		Object.hasOwn(answer.body, otherMember) && !Object.hasOwn(answer.body, member)
			? otherMember
			: member,
	);
	const record = nestUnder ? { [nestUnder]: found } : found;
	if (!isAwaited(waitCondition, work.values.options)) return finishedItem(run, work, record);
	const { idField } = waitCondition;
	const subject = { idField, id: String(found[idField]), record };
	return { is: 'accepted', work, accepted: { work, subject, progress: { is: 'done' } } };
}

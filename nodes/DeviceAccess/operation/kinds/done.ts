import type { Subject } from '../output/actionResult';
import { awaitAccepted, optionsOfWait } from '../run/awaitAccepted';
import { readBack } from '../run/readBack';
import { finishItem } from '../run/finishItem';
import { sendItem } from '../run/sendItem';
import { submitItems } from '../run/submitItems';
import type { ItemRun, ItemState, ItemWork, Kind } from '../types';
import { isAwaited, type WaitCondition } from '../waitCondition';
import type { WireObject } from '../../wire/records';

/** The outcome of an item, for changes that the service makes immediately. */
export interface DoneOutcome {
	outcome: string;
	message: string;
}

/** The answer is only `ok`. The item says what was done, with the IDs that were sent. */
export interface DoneDefinition {
	/**
	 * The member that is true in the item, such as n8n's `deleted: true`, or an outcome with its
	 * sentence.
	 */
	word:
		| 'added'
		| 'assigned'
		| 'deleted'
		| 'granted'
		| 'removed'
		| 'revoked'
		| 'suspended'
		| 'unassigned'
		| 'unsuspended'
		| 'updated'
		| DoneOutcome;
	/**
	 * Wire names of the IDs in the body that identify the record, or a function that returns the part
	 * of the body that the item repeats.
	 */
	idFields: readonly string[] | ((body: WireObject) => WireObject);
	/** Reads the record after the change, so that the item shows it as it is now. */
	readBack?: { endpoint: string; member: string };
	waitCondition?: WaitCondition;
}

export interface DoneKind extends Kind, DoneDefinition {
	readonly name: 'done';
}

/** One write per item. The service makes the change before it answers. */
export function done(
	word: DoneDefinition['word'],
	idFields: DoneDefinition['idFields'],
	rest: Pick<DoneDefinition, 'readBack' | 'waitCondition'> = {},
): DoneKind {
	const definition = { word, idFields, ...rest };
	return {
		name: 'done',
		...definition,
		fields: {},
		options: optionsOfWait(definition.waitCondition),
		run: async (run, items) =>
			await awaitAccepted(
				run,
				definition.waitCondition,
				await submitItems(run, items, async (work) => await submit(run, definition, work)),
			),
	};
}

async function submit(
	run: ItemRun,
	{ word, idFields, readBack: place, waitCondition }: DoneDefinition,
	work: ItemWork,
): Promise<ItemState<Subject>> {
	await sendItem(run, work);
	const ids = typeof idFields === 'function' ? idFields(work.body) : idsIn(work.body, idFields);
	const record = place ? await readBack(run.send, place, ids) : undefined;
	if (isAwaited(waitCondition, work.values.options)) {
		const { idField } = waitCondition;
		const id = record?.[idField] ?? ids[idField];
		if (typeof id === 'string') return { is: 'accepted', work, accepted: { idField, id, record } };
	}
	return finishItem(
		run,
		work,
		record ?? { ...ids, ...(typeof word === 'string' ? { [word]: true } : word) },
	);
}

const idsIn = (body: WireObject, idFields: readonly string[]): WireObject =>
	Object.fromEntries(
		idFields.flatMap((field) => (body[field] === undefined ? [] : [[field, body[field]]])),
	);

import { OPTIONS_OF_WAITING } from '../form/options';
import type { AlreadyManaged, Subject } from '../output/actionResult';
import { type ChangeCheck, findMade, outcomeOfChange } from '../run/checkChanges';
import { awaitAccepted, optionsOfWait } from '../run/awaitAccepted';
import {
	finishItem,
	readBack,
	sendItem,
	submitItems,
	unlessAlreadyManaged,
} from '../run/sendItems';
import type { ItemRun, ItemState, ItemWork, Kind, PreparedItem } from '../types';
import { ATTEMPT_FIELDS } from './action';
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
	/**
	 * Shows whether the access system has made the change, which it does after the service answers.
	 * Adds Wait for Completion.
	 */
	check?: ChangeCheck;
	already?: AlreadyManaged;
}

export interface DoneKind extends Kind, DoneDefinition {
	readonly name: 'done';
}

/** Changes after which the service may no longer know what they were about. */
const ENDINGS: ReadonlySet<string> = new Set([
	'converted',
	'deleted',
	'removed',
	'revoked',
	'unassigned',
]);

/** One write per item. The service makes the change before it answers, unless there is a check. */
export function done(
	word: DoneDefinition['word'],
	idFields: DoneDefinition['idFields'],
	rest: Omit<DoneDefinition, 'word' | 'idFields'> = {},
): DoneKind {
	const definition: DoneDefinition = { word, idFields, ...rest };
	const { check, waitCondition, already } = definition;
	return {
		name: 'done',
		...definition,
		about: (check ?? already) && typeof idFields !== 'function' ? idFields[0] : undefined,
		fields: check ? ATTEMPT_FIELDS : {},
		options: check ? OPTIONS_OF_WAITING : optionsOfWait(waitCondition),
		onceFor: ENDINGS.has(typeof word === 'string' ? word : word.outcome)
			? (body) => JSON.stringify(idsOf(body, idFields))
			: undefined,
		run: async (run, items) =>
			check
				? await submitAndCheck(run, definition, check, items)
				: await awaitAccepted(
						run,
						waitCondition,
						await submitItems(run, items, async (work) => await submit(run, definition, work)),
					),
	};
}

async function submitAndCheck(
	run: ItemRun,
	{ word, idFields }: DoneDefinition,
	check: ChangeCheck,
	items: readonly PreparedItem[],
): Promise<ItemState[]> {
	const states = await submitItems<undefined>(run, items, async (work) => {
		await sendItem(run, work);
		return { is: 'accepted', work, accepted: undefined };
	});
	const accepted = states.flatMap((state) => (state?.is === 'accepted' ? [state.work] : []));
	const progress = await findMade(run, check, accepted);
	return states.map((state) =>
		state?.is === 'accepted'
			? finishItem(run, state.work, {
					...idsOf(state.work.body, idFields),
					...outcomeOfChange(String(word), progress, state.work),
				})
			: state,
	);
}

async function submit(
	run: ItemRun,
	{ word, idFields, readBack: place, waitCondition, already }: DoneDefinition,
	work: ItemWork,
): Promise<ItemState<Subject>> {
	const answer = await unlessAlreadyManaged(
		run.send,
		already,
		work.body,
		async () => await sendItem(run, work),
	);
	if ('managed' in answer)
		return finishItem(run, work, {
			...idsOf(work.body, idFields),
			outcome: already?.outcome,
			message: already?.sentence,
			name: answer.managed.name ?? answer.managed.display_name,
		});
	const ids = idsOf(work.body, idFields);
	const read = place ? await readBack(run.send, place, ids, answer) : undefined;
	const record = read && 'record' in read ? read.record : undefined;
	if (isAwaited(waitCondition, work.values.options)) {
		const { idField } = waitCondition;
		const id = record?.[idField] ?? ids[idField];
		if (typeof id === 'string') return { is: 'accepted', work, accepted: { idField, id, record } };
	}
	const outcome = read && 'unread' in read ? { outcome: word, message: read.unread } : {};
	return finishItem(
		run,
		work,
		record ?? { ...ids, ...(typeof word === 'string' ? { [word]: true } : word), ...outcome },
	);
}

const idsOf = (body: WireObject, idFields: DoneDefinition['idFields']): WireObject =>
	typeof idFields === 'function'
		? idFields(body)
		: Object.fromEntries(
				idFields.flatMap((field) => (body[field] === undefined ? [] : [[field, body[field]]])),
			);

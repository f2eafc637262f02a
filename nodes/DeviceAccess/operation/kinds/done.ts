import { OPTIONS_OF_WAITING } from '../form/options';
import type { AlreadyManaged } from '../output/actionResult';
import {
	finishAccepted,
	finishedItem,
	onceForRecord,
	readBack,
	sendItem,
	unchanged,
	unlessAlreadyManaged,
} from '../run/sendItems';
import {
	type ChangeCheck,
	type Ended,
	isAwaited,
	optionsOfWait,
	runWrite,
	type Sent,
	untilMade,
	untilReached,
	type WaitCondition,
} from '../run/write';
import type { ItemRun, ItemState, ItemWork, Kind } from '../types';
import type { Endpoint } from '../../wire/endpoints';
import type { WireObject } from '../../wire/records';
import { ATTEMPT_FIELDS } from './action';

const CHANGE_IS_MADE = 'The access system has made the change';
const CHANGE_IS_PENDING =
	'The service accepted the change, but the access system has not made it yet';

export interface DoneOutcome {
	outcome: string;
	message: string;
}

/** The answer is only `ok`. The item says what was done, with the IDs that were sent. */
export interface DoneDefinition {
	/** The member that is true in the item, such as n8n's `deleted: true`, or an outcome. */
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
	 * The IDs in the body that identify the record, or the part of the body that the item repeats.
	 */
	idFields: readonly string[] | ((body: WireObject) => WireObject);
	readBack?: { endpoint: Endpoint; member: string };
	waitCondition?: WaitCondition;
	/** The access system makes the change after the answer. Adds Wait for Completion. */
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

/** The service makes the change before it answers, unless there is a check. */
export function done(
	word: DoneDefinition['word'],
	idFields: DoneDefinition['idFields'],
	rest: Omit<DoneDefinition, 'word' | 'idFields'> = {},
): DoneKind {
	const definition: DoneDefinition = { word, idFields, ...rest };
	const { check, waitCondition, already } = definition;
	return {
		name: 'done',
		isRepeatable: true,
		...definition,
		about: (check ?? already) && typeof idFields !== 'function' ? idFields[0] : undefined,
		fields: check ? ATTEMPT_FIELDS : {},
		options: check ? OPTIONS_OF_WAITING : optionsOfWait(waitCondition),
		run: async (run, items) => {
			const send = senderOf(run, definition);
			const waits = waitCondition ? [untilReached(waitCondition)] : [];
			return await runWrite(run, items, {
				words: waitCondition ?? NO_WORDS,
				submit: async (work) => await submit(run, definition, work, send),
				waits: check ? [untilMade(check)] : waits,
				finish: ({ work, subject }, ended) =>
					check
						? finishedItem(run, work, {
								...idsOf(work.body, idFields),
								...outcomeOfChange(String(word), ended),
							})
						: finishAccepted(run, work, subject, ended.words, ended.progress),
			});
		},
	};
}

export const NO_WORDS = { done: { outcome: '', sentence: '' }, failedSentence: '' };

function senderOf(run: ItemRun, { word, already }: DoneDefinition) {
	const send = async (work: ItemWork) =>
		await unlessAlreadyManaged(run.send, already, work.body, async () => await sendItem(run, work));
	const isEnding = ENDINGS.has(typeof word === 'string' ? word : word.outcome);
	return isEnding ? onceForRecord(run.operation.kind.about, send) : send;
}

async function submit(
	run: ItemRun,
	{ word, idFields, readBack: place, waitCondition, already, check }: DoneDefinition,
	work: ItemWork,
	send: ReturnType<typeof senderOf>,
): Promise<ItemState<Sent>> {
	const answer = await send(work);
	const ids = idsOf(work.body, idFields);
	if ('managed' in answer)
		return unchanged(
			finishedItem(run, work, {
				...ids,
				outcome: already?.outcome,
				message: already?.sentence,
				name: answer.managed.name ?? answer.managed.display_name,
			}),
		);
	const read = place ? await readBack(run.send, place, ids, answer) : undefined;
	const record = read && 'record' in read ? read.record : undefined;
	const { idField = '' } = waitCondition ?? {};
	const id = record?.[idField] ?? ids[idField];
	if (check || (isAwaited(waitCondition, work.values.options) && typeof id === 'string')) {
		const subject = { idField, id: String(id ?? ''), record };
		return { is: 'accepted', work, accepted: { work, subject, progress: { is: 'done' } } };
	}
	const outcome = read && 'unread' in read ? { outcome: word, message: read.unread } : {};
	return finishedItem(
		run,
		work,
		record ?? { ...ids, ...(typeof word === 'string' ? { [word]: true } : word), ...outcome },
	);
}

function outcomeOfChange(word: string, { progress: { is, unreadable } }: Ended): WireObject {
	if (is === 'done') return { [word]: true, outcome: word, message: CHANGE_IS_MADE };
	const message =
		unreadable === undefined
			? CHANGE_IS_PENDING
			: `The service accepted the change, but its outcome could not be read: ${unreadable}`;
	return { [word]: false, outcome: 'pending', message };
}

const idsOf = (body: WireObject, idFields: DoneDefinition['idFields']): WireObject =>
	typeof idFields === 'function'
		? idFields(body)
		: Object.fromEntries(
				idFields.flatMap((field) => (body[field] === undefined ? [] : [[field, body[field]]])),
			);

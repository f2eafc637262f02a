import type { IDataObject } from 'n8n-workflow';
import { ActionFailedError, isUnsupported, rethrow, type ServiceError } from '../../errors/errors';
import { hideSecretsInText } from '../../errors/maskPins';
import { type ApiAnswer, takeObject } from '../../transport/httpCall';
import type { SendRequest } from '../../transport/request';
import { progressOfAttempt, toAcceptedAt } from '../../waiting/progress';
import type { OutcomeEvents } from '../../waiting/lookUpOutcomeEvents';
import { readActionAttempt, type WireObject } from '../../wire/records';
import { OPTION_OF_UNSUPPORTED, OPTIONS_OF_ATTEMPTS } from '../form/options';
import {
	conclude,
	type Subject,
	toActionFailedError,
	toResultRecord,
	type Words,
} from '../output/actionResult';
import { hintOfOutcomes, type OutcomeHints } from '../output/outputItems';
import {
	deviceOfRecord,
	finishAccepted,
	finishedItem,
	onceForRecord,
	sendItem,
	unchanged,
	unlessAlreadyManaged,
} from '../run/sendItems';
import {
	conditionOption,
	runWrite,
	type Sent,
	unlessLockIsAway,
	untilActed,
	untilReached,
	type WaitCondition,
} from '../run/write';
import type { Fields, ItemRun, ItemState, ItemWork, Kind, PreparedItem } from '../types';

export const ATTEMPT_FIELDS = {
	waitForCompletion: {
		displayName: 'Wait for Completion',
		type: 'boolean',
		default: true,
		description:
			'Whether to wait until the action is done. The node submits slow actions for every item, then waits for all of them together.',
	},
} as const satisfies Fields;

type Foresee = (body: WireObject) => Promise<WireObject>;

/** The answer has an action attempt or only `ok`. */
export interface ActionDefinition extends Words {
	acceptedSentence: string;
	/** The name of an ID in the request body or the returned record. */
	idField: string;
	/** The record that becomes the item. Without it, the item has only the ID and the outcome. */
	member?: string;
	/** Checks with the service first, and returns the ID that the action is about. */
	confirm?: (send: SendRequest, values: IDataObject) => Promise<string>;
	/** For a dry run: what would happen to the record that a body names, as members of its item. Only reads. */
	foresee?: (send: SendRequest) => Foresee;
	/** For answers without an action attempt, which otherwise mean that the action is done. */
	outcomeEvents?: OutcomeEvents;
	waitCondition?: WaitCondition;
	/** What the service does once an offline lock is back, and how to see that it will. */
	onceLockIsBack?: { sentence: string; lookUp: WaitCondition['lookUp'] };
	hints?: OutcomeHints;
}

export interface ActionKind extends Kind, ActionDefinition {
	readonly name: 'action';
}

export function action(definition: ActionDefinition): ActionKind {
	const { waitCondition: condition, outcomeEvents, onceLockIsBack } = definition;
	return {
		name: 'action',
		...definition,
		about: definition.idField,
		fields: ATTEMPT_FIELDS,
		options: {
			...OPTIONS_OF_ATTEMPTS,
			...(definition.unsupported?.canBeReturned ? OPTION_OF_UNSUPPORTED : {}),
			...conditionOption(condition),
		},
		run: async (run, items) => {
			const foresee = items.some(isDryRun) ? definition.foresee?.(run.send) : undefined;
			const send = senderOf(run, definition);
			return await runWrite(run, items, {
				words: definition,
				submit: async (work) =>
					await submit(run, definition, work, send, isDryRun(work) && foresee),
				waits: [
					untilActed(outcomeEvents, condition),
					...(onceLockIsBack ? [unlessLockIsAway(onceLockIsBack.lookUp)] : []),
					...(condition ? [untilReached(condition, { ...condition, onceLockIsBack })] : []),
				],
				finish: ({ work, subject }, ended) =>
					finishAccepted(run, work, subject, ended.words, ended.progress),
			});
		},
		hint: (output, states) => hintOfOutcomes(output, definition.hints, states),
	};
}

const isDryRun = ({ values }: Pick<PreparedItem, 'values'>): boolean =>
	values?.options.dryRun === true;

type Submitted = { answer: ApiAnswer } | { managed: WireObject } | { refusal: ServiceError };

/** What the service says, before the options of an item decide how it ends. */
function senderOf(run: ItemRun, { already, unsupported, isDeletion }: ActionDefinition) {
	const send = async (work: ItemWork): Promise<Submitted> => {
		try {
			return await unlessAlreadyManaged(run.send, already, work.body, async () => ({
				answer: await sendItem(run, work),
			}));
		} catch (error) {
			if (unsupported?.canBeReturned && isUnsupported(error)) return { refusal: error };
			return rethrow(error);
		}
	};
	// It cannot be made again: the service then no longer knows the record.
	return already || isDeletion ? onceForRecord(run.operation.kind.about, send) : send;
}

async function submit(
	run: ItemRun,
	definition: ActionDefinition,
	work: ItemWork,
	send: (work: ItemWork) => Promise<Submitted>,
	foresee?: false | Foresee,
): Promise<ItemState<Sent>> {
	const { idField, member, unsupported, confirm, outcomeEvents, waitCondition } = definition;
	const givesRecord = member !== undefined || waitCondition !== undefined;
	const id = String(work.body[idField] ?? '');
	const subject: Subject = { idField, id, deviceId: deviceOfRecord(work), givesRecord };
	if (foresee) subject.isDryRun = true;
	else if (unsupported && work.input[idField] === id && work.input[unsupported.flag] === true)
		return finishUnsupported(run, definition, work, subject);
	if (confirm) subject.id = await confirm(run.send, work.values);
	const sent = foresee
		? await unlessAlreadyManaged(run.send, definition.already, work.body, async () => ({
				foreseen: await foresee({ [idField]: id }),
			}))
		: await send(work);
	if ('foreseen' in sent)
		return unchanged(finishedItem(run, work, { [idField]: id, dry_run: true, ...sent.foreseen }));
	if ('managed' in sent) {
		const { managed: shownBy } = sent;
		const progress = { is: 'done', outcome: 'overtaken', shownBy } as const;
		return finishAccepted<Sent>(run, work, subject, definition, progress, true);
	}
	if ('refusal' in sent) {
		if (work.values.options.onUnsupportedCode === 'failItem') throw sent.refusal;
		const { serviceMessage, deviceId } = sent.refusal.answer;
		const refused = { ...subject, deviceId: subject.deviceId ?? deviceId };
		return finishUnsupported(run, definition, work, refused, hideSecretsInText(serviceMessage));
	}
	const { answer } = sent;
	const attempt = readActionAttempt(answer.body.action_attempt);
	const record = member === undefined ? undefined : takeObject(answer, member);
	return {
		is: 'accepted',
		work,
		accepted: {
			work,
			subject: { ...subject, ...(record && { record, id: String(record[idField]) }) },
			acceptedAt: toAcceptedAt(answer, Date.now()),
			progress: attempt || outcomeEvents ? progressOfAttempt(attempt) : { is: 'done' },
		},
	};
}

/** Nothing was changed. Throws if the item fails. */
function finishUnsupported(
	run: ItemRun,
	words: ActionDefinition,
	work: ItemWork,
	subject: Subject,
	refusal = '',
): ItemState<Sent> {
	const { sentence = '', advice, canBeReturned } = words.unsupported ?? {};
	if (!canBeReturned) throw new ActionFailedError(sentence, {}, undefined, advice);
	const conclusion = conclude(words, { is: 'unsupported', reasons: [refusal] });
	if (work.values.options.onUnsupportedCode === 'failItem')
		throw toActionFailedError(subject, conclusion);
	return unchanged(finishedItem(run, work, toResultRecord(subject, conclusion)));
}

import type { IDataObject } from 'n8n-workflow';
import { ActionFailedError, isUnsupported, type ServiceError } from '../../errors/errors';
import { hideSecretsInText } from '../../errors/maskPins';
import { type ApiAnswer, takeObject } from '../../transport/readAnswer';
import type { SendRequest } from '../../transport/request';
import { toAcceptedAt } from '../../waiting/acceptedAt';
import { type ActionProgress, progressOfAttempt } from '../../waiting/actionProgress';
import { type AcceptedAction, awaitActions } from '../../waiting/awaitActions';
import type { OutcomeEvents } from '../../waiting/lookUpOutcomeEvents';
import { readActionAttempt } from '../../wire/records';
import {
	type ActionWords,
	concludeAction,
	type Conclusion,
	concludeWait,
	concludeWaitingForLock,
	type Subject,
	toActionFailedError,
	toResultRecord,
} from '../output/actionResult';
import { OPTION_OF_UNSUPPORTED, OPTIONS_OF_ATTEMPTS, waitLimits } from '../form/options';
import {
	deviceOf,
	finishAccepted,
	finishItem,
	sendItem,
	submitItems,
	unlessAlreadyManaged,
} from '../run/sendItems';
import { hintOfOutcomes, type OutcomeAdvice } from '../output/finishItems';
import type { Fields, ItemRun, ItemState, ItemValues, ItemWork, Kind } from '../types';
import { awaitRecords } from '../run/awaitRecords';
import { conditionOption, isAwaited, type RecordState, type WaitCondition } from '../waitCondition';

/** Wait for Completion. */
export const ATTEMPT_FIELDS = {
	waitForCompletion: {
		displayName: 'Wait for Completion',
		type: 'boolean',
		default: true,
		description:
			'Whether to wait until the action is done. The node submits slow actions for every item, then waits for all of them together.',
	},
} as const satisfies Fields;

/**
 * The answer has an action attempt or only `ok`. Adds Wait for Completion, and all items wait
 * together.
 */
export interface ActionDefinition extends ActionWords {
	/** Wire name of the ID that the action is about, in the request body or the returned record. */
	idField: string;
	/**
	 * The record in the answer that becomes the item. Without it, the item has only the ID and the
	 * outcome.
	 */
	member?: string;
	/**
	 * Checks with the service before the action is sent, and returns the ID that the action is about.
	 * Throws InvalidParameterError if the action must not be sent.
	 */
	confirm?: (send: SendRequest, values: IDataObject) => Promise<string>;
	/**
	 * How to learn the outcome if the answer has no action attempt. Without this, such an answer
	 * means that the action is done.
	 */
	outcomeEvents?: OutcomeEvents;
	waitCondition?: WaitCondition;
	/**
	 * What the service does once an offline lock is back, although the attempt failed, and how to see
	 * that it will.
	 */
	onceLockIsBack?: { sentence: string; lookUp: WaitCondition['lookUp'] };
	/** Advice for the hint above the output, by outcome. */
	advice?: OutcomeAdvice;
}

export interface ActionKind extends Kind, ActionDefinition {
	readonly name: 'action';
}

/** An action that the service accepted, and its progress, which the wait updates. */
interface Accepted {
	subject: Subject;
	action: AcceptedAction;
	progress: ActionProgress;
}

/** A write that the service finishes in the background. */
export const action = (definition: ActionDefinition): ActionKind => ({
	name: 'action',
	...definition,
	about: definition.idField,
	fields: ATTEMPT_FIELDS,
	options: {
		...OPTIONS_OF_ATTEMPTS,
		...(definition.unsupported?.canBeReturned ? OPTION_OF_UNSUPPORTED : {}),
		...conditionOption(definition.waitCondition),
	},
	onceFor:
		definition.isDeletion || definition.done.outcome === 'converted'
			? (body) => JSON.stringify(body[definition.idField] ?? body)
			: undefined,
	run: async (run, items) =>
		await awaitAndFinish(
			run,
			definition,
			await submitItems(run, items, async (work) => await submit(run, definition, work)),
		),
	hint: (output, states) => hintOfOutcomes(output, definition.advice, states),
});

async function submit(
	run: ItemRun,
	definition: ActionDefinition,
	work: ItemWork,
): Promise<ItemState<Accepted>> {
	const { idField, member, unsupported, confirm, outcomeEvents, waitCondition } = definition;
	const givesRecord = member !== undefined || waitCondition !== undefined;
	const subject: Subject = {
		idField,
		id: String(work.body[idField] ?? ''),
		deviceId: deviceOf(work),
		givesRecord,
	};
	if (unsupported && work.input[idField] === subject.id && work.input[unsupported.flag] === true)
		return finishUnsupported(run, definition, work, subject);
	if (confirm) subject.id = await confirm(run.send, work.values);
	const sent = await unlessAlreadyManaged(
		run.send,
		definition.already,
		work.body,
		async () => await sendUnlessUnsupported(run, definition, work),
	);
	if ('managed' in sent) {
		const progress: ActionProgress = { is: 'overtaken', record: sent.managed };
		return finishAccepted<Accepted>(run, work, subject, concludeAction(definition, progress));
	}
	if ('refusal' in sent) {
		const { serviceMessage, deviceId } = sent.refusal;
		const refused = { ...subject, deviceId: subject.deviceId ?? deviceId };
		return finishUnsupported(run, definition, work, refused, hideSecretsInText(serviceMessage));
	}
	const { answer } = sent;
	const attempt = readActionAttempt(answer.body.action_attempt);
	if (member) {
		subject.record = takeObject(answer, member);
		subject.id = String(subject.record[idField]);
	}
	const progress: ActionProgress =
		attempt || outcomeEvents ? progressOfAttempt(attempt) : { is: 'done' };
	return {
		is: 'accepted',
		work,
		accepted: {
			subject,
			action: { id: subject.id, acceptedAt: toAcceptedAt(answer, Date.now()), attempt },
			progress,
		},
	};
}

/**
 * The service's answer, or its refusal if it does not support the action and such items are
 * returned.
 */
async function sendUnlessUnsupported(
	run: ItemRun,
	{ unsupported }: ActionDefinition,
	work: ItemWork,
): Promise<{ answer: ApiAnswer } | { refusal: ServiceError['answer'] }> {
	const isReturned =
		unsupported?.canBeReturned === true && work.values.options.onUnsupportedCode !== 'failItem';
	return await sendItem(run, work).then(
		(answer) => ({ answer }),
		(error: unknown) => {
			if (isReturned && isUnsupported(error)) return { refusal: error.answer };
			throw error;
		},
	);
}

/**
 * Finishes an item whose action the lock or its provider does not allow; nothing was changed.
 * Throws if the item fails.
 */
function finishUnsupported(
	run: ItemRun,
	definition: ActionDefinition,
	work: ItemWork,
	subject: Subject,
	refusal?: string,
): ItemState<Accepted> {
	const { sentence = '', advice, canBeReturned } = definition.unsupported ?? {};
	if (!canBeReturned) throw new ActionFailedError(sentence, {}, undefined, advice);
	const conclusion = concludeAction(definition, { is: 'unsupported' }, refusal);
	if (work.values.options.onUnsupportedCode === 'failItem')
		throw toActionFailedError(subject, conclusion);
	return {
		is: 'unsupported',
		records: finishItem(run, work, toResultRecord(subject, conclusion)).records,
	};
}

/** Waits once for all actions, then once for the records that must reach a later state. */
async function awaitAndFinish(
	run: ItemRun,
	definition: ActionDefinition,
	states: Array<ItemState<Accepted>>,
): Promise<ItemState[]> {
	const { waitCondition, outcomeEvents, onceLockIsBack } = definition;
	const limits = waitLimits(run.settings);
	const { signal } = run.stop;
	const accepted = states.filter((state) => state?.is === 'accepted');
	const isAwaitedState = ({ options }: ItemValues) => isAwaited(waitCondition, options);
	const pending = accepted.filter(
		({ work: { values }, accepted: { progress } }) =>
			progress.is === 'pending' && (values.waitForCompletion === true || isAwaitedState(values)),
	);
	const startedAtMs = Date.now();
	const outcomes = await awaitActions(
		run.send,
		pending.map((state) => state.accepted.action),
		outcomeEvents,
		limits,
		{ signal },
	);
	for (const [index, state] of pending.entries())
		state.accepted.progress = outcomes[index] ?? state.accepted.progress;
	const reaching = new Set(
		accepted.filter(
			(state) => isAwaitedState(state.work.values) && state.accepted.progress.is === 'done',
		),
	);
	const subjects = [...reaching].map((state) => state.accepted.subject);
	const remaining = {
		...limits,
		timeoutMs: Math.max(limits.timeoutMs - (Date.now() - startedAtMs), 0),
	};
	const records =
		waitCondition && (await awaitRecords(run.send, subjects, waitCondition, remaining, { signal }));
	const afterFailure = await lookAfterFailure(run, definition, accepted);
	return states.map((state) => {
		if (state?.is !== 'accepted') return state;
		const {
			work,
			accepted: { subject, progress },
		} = state;
		const isReaching = waitCondition && reaching.has(state);
		const read = isReaching ? records?.get(subject.id)?.state : afterFailure.get(subject.id);
		const conclusion =
			onceLockIsBack && read?.is === 'waitingForLock'
				? concludeWaitingForLock(onceLockIsBack.sentence, read, progress)
				: isReaching
					? concludeWait(waitCondition, records?.get(subject.id) ?? {}, progress)
					: concludeFor(definition, work, progress);
		if (!isReaching && read?.is === 'failed' && read.advice !== undefined)
			conclusion.advice = read.advice;
		return finishAccepted(run, work, subject, conclusion);
	});
}

/** The records of failed actions that the service may carry out later, by ID. */
async function lookAfterFailure(
	{ send, stop }: ItemRun,
	{ onceLockIsBack }: ActionDefinition,
	accepted: ReadonlyArray<{ accepted: Accepted }>,
): Promise<Map<string, RecordState>> {
	const failed = accepted.filter((state) => state.accepted.progress.is === 'failed');
	if (!onceLockIsBack || failed.length === 0 || stop.signal.aborted) return new Map();
	const ids = new Set(failed.map((state) => state.accepted.subject.id));
	return await onceLockIsBack.lookUp(send, new Map())([...ids]);
}

/** `unsupported` is an outcome only if an option offers it; otherwise it is a failure. */
function concludeFor(
	definition: ActionDefinition,
	{ values }: ItemWork,
	progress: ActionProgress,
): Conclusion {
	const conclusion = concludeAction(definition, progress);
	if (conclusion.is !== 'unsupported' || definition.unsupported?.canBeReturned) return conclusion;
	const isReturned = values.options.onFailedAction === 'returnItem';
	return isReturned
		? concludeAction(definition, { is: 'failed', attempt: progress.attempt })
		: { ...conclusion, is: 'failed' };
}

import type { IDataObject } from 'n8n-workflow';
import { InvalidParameterError } from '../../errors/errors';
import { isUnsupported } from '../../errors/isUnsupported';
import { hideSecretsInText } from '../../errors/maskPins';
import { takeObject } from '../../transport/readAnswer';
import { cancelSignal } from '../../transport/cancelSignal';
import type { SendRequest } from '../../transport/request';
import { toAcceptedAt } from '../../waiting/acceptedAt';
import { type ActionProgress, progressOfAttempt } from '../../waiting/actionProgress';
import { type AcceptedAction, awaitActions } from '../../waiting/awaitActions';
import type { OutcomeEvents } from '../../waiting/lookUpOutcomeEvents';
import { readActionAttempt } from '../../wire/records';
import { type ActionWords, concludeAction, concludeWait, type Subject, toActionFailedError, toResultRecord } from '../actionResult';
import { ATTEMPT_FIELDS, OPTION_OF_UNSUPPORTED, OPTIONS_OF_ATTEMPTS } from '../fields';
import { endItem } from '../finishWait';
import { hintOfOutcomes } from '../executionHints';
import { waitLimits } from '../runSettings';
import { deviceOf, ended, hasStopped, sendItem, submitItems } from '../submitItems';
import type { ItemRun, ItemState, ItemWork, Kind } from '../types';
import { awaitRecords, conditionOption, isAwaited, type WaitCondition } from '../waitCondition';

/** The answer holds an action attempt, or nothing but `ok`; adds Wait for Completion, and all items wait together. */
export interface ActionMeaning extends ActionWords {
	/** Wire name of the ID of what the action is about, in the body that is sent or in the record that comes back. */
	idField: string;
	/** The record in the answer that becomes the item. Without one the item tells the ID and the outcome alone. */
	member?: string;
	/**
	 * Asked of the service before the action is sent; the ID of what the action is about, where the body has none.
	 * Throws InvalidParameterError when the action must not be sent.
	 */
	confirm?: (send: SendRequest, values: IDataObject) => Promise<string>;
	/** How the outcome is learned from an answer without an action attempt. Without it such an answer means done. */
	outcomeEvents?: OutcomeEvents;
	waitCondition?: WaitCondition;
}

export interface ActionKind extends Kind, ActionMeaning {
	readonly name: 'action';
}

/** An action as the service has accepted it; `isDone` where it tells nothing further. */
interface Accepted {
	subject: Subject;
	action: AcceptedAction;
	isDone: boolean;
}

/** A write that the service finishes in the background. */
export const action = (meaning: ActionMeaning): ActionKind => ({
	name: 'action',
	...meaning,
	fields: ATTEMPT_FIELDS,
	options: {
		...OPTIONS_OF_ATTEMPTS,
		...(meaning.unsupported?.canBeReturned ? OPTION_OF_UNSUPPORTED : {}),
		...conditionOption(meaning.waitCondition),
	},
	run: async (run, items) => await finish(run, meaning, await submitItems(run, items, async (work) => await submit(run, meaning, work))),
	hint: hintOfOutcomes,
});

async function submit(run: ItemRun, meaning: ActionMeaning, work: ItemWork): Promise<ItemState<Accepted>> {
	const { idField, member, unsupported, confirm, outcomeEvents, waitCondition } = meaning;
	const givesRecord = member !== undefined || waitCondition !== undefined;
	const subject: Subject = { idField, id: String(work.body[idField] ?? ''), deviceId: deviceOf(work), givesRecord };
	if (unsupported && work.input[idField] === subject.id && work.input[unsupported.flag] === true) return endUnsupported(run, meaning, work, subject);
	if (confirm) subject.id = await confirm(run.send, work.values);
	try {
		const answer = await sendItem(run, work);
		const attempt = readActionAttempt(answer.body.action_attempt);
		if (member) {
			subject.record = takeObject(answer, member);
			subject.id = String(subject.record[idField]);
		}
		const accepted = { subject, action: { id: subject.id, acceptedAt: toAcceptedAt(answer, Date.now()), attempt }, isDone: !attempt && !outcomeEvents };
		return { is: 'accepted', work, accepted };
	} catch (error) {
		if (!unsupported?.canBeReturned || work.values.options.onUnsupportedCode === 'failItem' || !isUnsupported(error)) return await Promise.reject(error);
		const { serviceMessage, deviceId } = error.answer;
		return endUnsupported(run, meaning, work, { ...subject, deviceId: subject.deviceId ?? deviceId }, hideSecretsInText(serviceMessage));
	}
}

/** The end of an item that the lock or its provider does not allow; nothing was changed. Throws where it shall fail. */
function endUnsupported(run: ItemRun, meaning: ActionMeaning, work: ItemWork, subject: Subject, refusal?: string): ItemState<Accepted> {
	const { sentence = '', advice, canBeReturned } = meaning.unsupported ?? {};
	if (!canBeReturned) throw new InvalidParameterError(sentence, advice);
	const conclusion = concludeAction(meaning, { is: 'unsupported' }, refusal);
	if (work.values.options.onUnsupportedCode === 'failItem') throw toActionFailedError(subject, conclusion);
	return { is: 'unsupported', records: ended(run, work, toResultRecord(subject, conclusion)).records };
}

type AcceptedState = Extract<ItemState<Accepted>, { is: 'accepted' }>;

/** Waits once for all actions, then once for the records of those that are done and wanted in a later state. */
async function finish(run: ItemRun, meaning: ActionMeaning, states: Array<ItemState<Accepted>>): Promise<ItemState[]> {
	// A run that is about to stop does not wait: the person learns of the failure now, and how much was accepted.
	if (hasStopped(run, states)) return states;
	const { waitCondition } = meaning;
	const accepted = states.filter((state) => state?.is === 'accepted');
	const progresses = await awaitAttempts(run, meaning, accepted);
	const reaching = new Set(accepted.filter((state) => isAwaited(waitCondition, state.work.values.options) && progresses.get(state)?.is === 'done'));
	const subjects = [...reaching].map((state) => state.accepted.subject);
	const awaited = waitCondition && (await awaitRecords(run.send, subjects, waitCondition, waitLimits(run.settings), { signal: cancelSignal(run.context) }));
	return states.map((state) => {
		if (state?.is !== 'accepted') return state;
		const { work, accepted: { subject } } = state;
		const progress = progresses.get(state) ?? { is: 'pending' };
		const isReaching = waitCondition !== undefined && reaching.has(state);
		const conclusion = isReaching ? concludeWait(waitCondition, awaited?.get(subject.id) ?? {}, progress) : concludeFor(meaning, work, progress);
		return endItem(run, work, subject, conclusion);
	});
}

/** The progress of each action, after the wait for those that are to be waited for. */
async function awaitAttempts(run: ItemRun, meaning: ActionMeaning, accepted: AcceptedState[]): Promise<Map<AcceptedState, ActionProgress>> {
	const isWaiting = ({ work: { values }, accepted: { isDone } }: AcceptedState) =>
		!isDone && (values.waitForCompletion === true || isAwaited(meaning.waitCondition, values.options));
	const waiting = accepted.filter(isWaiting);
	const actions = waiting.map((state) => state.accepted.action);
	const outcomes = await awaitActions(run.send, actions, meaning.outcomeEvents, waitLimits(run.settings), { signal: cancelSignal(run.context) });
	const told = new Map(waiting.map((state, index) => [state, outcomes[index]]));
	const progressOf = (state: AcceptedState): ActionProgress =>
		state.accepted.isDone ? { is: 'done' } : (told.get(state) ?? progressOfAttempt(state.accepted.action.attempt));
	return new Map(accepted.map((state) => [state, progressOf(state)]));
}

/** Only where an option speaks of it, `unsupported` is an outcome of its own; elsewhere it is a failure. */
function concludeFor(meaning: ActionMeaning, { values }: ItemWork, progress: ActionProgress) {
	const conclusion = concludeAction(meaning, progress);
	if (conclusion.ending !== 'unsupported' || meaning.unsupported?.canBeReturned) return conclusion;
	const isReturned = values.options.onFailedAction === 'returnItem';
	return isReturned ? concludeAction(meaning, { ...progress, is: 'failed' } as ActionProgress) : { ...conclusion, ending: 'failed' as const };
}

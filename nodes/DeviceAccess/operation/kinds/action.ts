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
import { type ActionWords, concludeAction, type Conclusion, concludeWait, type Subject, toActionFailedError, toResultRecord } from '../actionResult';
import { ATTEMPT_FIELDS, OPTION_OF_UNSUPPORTED, OPTIONS_OF_ATTEMPTS } from '../fields';
import { endItem } from '../finishWait';
import { hintOfOutcomes } from '../executionHints';
import { waitLimits } from '../runSettings';
import { deviceOf, ended, hasStopped, sendItem, submitItems } from '../submitItems';
import type { ItemRun, ItemState, ItemValues, ItemWork, Kind } from '../types';
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

/** An action that the service has accepted, and how far it has come: the wait brings that up to date. */
interface Accepted {
	subject: Subject;
	action: AcceptedAction;
	progress: ActionProgress;
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
		const progress: ActionProgress = attempt || outcomeEvents ? progressOfAttempt(attempt) : { is: 'done' };
		return { is: 'accepted', work, accepted: { subject, action: { id: subject.id, acceptedAt: toAcceptedAt(answer, Date.now()), attempt }, progress } };
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

/** Waits once for all actions, then once for the records of those that are done and wanted in a later state. */
async function finish(run: ItemRun, meaning: ActionMeaning, states: Array<ItemState<Accepted>>): Promise<ItemState[]> {
	// A run that is about to stop does not wait: the person learns of the failure now, and how much was accepted.
	if (hasStopped(run, states)) return states;
	const { waitCondition, outcomeEvents } = meaning;
	const limits = waitLimits(run.settings);
	const signal = cancelSignal(run.context);
	const accepted = states.filter((state) => state?.is === 'accepted');
	const isAwaitedState = ({ options }: ItemValues) => isAwaited(waitCondition, options);
	const pending = accepted.filter(
		({ work: { values }, accepted: { progress } }) => progress.is === 'pending' && (values.waitForCompletion === true || isAwaitedState(values)),
	);
	const outcomes = await awaitActions(run.send, pending.map((state) => state.accepted.action), outcomeEvents, limits, { signal });
	for (const [index, state] of pending.entries()) state.accepted.progress = outcomes[index] ?? state.accepted.progress;
	const reaching = new Set(accepted.filter((state) => isAwaitedState(state.work.values) && state.accepted.progress.is === 'done'));
	const subjects = [...reaching].map((state) => state.accepted.subject);
	const records = waitCondition && (await awaitRecords(run.send, subjects, waitCondition, limits, { signal }));
	return states.map((state) => {
		if (state?.is !== 'accepted') return state;
		const { work, accepted: { subject, progress } } = state;
		const isReaching = waitCondition && reaching.has(state);
		return endItem(run, work, subject, isReaching ? concludeWait(waitCondition, records?.get(subject.id) ?? {}, progress) : concludeFor(meaning, work, progress));
	});
}

/** Only where an option speaks of it, `unsupported` is an outcome of its own; elsewhere it is a failure. */
function concludeFor(meaning: ActionMeaning, { values }: ItemWork, progress: ActionProgress): Conclusion {
	const conclusion = concludeAction(meaning, progress);
	if (conclusion.ending !== 'unsupported' || meaning.unsupported?.canBeReturned) return conclusion;
	const isReturned = values.options.onFailedAction === 'returnItem';
	return isReturned ? concludeAction(meaning, { is: 'failed', attempt: progress.attempt }) : { ...conclusion, ending: 'failed' };
}

import {
	ActionFailedError,
	CancelledError,
	InvalidParameterError,
	isUnsupported,
	mayHaveActed,
	rethrow,
	ServiceError,
} from '../../errors/errors';
import { maskPinsIf, secretsIn } from '../../errors/maskPins';
import { getRecord } from '../../lists/getRecord';
import { type ApiAnswer, takeObject } from '../../transport/httpCall';
import type { SendRequest } from '../../transport/request';
import type { OutcomeEvents } from '../../waiting/lookUpOutcomeEvents';
import { type Progress, progressOfAttempt, toAcceptedAt } from '../../waiting/progress';
import type { Endpoint } from '../../wire/endpoints';
import { readActionAttempt } from '../../wire/actionAttempts';
import type { WireObject } from '../../wire/records';
import { conclude, toActionFailedError, toResultRecord, type Words } from '../output/actionResult';
import type { OutcomeHints } from '../output/outputItems';
import {
	deviceOfRecord,
	failItem,
	finishedItem,
	readBack,
	sendItem,
	submitItems,
	unchanged,
} from '../run/sendItems';
import {
	awaitSent,
	type ChangeCheck,
	isAwaited,
	type Sent,
	unlessLockIsAway,
	untilActed,
	untilMade,
	untilReached,
	type Wait,
	type WaitCondition,
} from '../run/waits';
import type { ItemRun, ItemState, ItemWork, PreparedItem } from '../types';

type Foresee = (body: WireObject) => Promise<WireObject>;

/** One request an item. The members say what the answer has, and what the item says of it. */
export interface OneDefinition {
	/** The record in the answer. Without it, the answer has only `ok`, or an action attempt. */
	member?: string;
	/** The member that some services use instead. */
	otherMember?: string;
	nestUnder?: string;
	/** Where the record is read after the change. */
	readBack?: { endpoint: Endpoint; member: string };
	/**
	 * The IDs that the body or the record has, or the part of the body that the item repeats. The
	 * first is what an action is about.
	 */
	ids?: readonly string[] | ((body: WireObject) => WireObject);
	/** What the item says of the outcome. Without it, the item is the record. */
	says?: Words;
	/** Without a record and `says`: the member that is true, such as `updated`. */
	flag?: string;
	/** The answer can have an action attempt. */
	hasAttempt?: true;
	/** For answers without an action attempt, which otherwise mean that the action is done. */
	outcomeEvents?: OutcomeEvents;
	/** The access system makes the change after the answer. */
	check?: ChangeCheck;
	waitCondition?: WaitCondition;
	/** Checks with the service first, and can return the ID that the action is about. */
	confirm?: (send: SendRequest, work: ItemWork) => Promise<string | undefined>;
	/** For a dry run: what would happen to the record that a body names, as members of its item. Only reads. */
	foresee?: (send: SendRequest) => Foresee;
	hints?: OutcomeHints;
}

export const NO_WORDS: Words = { done: { outcome: '', sentence: '' }, failedSentence: '' };

/** Each item is sent, then all wait together, then each ends as its options say. */
export async function runOne(
	run: ItemRun,
	definition: OneDefinition,
	items: readonly PreparedItem[],
): Promise<ItemState[]> {
	const submit = submitterOf(run, definition, items);
	const waits = waitsOf(definition);
	const end = async (sent: Sent) => finishAll(run, await awaitSent(run, [sent], waits))[0];
	const submitted = await submitItems(run, items, async (work) => {
		const state = await submit(work);
		if (run.continueOnFail || state?.is !== 'sent') return state;
		// A failure that the answer tells stops the run like any other. An unclear answer may be one.
		if (state.unclear !== undefined) return await run.holdWrites(async () => await end(state));
		return hasFailed(state) ? await end(state) : state;
	});
	return finishAll(run, await awaitSent(run, submitted, waits));
}

const hasFailed = ({ progress: { is } }: Sent): boolean => is === 'failed' || is === 'unsupported';

const finishAll = (run: ItemRun, states: ReadonlyArray<Sent | ItemState>): ItemState[] =>
	states.map((state) => (state?.is === 'sent' ? finish(run, state) : state));

function waitsOf({ outcomeEvents, waitCondition, check, says }: OneDefinition): Wait[] {
	if (check) return [untilMade(check)];
	const { onceLockIsBack } = says ?? {};
	return [
		untilActed(outcomeEvents, waitCondition),
		...(onceLockIsBack ? [unlessLockIsAway(onceLockIsBack.lookUp)] : []),
		...(waitCondition ? [untilReached(waitCondition, { ...waitCondition, onceLockIsBack })] : []),
	];
}

const isDryRun = ({ values }: Pick<PreparedItem, 'values'>): boolean =>
	values?.options.dryRun === true;

function submitterOf(run: ItemRun, definition: OneDefinition, items: readonly PreparedItem[]) {
	const send = senderOf(run, definition);
	const foresee = items.some(isDryRun) ? definition.foresee?.(run.send) : undefined;
	return async (work: ItemWork) =>
		foresee && isDryRun(work)
			? await rehearse(run, definition, work, foresee)
			: await submit(run, definition, work, send);
}

type Answered =
	| { answer: ApiAnswer }
	| { managed: WireObject }
	| { refusal: ServiceError }
	/** The service may have acted, and look-ups can tell. */
	| (Pick<Sent, 'acceptedAt'> & { unclear: unknown });

/** What the service says, before the options of an item decide how it ends. */
function senderOf(run: ItemRun, { says, outcomeEvents, check }: OneDefinition) {
	const { kind, inOrderOf } = run.operation;
	const isLookedUp = (outcomeEvents ?? check) !== undefined;
	const send = async (work: ItemWork): Promise<Answered> => {
		const enteredAtMs = Date.now();
		try {
			return await unlessAlreadyManaged(run.send, says?.already, work.body, async () => ({
				answer: await sendItem(run, work),
			}));
		} catch (error) {
			if (says?.unsupported?.canBeReturned && isUnsupported(error)) return { refusal: error };
			if (!isLookedUp || !mayHaveActed(error) || error instanceof CancelledError)
				return rethrow(error);
			// Neither the outcome of a try before counts, nor one from a long wait in the queue.
			const tookMs = Math.min(Date.now() - enteredAtMs, run.settings.timeoutMs);
			return { unclear: error, acceptedAt: toAcceptedAt({ tookMs }, Date.now()) };
		}
	};
	if (says?.already ?? says?.isDeletion) return onceForRecord(kind.about, send);
	return kind.isRepeatable && !inOrderOf ? onceForRecord(undefined, send) : send;
}

/**
 * For a write that cannot be made again, such as a deletion: items that send the same share one
 * request and its answer, and each ends as its own options say. One that asks for something else of
 * the same record fails, because the service would not do it any more.
 */
function onceForRecord<Answer>(
	about: string | undefined,
	send: (work: ItemWork) => Promise<Answer>,
): (work: ItemWork) => Promise<Answer> {
	const sent = new Map<unknown, { body: string; itemIndex: number; answer: Promise<Answer> }>();
	return async (work) => {
		const body = JSON.stringify(work.body);
		const record = about === undefined ? body : work.body[about];
		const first = sent.get(record) ?? { body, itemIndex: work.itemIndex, answer: send(work) };
		sent.set(record, first);
		if (first.body !== body)
			throw new InvalidParameterError(
				`This item was not sent: item ${first.itemIndex} is about the same record, with other options`,
				'Give the options of a record once, or remove one of the two items before this node.',
			);
		return await first.answer;
	};
}

/** The answer, or the record if somebody has converted it before. A failed look changes no refusal. */
async function unlessAlreadyManaged<Answer extends object>(
	send: SendRequest,
	already: Words['already'],
	sent: WireObject,
	convert: () => Promise<Answer>,
): Promise<Answer | { managed: WireObject }> {
	try {
		return await convert();
	} catch (error) {
		if (!already || !(error instanceof ServiceError && error.answer.status === 404))
			return rethrow(error);
		const { endpoint, member } = already;
		const idField = `${member}_id`;
		const body = { [idField]: sent[idField] };
		const managed = await getRecord(send, endpoint, member, body).catch(() => undefined);
		return managed ? { managed } : rethrow(error);
	}
}

const idsOf = ({ ids = [] }: OneDefinition, body: WireObject): WireObject =>
	typeof ids === 'function'
		? ids(body)
		: Object.fromEntries(
				ids.flatMap((field) => (body[field] === undefined ? [] : [[field, body[field]]])),
			);

/** As it is before the service answers. */
function sentBy({ operation: { kind } }: ItemRun, definition: OneDefinition, work: ItemWork): Sent {
	const { says, hasAttempt, member, waitCondition } = definition;
	const ids = idsOf(definition, work.body);
	return {
		is: 'sent',
		work,
		ids,
		id: String(ids[kind.about ?? waitCondition?.idField ?? ''] ?? ''),
		deviceId: hasAttempt && deviceOfRecord(work),
		acceptedAt: toAcceptedAt({}, Date.now()),
		givesRecord: member !== undefined || waitCondition !== undefined,
		progress: { is: 'done' },
		words: says ?? waitCondition ?? NO_WORDS,
	};
}

/** Says what would happen. */
async function rehearse(
	run: ItemRun,
	definition: OneDefinition,
	work: ItemWork,
	foresee: Foresee,
): Promise<ItemState> {
	const sent = { ...sentBy(run, definition, work), isDryRun: true as const };
	const { already } = sent.words;
	const found = await unlessAlreadyManaged(run.send, already, work.body, async () => ({
		foreseen: await foresee(sent.ids),
	}));
	return unchanged(
		'managed' in found
			? finish(run, { ...sent, progress: alreadyDone(found.managed) })
			: finishedItem(run, work, { ...sent.ids, dry_run: true, ...found.foreseen }),
	);
}

const alreadyDone = (shownBy: WireObject): Progress => ({
	is: 'done',
	found: 'overtaken',
	shownBy,
});

async function submit(
	run: ItemRun,
	definition: OneDefinition,
	work: ItemWork,
	send: (work: ItemWork) => Promise<Answered>,
): Promise<Sent | ItemState> {
	const { confirm, waitCondition, says, flag } = definition;
	const sent = sentBy(run, definition, work);
	const { about = waitCondition?.idField ?? '' } = run.operation.kind;
	if (
		says?.unsupported &&
		work.input[about] === sent.id &&
		work.input[says.unsupported.flag] === true
	)
		return finishUnsupported(run, sent);
	const confirmed = await confirm?.(run.send, work);
	const answered = await send(work);
	if ('managed' in answered)
		return unchanged(finish(run, { ...sent, progress: alreadyDone(answered.managed) }));
	if ('refusal' in answered) {
		if (work.values.options.onUnsupportedCode === 'failItem') throw answered.refusal;
		const { serviceMessage, deviceId } = answered.refusal.answer;
		const refused = { ...sent, deviceId: sent.deviceId ?? deviceId };
		return finishUnsupported(run, refused, serviceMessage);
	}
	if ('unclear' in answered) {
		if (work.values.waitForCompletion !== true) throw answered.unclear;
		return { ...sent, ...answered, progress: { is: 'pending' } };
	}
	const { answer } = answered;
	const { found, unread } = await recordOf(run, definition, sent.ids, answer);
	const record = definition.nestUnder && found ? { [definition.nestUnder]: found } : found;
	const id = confirmed ?? found?.[about] ?? sent.ids[about];
	if (says ?? (isAwaited(waitCondition, work.values.options) && typeof id === 'string'))
		return {
			...sent,
			ids: id === undefined ? sent.ids : { ...sent.ids, [about]: id },
			id: String(id ?? ''),
			record,
			...progressAfter(definition, answer),
		};
	const told = unread === undefined ? {} : { outcome: flag, message: unread };
	return finishedItem(run, work, record ?? { ...sent.ids, ...(flag && { [flag]: true }), ...told });
}

async function recordOf(
	run: ItemRun,
	{ member, otherMember = '', readBack: place }: OneDefinition,
	ids: WireObject,
	answer: ApiAnswer,
): Promise<{ found?: WireObject; unread?: string }> {
	if (place) return await readBack(run.send, place, ids, answer);
	if (member === undefined) return {};
	const isOther = Object.hasOwn(answer.body, otherMember) && !Object.hasOwn(answer.body, member);
	return { found: takeObject(answer, isOther ? otherMember : member) };
}

function progressAfter({ hasAttempt, outcomeEvents }: OneDefinition, answer: ApiAnswer) {
	const attempt = hasAttempt && readActionAttempt(answer.body.action_attempt);
	const progress: Progress = attempt || outcomeEvents ? progressOfAttempt(attempt) : { is: 'done' };
	return { acceptedAt: toAcceptedAt(answer, Date.now()), progress };
}

/** Nothing was changed. Throws if the item fails. */
function finishUnsupported(run: ItemRun, sent: Sent, refusal = ''): ItemState {
	const { work, words } = sent;
	const { sentence = '', advice, canBeReturned } = words.unsupported ?? {};
	if (!canBeReturned) throw new ActionFailedError(sentence, {}, undefined, advice);
	const conclusion = conclude(words, { is: 'unsupported', reasons: [refusal] }, secretsOf(work));
	if (work.values.options.onUnsupportedCode === 'failItem')
		throw toActionFailedError(sent, conclusion);
	return unchanged(finishedItem(run, work, toResultRecord(sent, conclusion)));
}

/** What the service may repeat: of the request, and the PIN of the item. */
const secretsOf = ({ body, input }: ItemWork): string[] => [
	...secretsIn(body),
	...secretsIn({ code: input.code }),
];

/** The options decide whether a failure fails the item. */
function finish(run: ItemRun, sent: Sent): ItemState {
	const { work, words, progress, unclear } = sent;
	if (unclear !== undefined && progress.is === 'pending') return failItem(run, unclear);
	const { onFailedAction, onUnsupportedCode, maskPinCodes } = work.values.options;
	// Its name can have its PIN.
	const shownBy = progress.shownBy && maskPinsIf(maskPinCodes === true, progress.shownBy);
	const conclusion = conclude(words, { ...progress, shownBy }, secretsOf(work));
	const { is, unreadable } = conclusion;
	const fails =
		((is === 'failed' || is === 'unknown') && onFailedAction !== 'returnItem') ||
		(is === 'unsupported' && onUnsupportedCode === 'failItem');
	return fails
		? failItem(run, toActionFailedError(sent, conclusion), { wasAccepted: true })
		: {
				...finishedItem(run, work, toResultRecord(sent, conclusion)),
				isUnread: (is === 'pending' && unreadable !== undefined) || undefined,
			};
}

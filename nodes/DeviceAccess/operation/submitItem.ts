import type { IDataObject } from 'n8n-workflow';
import { toAcceptance } from '../waiting/acceptedAt';
import { InvalidParameterError } from '../errors/errors';
import { hideSecretsInText } from '../errors/maskPins';
import { takeList, takeObject } from '../transport/readAnswer';
import type { SendRequest } from '../transport/request';
import { isWireObject, readActionAttempt, type WireObject } from '../wire/records';
import { type AcceptedAction, conclude, isUnsupported, toActionFailedError, toResultRecord } from './attemptResult';
import { isWaitedFor, type Operation, type ReturnsAttempt, type ReturnsDone, type ReturnsOne, type Until } from './defineOperation';
import type { Submitted } from './itemRun';
import type { ItemValues, RunSettings } from './readParameters';
import { recordShaper } from './shapeRecord';
import { submitList } from './submitList';

export interface ItemWork {
	send: SendRequest;
	operation: Operation;
	settings: RunSettings;
	values: ItemValues;
	/** The item that came in: it may be the very record that the operation is about. */
	input: IDataObject;
	/** Told when the item has to wait for a limit of the service. */
	onLimited: () => void;
}

/** Sends what one item asks for. Throws the domain errors of `errors/`, and InvalidParameterError before any request. */
export async function submitItem(work: ItemWork): Promise<Submitted> {
	const { returns } = work.operation;
	switch (returns.kind) {
		case 'many':
			return await submitList(work, returns);
		case 'attempt':
			return await submitAction(work, returns);
		case 'done':
			return await submitDone(work, returns);
		case 'one':
			return await submitOne(work, returns);
		case 'several':
			return { records: await submitSeveral(work, returns.member) };
		case 'sequence':
			throw new TypeError('A sequence is run by runSequence');
	}
}

const shape = ({ operation, values }: ItemWork, record: WireObject) => recordShaper(operation, values)(record);

async function sendRequest(work: ItemWork, body: WireObject) {
	const { endpoint, effect } = work.operation;
	return await work.send({ endpoint, body, effect, pacingKey: pacingKeyOf(work, body), onLimited: work.onLimited });
}

async function submitOne(work: ItemWork, returns: ReturnsOne): Promise<Submitted> {
	const answer = await sendRequest(work, work.operation.request(work.values));
	const record = takeObject(work.operation.endpoint, answer, returns.member, work.operation.effect);
	const until = untilOf(returns, work.values);
	const shown = returns.nestUnder ? { [returns.nestUnder]: record } : record;
	if (until) return { action: doneAction(until.idField, String(record[until.idField]), { record: shown, until }) };
	return { records: [shape(work, shown)] };
}

async function submitSeveral(work: ItemWork, member: string): Promise<IDataObject[]> {
	const answer = await sendRequest(work, work.operation.request(work.values));
	return takeList(work.operation.endpoint, answer, member, work.operation.effect).map((record) => shape(work, record));
}

async function submitDone(work: ItemWork, returns: ReturnsDone): Promise<Submitted> {
	const body = work.operation.request(work.values);
	await sendRequest(work, body);
	const ids = Object.fromEntries(returns.idFields.flatMap((field) => (body[field] === undefined ? [] : [[field, body[field]]])));
	const record = returns.readBack ? await readBack(work, returns.readBack, ids) : undefined;
	const until = untilOf(returns, work.values);
	const id = record?.[until?.idField ?? ''] ?? ids[until?.idField ?? ''];
	if (until && typeof id === 'string') return { action: doneAction(until.idField, id, { record, until }) };
	return { records: [shape(work, record ?? { ...ids, [returns.word]: true })] };
}

/** The change is made: that the record cannot be read now must not look as if it were not. */
async function readBack({ send }: ItemWork, { endpoint, member }: { endpoint: string; member: string }, ids: WireObject) {
	try {
		return takeObject(endpoint, await send({ endpoint, body: ids, effect: 'read' }), member);
	} catch {
		return undefined;
	}
}

async function submitAction(work: ItemWork, returns: ReturnsAttempt): Promise<Submitted> {
	const body = work.operation.request(work.values);
	const action = describeTarget(work, returns, body);
	if (returns.impossible && work.input[returns.idField] === action.id && work.input[returns.impossible.recordFlag] === true) {
		return refuseImpossible(work, returns, action);
	}
	if (returns.confirm) action.id = await returns.confirm(work.send, work.values);
	try {
		const answer = await sendRequest(work, body);
		Object.assign(action, toAcceptance(answer, Date.now()));
		action.attempt = readActionAttempt(answer.body.action_attempt);
		action.isDone = !action.attempt && !returns.outcomeEvents;
		if (returns.member) {
			action.record = takeObject(work.operation.endpoint, answer, returns.member, work.operation.effect);
			action.id = String(action.record[returns.idField]);
		}
		return { action };
	} catch (error) {
		if (returns.impossible?.canBeReturned && work.values.options.onUnsupportedCode !== 'failItem' && isUnsupported(error)) {
			action.refusal = hideSecretsInText(error.answer.serviceMessage);
			action.deviceId ??= error.answer.deviceId;
			return refuseImpossible(work, returns, action);
		}
		return await Promise.reject(error);
	}
}

function describeTarget(work: ItemWork, returns: ReturnsAttempt, body: WireObject): AcceptedAction {
	return {
		idField: returns.idField,
		id: String(body[returns.idField] ?? ''),
		deviceId: deviceOf(work, body),
		acceptedAtMs: Date.now(),
		until: untilOf(returns, work.values),
		givesRecord: returns.member !== undefined || returns.until !== undefined || undefined,
	};
}

/** The device that the request names, or the item that came in beside the record that the request is about. */
function deviceOf(work: ItemWork, body: WireObject): string | undefined {
	const { values, input } = work;
	const ofRecord = idsIn(body).some(([name, id]) => input[name] === id) ? input.device_id : undefined;
	const ofItem = isFromItem(work, body) && Object.values(input).includes(values.deviceId) ? values.deviceId : undefined;
	return [body.device_id, ofRecord, ofItem].find(isText);
}

/** What the service may limit by. A device that was chosen to narrow a list says nothing of a record that the item brings. */
function pacingKeyOf(work: ItemWork, body: WireObject): string | undefined {
	return [deviceOf(work, body), isFromItem(work, body) ? undefined : work.values.deviceId].find(isText);
}

/** True where the record that the request is about was named by the item that came in. */
function isFromItem({ input }: ItemWork, body: WireObject): boolean {
	const given: unknown[] = Object.values(input);
	return idsIn(body).some(([, id]) => given.includes(id));
}

const idsIn = (body: WireObject) => Object.entries(body).filter(([name, id]) => name.endsWith('_id') && isText(id));

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

function doneAction(idField: string, id: string, rest: Pick<AcceptedAction, 'record' | 'until'>): AcceptedAction {
	return { idField, id, acceptedAtMs: Date.now(), isDone: true, ...rest };
}

const untilOf = ({ until }: { until?: Until }, { options }: ItemValues): Until | undefined => (until && isWaitedFor(until, options) ? until : undefined);

function refuseImpossible(work: ItemWork, returns: ReturnsAttempt, action: AcceptedAction): Submitted {
	const { impossible } = returns;
	if (impossible?.canBeReturned && work.values.options.onUnsupportedCode !== 'failItem') {
		return { records: [shape(work, toResultRecord(returns, action, 'unsupported'))] };
	}
	if (impossible?.canBeReturned) throw toActionFailedError(returns, action, 'unsupported');
	throw new InvalidParameterError(impossible?.sentence ?? '', impossible?.advice);
}

/** The result of an action once its outcome is known or given up; throws ActionFailedError where the item shall fail. */
export function finishAction(operation: Operation, action: AcceptedAction, values: ItemValues): IDataObject {
	const { returns } = operation;
	const { words, outcome } = conclude(returns.kind === 'attempt' ? returns : undefined, action);
	const { onFailedAction, onUnsupportedCode } = values.options;
	// Only where an option speaks of it, 'unsupported' is an outcome of its own.
	const returned = outcome === 'unsupported' && !words.impossible?.canBeReturned ? 'failed' : outcome;
	const isFailure = (returned === 'failed' && onFailedAction !== 'returnItem') || (returned === 'unsupported' && onUnsupportedCode === 'failItem');
	if (isFailure) throw toActionFailedError(words, action, outcome);
	const result = toResultRecord(words, action, returned);
	return recordShaper(operation, values)(isWireObject(result) ? result : {});
}

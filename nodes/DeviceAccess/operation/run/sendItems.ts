import { describeError } from '../../errors/describeError';
import { wasNotSent } from '../../errors/errors';
import { groupBy } from '../../lists/groupBy';
import { OPEN_WITHIN_MS } from '../../transport/limits';
import { mapWithConcurrency } from '../../transport/mapWithConcurrency';
import { type ApiAnswer, takeObject } from '../../transport/httpCall';
import type { SendRequest } from '../../transport/request';
import type { Endpoint } from '../../wire/endpoints';
import { isWireObject, type WireObject } from '../../wire/records';
import { recordShaper } from '../output/shapeRecord';
import type {
	FailedItem,
	FinishedItem,
	ItemRun,
	ItemState,
	ItemValues,
	ItemWork,
	Operation,
	PreparedItem,
	PreparedRun,
} from '../types';

/**
 * Undefined if the item was not started, because another one failed or the workflow was canceled.
 * An item that had already changed something (`wasAccepted`) fails, because such a change must be
 * told.
 */
export function stateOfError(
	run: Pick<PreparedRun, 'continueOnFail' | 'stop'>,
	error: unknown,
	{ wasAccepted = false } = {},
): FailedItem | undefined {
	return !wasAccepted && wasNotSent(error) ? undefined : failItem(run, error, { wasAccepted });
}

/**
 * Unless the node continues, stops the run: no other item starts and no waiting request is sent,
 * except those that must follow a change (`uncancellable`). Requests in flight finish.
 */
export function failItem(
	{ continueOnFail, stop }: Pick<PreparedRun, 'continueOnFail' | 'stop'>,
	error: unknown,
	{ wasAccepted = false } = {},
): FailedItem {
	if (!continueOnFail) stop.abort();
	return { is: 'failed', error, wasAccepted: wasAccepted || undefined };
}

/** What comes before all items has failed. */
export const ofRun = (failed: FailedItem | undefined): FailedItem | undefined =>
	failed && { ...failed, isOfRun: true };

export const hasStopped = ({ stop }: Pick<PreparedRun, 'stop'>): boolean => stop.signal.aborted;

/** Never throws: an error becomes the state of the item. */
export async function workOn<Sent>(
	run: Pick<ItemRun, 'continueOnFail' | 'stop'>,
	work: () => Promise<Sent | ItemState>,
): Promise<Sent | ItemState> {
	if (hasStopped(run)) return undefined;
	try {
		return await work();
	} catch (error) {
		return stateOfError(run, error);
	}
}

export async function sendItem({ send, operation }: ItemRun, work: ItemWork): Promise<ApiAnswer> {
	return await send({
		endpoint: endpointOf(operation, work.values),
		body: work.body,
		effect: operation.effect,
		deviceId: limitedDevice(work),
		deadlineMs: operation.opensDoor && Date.now() + OPEN_WITHIN_MS,
	});
}

export function endpointOf(
	{ value, endpoint, endpointFor }: Operation,
	values: ItemValues,
): Endpoint {
	const own = endpointFor?.(values) ?? endpoint;
	if (own === undefined) throw new Error(`The operation '${value}' has no endpoint`);
	return own;
}

/** The device in the request, or in the input item next to the record that the request is about. */
export function deviceOfRecord({ body, values, input }: ItemWork): string | undefined {
	const ofRecord = idsIn(body).some(([name, id]) => input[name] === id)
		? input.device_id
		: undefined;
	const ofItem =
		isFromInput({ body, input }) && Object.values(input).includes(values.deviceId)
			? values.deviceId
			: undefined;
	return [body.device_id, ofRecord, ofItem].find(isText);
}

/**
 * The device that a rate limit may apply to. If the record is from the input item, a device chosen
 * only to narrow a list does not count.
 */
function limitedDevice(work: ItemWork): string | undefined {
	return [deviceOfRecord(work), isFromInput(work) ? undefined : work.values.deviceId].find(isText);
}

function isFromInput({ body, input }: Pick<ItemWork, 'body' | 'input'>): boolean {
	const given: unknown[] = Object.values(input);
	return idsIn(body).some(([, id]) => given.includes(id));
}

const idsIn = (body: WireObject) =>
	Object.entries(body).filter(([name, id]) => name.endsWith('_id') && isText(id));

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/**
 * Items start when the request queue has room, because thousands would wait in memory. Changes of
 * one record (`inOrderOf`) are sent one after another.
 */
export async function submitItems<Sent>(
	run: ItemRun,
	items: readonly PreparedItem[],
	submit: (work: ItemWork) => Promise<Sent | ItemState>,
): Promise<Array<Sent | ItemState>> {
	const states: Array<Promise<Sent | ItemState>> = [];
	const lastByRecord = new Map<string, Promise<Sent | ItemState>>();
	for (const item of items) {
		await run.awaitRoom();
		const start = async () =>
			'is' in item ? item : await workOn(run, async () => await submit(item));
		const record = 'is' in item ? undefined : changedRecord(run, item);
		const earlier = record === undefined ? undefined : lastByRecord.get(record);
		const state = earlier ? earlier.then(start) : start();
		if (record !== undefined) lastByRecord.set(record, state);
		states.push(state);
	}
	return await Promise.all(states);
}

const changedRecord = (
	{ operation: { inOrderOf } }: ItemRun,
	{ body }: ItemWork,
): string | undefined => inOrderOf && JSON.stringify(inOrderOf.map((name) => body[name]));

export const finishedItem = (
	{ operation }: Pick<ItemRun, 'operation'>,
	{ values }: Pick<ItemWork, 'values'>,
	...records: WireObject[]
): FinishedItem => ({ is: 'finished', records: records.map(recordShaper(operation, values)) });

/** For a write that was not needed, not possible, or only rehearsed. */
export const unchanged = (state: ItemState): ItemState =>
	state?.is === 'finished' ? { ...state, isUnchanged: true } : state;

export interface ReadBack {
	found?: WireObject;
	unread?: string;
}

/**
 * If the record cannot be read, takes the one in the answer to the change. Throws nothing, because
 * the change itself succeeded.
 */
export async function readBack(
	send: SendRequest,
	{ endpoint, member }: { endpoint: Endpoint; member: string },
	ids: WireObject,
	changed: ApiAnswer | undefined,
): Promise<ReadBack> {
	try {
		return { found: takeObject(await send({ endpoint, body: ids, effect: 'read' }), member) };
	} catch (error) {
		const answered = changed?.body[member];
		if (isWireObject(answered) && Object.keys(answered).length > 0) return { found: answered };
		return {
			unread: `The change was made, but the record could not be read: ${describeError(error).message}`,
		};
	}
}

/**
 * Entries of a group run one after another, and at most 'Requests in Flight' groups at once.
 * Otherwise, thousands of first requests would come before any second one.
 */
export async function runGroups<Entry>(
	run: Pick<ItemRun, 'settings' | 'stop'>,
	entries: readonly Entry[],
	groupOf: (entry: Entry) => string,
	work: (entry: Entry) => Promise<void>,
): Promise<void> {
	const groups = groupBy(entries, groupOf);
	const isOver = () => hasStopped(run);
	const runGroup = async (group: Entry[]) => {
		for (const entry of group) if (!isOver()) await work(entry);
	};
	await mapWithConcurrency([...groups.values()], run.settings.requestsInFlight, runGroup, isOver);
}

/**
 * For requests from the first change on: neither Stop nor the failure of another item holds them
 * back.
 */
export const sendUncancellable =
	({ send }: Pick<ItemRun, 'send'>): SendRequest =>
	async (request) =>
		await send({ ...request, uncancellable: true });

import type { IDataObject } from 'n8n-workflow';
import { NotStartedError } from '../../errors/errors';
import type { ApiAnswer } from '../../transport/readAnswer';
import { recordShaper } from '../output/shapeRecord';
import type { ItemRun, ItemState, ItemWork, ReadItem } from '../types';
import type { WireObject } from '../../wire/records';

/** True once an item has failed, if a failed item stops the run. */
export const hasStopped = (
	{ continueOnFail }: Pick<ItemRun, 'continueOnFail'>,
	states: readonly ItemState[],
): boolean => !continueOnFail && states.some((state) => state?.is === 'failed');

/**
 * Submits all items, with one policy for failed items. Items start when the request queue has room. Only the queue limits
 * the requests in flight.
 * Changes to the same record are sent one after another, because two in flight can arrive in any order.
 * A failed item gets the state `failed`. Without continue-on-fail, nothing more is sent, and requests in flight finish.
 */
export async function submitItems<Accepted>(
	run: ItemRun,
	items: readonly ReadItem[],
	submit: (work: ItemWork) => Promise<ItemState<Accepted>>,
): Promise<Array<ItemState<Accepted>>> {
	const states: Array<Promise<ItemState<Accepted>>> = [];
	const lastByRecord = new Map<string, Promise<ItemState<Accepted>>>();
	for (const item of items) {
		// Starting all at once would keep thousands waiting in memory.
		await run.awaitRoom();
		const start = async () =>
			'is' in item ? item : await submitTolerantly(run, async () => await submit(item));
		const record = 'is' in item ? undefined : changedRecord(run, item);
		const earlier = record === undefined ? undefined : lastByRecord.get(record);
		const state = earlier ? earlier.then(start) : start();
		if (record !== undefined) lastByRecord.set(record, state);
		states.push(state);
	}
	return await Promise.all(states);
}

/** The record that an update changes; undefined for any other request, whose order does not matter. */
function changedRecord(
	{ operation: { endpoint } }: ItemRun,
	{ body }: ItemWork,
): string | undefined {
	if (!endpoint.endsWith('/update') && !endpoint.endsWith('/update_multiple')) return undefined;
	return Object.entries(body)
		.find(([name, value]) => /_(?:id|key)$/.test(name) && isText(value))
		?.join(' ');
}

/** Submits one item under the policy of submitItems. */
async function submitTolerantly<Accepted>(
	run: ItemRun,
	submit: () => Promise<ItemState<Accepted>>,
): Promise<ItemState<Accepted>> {
	try {
		return await submit();
	} catch (error) {
		if (error instanceof NotStartedError) return undefined;
		if (!run.continueOnFail) run.stop.abort();
		return { is: 'failed', error };
	}
}

/** Sends the request of an item. Throws the domain errors of `errors/`. */
export async function sendItem(
	{ send, operation: { endpoint: usual, endpointFor, effect } }: ItemRun,
	work: ItemWork,
): Promise<ApiAnswer> {
	const endpoint = endpointFor?.(work.values) ?? usual;
	return await send({ endpoint, body: work.body, effect, deviceId: limitedDevice(work) });
}

/** A finished item with its records in the chosen output form. */
export function ended(
	{ operation }: ItemRun,
	{ values }: ItemWork,
	...records: WireObject[]
): Extract<ItemState, { is: 'ended' }> {
	const shape: (record: WireObject) => IDataObject = recordShaper(operation, values);
	return { is: 'ended', records: records.map(shape) };
}

/** The device in the request, or in the input item next to the record that the request is about. */
export function deviceOf({ body, values, input }: ItemWork): string | undefined {
	const ofRecord = idsIn(body).some(([name, id]) => input[name] === id)
		? input.device_id
		: undefined;
	const ofItem =
		isFromInput({ body, input }) && Object.values(input).includes(values.deviceId)
			? values.deviceId
			: undefined;
	return [body.device_id, ofRecord, ofItem].find(isText);
}

/** The device that a rate limit may apply to. If the record is from the input item, a device chosen only to narrow a list does not count. */
function limitedDevice(work: ItemWork): string | undefined {
	return [deviceOf(work), isFromInput(work) ? undefined : work.values.deviceId].find(isText);
}

/** True if the input item names the record that the request is about. */
function isFromInput({ body, input }: Pick<ItemWork, 'body' | 'input'>): boolean {
	const given: unknown[] = Object.values(input);
	return idsIn(body).some(([, id]) => given.includes(id));
}

const idsIn = (body: WireObject) =>
	Object.entries(body).filter(([name, id]) => name.endsWith('_id') && isText(id));

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

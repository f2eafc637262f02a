import type { IDataObject } from 'n8n-workflow';
import { NotStartedError } from '../errors/errors';
import type { ApiAnswer } from '../transport/readAnswer';
import { recordShaper } from './shapeRecord';
import type { ItemRun, ItemState, ItemWork, ReadItem } from './types';
import type { WireObject } from '../wire/records';

/** True for a run that is about to stop at a failed item. */
export const hasStopped = ({ continueOnFail }: Pick<ItemRun, 'continueOnFail'>, states: readonly ItemState[]): boolean =>
	!continueOnFail && states.some((state) => state?.is === 'failed');

/**
 * The one item failure policy: items start as the request queue has room, which alone bounds what is in flight. An item that fails
 * becomes the state `failed`. Without continue-on-fail nothing more is sent from then on, and what is in flight ends.
 */
export async function submitItems<Accepted>(
	run: ItemRun,
	items: readonly ReadItem[],
	submit: (work: ItemWork) => Promise<ItemState<Accepted>>,
): Promise<Array<ItemState<Accepted>>> {
	const states: Array<Promise<ItemState<Accepted>>> = [];
	for (const item of items) {
		// Were all started together, thousands would wait for the service in memory.
		await run.awaitRoom();
		states.push('is' in item ? Promise.resolve(item) : submitTolerantly(run, async () => await submit(item)));
	}
	return await Promise.all(states);
}

/** One step of one item under that policy. */
async function submitTolerantly<Accepted>(run: ItemRun, submit: () => Promise<ItemState<Accepted>>): Promise<ItemState<Accepted>> {
	try {
		return await submit();
	} catch (error) {
		if (error instanceof NotStartedError) return undefined;
		if (!run.continueOnFail) run.stop.abort();
		return { is: 'failed', error };
	}
}

/** Sends the request of an item. Throws the domain errors of `errors/`. */
export async function sendItem({ send, operation: { endpoint: usual, endpointFor, effect } }: ItemRun, work: ItemWork): Promise<ApiAnswer> {
	const endpoint = endpointFor?.(work.values) ?? usual;
	return await send({ endpoint, body: work.body, effect, deviceId: limitedDevice(work) });
}

/** An item that is finished, with its records as the person wants to see them. */
export function ended({ operation }: ItemRun, { values }: ItemWork, ...records: WireObject[]): Extract<ItemState, { is: 'ended' }> {
	const shape: (record: WireObject) => IDataObject = recordShaper(operation, values);
	return { is: 'ended', records: records.map(shape) };
}

/** The device that the request names, or the item that came in beside the record that the request is about. */
export function deviceOf({ body, values, input }: ItemWork): string | undefined {
	const ofRecord = idsIn(body).some(([name, id]) => input[name] === id) ? input.device_id : undefined;
	const ofItem = isFromInput({ body, input }) && Object.values(input).includes(values.deviceId) ? values.deviceId : undefined;
	return [body.device_id, ofRecord, ofItem].find(isText);
}

/** What the service may limit by. A device that was chosen to narrow a list says nothing of a record that the item brings. */
function limitedDevice(work: ItemWork): string | undefined {
	return [deviceOf(work), isFromInput(work) ? undefined : work.values.deviceId].find(isText);
}

/** True where the record that the request is about was named by the item that came in. */
function isFromInput({ body, input }: Pick<ItemWork, 'body' | 'input'>): boolean {
	const given: unknown[] = Object.values(input);
	return idsIn(body).some(([, id]) => given.includes(id));
}

const idsIn = (body: WireObject) => Object.entries(body).filter(([name, id]) => name.endsWith('_id') && isText(id));

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

import type { ApiAnswer } from '../../transport/readAnswer';
import type { WireObject } from '../../wire/records';
import type { ItemRun, ItemValues, ItemWork, Operation } from '../types';

/** Sends the request of an item. Throws the domain errors of `errors/`. */
export async function sendItem({ send, operation }: ItemRun, work: ItemWork): Promise<ApiAnswer> {
	return await send({
		endpoint: endpointOf(operation, work.values),
		body: work.body,
		effect: operation.effect,
		deviceId: limitedDevice(work),
	});
}

/** The endpoint of the operation's request for these values. */
export function endpointOf(
	{ value, endpoint, endpointFor }: Operation,
	values: ItemValues,
): string {
	const own = endpointFor?.(values) ?? endpoint;
	if (own === undefined) throw new Error(`The operation '${value}' has no endpoint`);
	return own;
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

/**
 * The device that a rate limit may apply to. If the record is from the input item, a device chosen
 * only to narrow a list does not count.
 */
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

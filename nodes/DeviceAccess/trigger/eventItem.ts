import type { INodeExecutionData } from 'n8n-workflow';
import { describeError } from '../errors/describeError';
import { ServiceError } from '../errors/errors';
import { maskPins } from '../errors/maskPins';
import { takeObject } from '../transport/readAnswer';
import type { SendRequest } from '../transport/request';
import { toItemJson } from '../wire/toItemJson';
import type { ServiceEvent, WireObject } from '../wire/records';
import { readSwitch } from '../operation/checkValues';

export interface EventItemOptions {
	/** Adds the record of the code that the event is about, as `access_code`. */
	includeAccessCode: boolean;
	maskPinCodes: boolean;
	/** False when there is no time left to read the code; the event goes out without it. */
	hasTime?: () => boolean;
}

/** The options of either trigger that shape its items. */
export const readEventItemOptions = (options: WireObject): EventItemOptions => ({
	includeAccessCode: readSwitch(options.includeAccessCode) === true,
	maskPinCodes: readSwitch(options.maskPinCodes) === true,
});

/**
 * The item of an event, the same for both triggers: the event as the service gives it. A code that cannot be read
 * (deleted in the meantime, say) gives `access_code: null` and the reason; the event is never lost for it.
 */
export async function toEventItem(send: SendRequest, event: ServiceEvent, options: EventItemOptions): Promise<INodeExecutionData> {
	const record = options.includeAccessCode ? { ...event, ...(await readAccessCode(send, event, options)) } : event;
	return { json: toItemJson(options.maskPinCodes ? maskPins(record) : record) };
}

/** A converted code is among the managed ones, another among the unmanaged ones; ids do not change (facts 4). */
async function readAccessCode(
	send: SendRequest,
	{ access_code_id: id }: ServiceEvent,
	{ hasTime }: EventItemOptions,
): Promise<WireObject> {
	if (!id) return { access_code: null };
	if (hasTime?.() === false) return { access_code: null, access_code_message: 'There was no time left to read the access code' };
	try {
		const record = (await getCode(send, '/access_codes/get', id)) ?? (await getCode(send, '/access_codes/unmanaged/get', id));
		return record ? { access_code: record } : { access_code: null, access_code_message: 'The access code is no longer there' };
	} catch (error) {
		return { access_code: null, access_code_message: describeError(error).message };
	}
}

async function getCode(send: SendRequest, endpoint: string, accessCodeId: string): Promise<WireObject | undefined> {
	try {
		return takeObject(await send({ endpoint, body: { access_code_id: accessCodeId }, effect: 'read' }), 'access_code');
	} catch (error) {
		if (error instanceof ServiceError && error.answer.status === 404) return undefined;
		return await Promise.reject(error);
	}
}

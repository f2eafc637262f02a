import type { INodeExecutionData } from 'n8n-workflow';
import { describeError } from '../errors/describeError';
import { maskPinsIf } from '../errors/maskPins';
import { getRecord } from '../lists/getRecord';
import { orderForReading } from '../operation';
import { readSwitch } from '../operation/form/checkValues';
import type { SendRequest } from '../transport/request';
import type { Endpoint } from '../wire/endpoints';
import type { ServiceEvent } from '../wire/events';
import { deviceName, toItemJson, type WireObject } from '../wire/records';
import { namesSomebody, personBehind } from '../whoCanOpen/personBehind';

export interface EventItemOptions {
	includeAccessCode: boolean;
	/** Adds the name as `device_name`, unless the event has it. */
	includeDeviceName: boolean;
	includePerson: boolean;
	maskPinCodes: boolean;
	/** False when no time is left to read records; the event goes out without them. */
	hasTime?: () => boolean;
	/** Added as `trigger_message`. */
	message?: string;
}

export const readEventItemOptions = (options: WireObject): EventItemOptions => ({
	includeAccessCode: readSwitch(options.includeAccessCode) === true,
	includeDeviceName: readSwitch(options.includeDeviceName) === true,
	includePerson: readSwitch(options.includePerson) === true,
	maskPinCodes: readSwitch(options.maskPinCodes) === true,
});

/** Managed and unmanaged records have the same ID at different endpoints. */
interface RecordOfEvent {
	what: string;
	key: string;
	idKey: 'access_code_id' | 'device_id';
	endpoints: readonly Endpoint[];
}

const ACCESS_CODE: RecordOfEvent = {
	what: 'access code',
	key: 'access_code',
	idKey: 'access_code_id',
	endpoints: ['/access_codes/get', '/access_codes/unmanaged/get'],
};
const DEVICE: RecordOfEvent = {
	what: 'device',
	key: 'device',
	idKey: 'device_id',
	endpoints: ['/devices/get', '/devices/unmanaged/get'],
};

/** If a record cannot be read, the item has null and the reason: the event is never lost. */
export async function toEventItem(
	send: SendRequest,
	event: ServiceEvent,
	options: EventItemOptions,
): Promise<INodeExecutionData> {
	const [name, accessCode, person] = await Promise.all([
		options.includeDeviceName ? readDeviceName(send, event, options) : {},
		options.includeAccessCode ? readAccessCode(send, event, options) : {},
		options.includePerson ? readPerson(send, event, options) : {},
	]);
	const message = options.message === undefined ? {} : { trigger_message: options.message };
	const record: WireObject = { ...event, ...message, ...name, ...accessCode, ...person };
	return { json: toItemJson(orderForReading(maskPinsIf(options.maskPinCodes, record))) };
}

async function readAccessCode(
	send: SendRequest,
	event: ServiceEvent,
	options: EventItemOptions,
): Promise<WireObject> {
	const { record, message } = await readRecord(send, event, ACCESS_CODE, options);
	return {
		access_code: record,
		...(message === undefined ? {} : { access_code_message: message }),
	};
}

async function readDeviceName(
	send: SendRequest,
	event: ServiceEvent,
	options: EventItemOptions,
): Promise<WireObject> {
	if (typeof event.device_name === 'string') return {};
	const { record, message } = await readRecord(send, event, DEVICE, options);
	return {
		device_name: deviceName(record ?? {}) ?? null,
		...(message === undefined ? {} : { device_name_message: message }),
	};
}

async function readPerson(
	send: SendRequest,
	event: ServiceEvent,
	{ hasTime }: EventItemOptions,
): Promise<WireObject> {
	if (!namesSomebody(event)) return { person: null };
	const unknown = (message: string) => ({ person: null, person_message: message });
	if (hasTime?.() === false) return unknown('There was not enough time to read the person');
	try {
		// Null without a message if the service no longer knows: nothing went wrong.
		return { person: (await personBehind(send, event)) ?? null };
	} catch (error) {
		return unknown(describeError(error).message);
	}
}

async function readRecord(
	send: SendRequest,
	event: ServiceEvent,
	{ what, key, idKey, endpoints }: RecordOfEvent,
	{ hasTime }: EventItemOptions,
): Promise<{ record: WireObject | null; message?: string }> {
	const id = event[idKey];
	if (!id) return { record: null };
	if (hasTime?.() === false)
		return { record: null, message: `There was not enough time to read the ${what}` };
	try {
		for (const endpoint of endpoints) {
			const record = await getRecord(send, endpoint, key, { [idKey]: id });
			if (record) return { record };
		}
		return {
			record: null,
			message: `The ${what} no longer exists in the workspace of the credential`,
		};
	} catch (error) {
		return { record: null, message: describeError(error).message };
	}
}

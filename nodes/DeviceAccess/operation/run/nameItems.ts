import {
	ActionFailedError,
	InvalidParameterError,
	isAnyNotFound,
	isKeyRefused,
	isNotFound,
	ServiceError,
} from '../../errors/errors';
import { maskPinsIf } from '../../errors/maskPins';
import { getRecord } from '../../lists/getRecord';
import { lookUpEach } from '../../lists/lookUps';
import { cancelSignal } from '../../transport/httpCall';
import type { SendRequest } from '../../transport/request';
import { lookUpRecords } from '../../waiting/lookUpRecords';
import { readActionAttempt } from '../../wire/actionAttempts';
import { deviceName, isWireObject, toItemJson, type WireObject } from '../../wire/records';
import { recordEndpoint, RECORDS, rowOf } from '../../wire/recordTable';
import { orderForReading } from '../output/shapeRecord';
import type { ItemNames, ItemRun, ItemState, Operation, PreparedItem } from '../types';
import { hasStopped, sendUncancellable } from './sendItems';

/** A device that the list lacks is not asked for alone. */
const DEVICES = { ...RECORDS.device, listsAll: true } as const;

/** Names are a courtesy: one request for each item would double the time of a migration. */
const MOST_CODES_LOOKED_UP = 10;

interface Known {
	id?: string;
	name?: string;
	deviceId?: string;
	deviceName?: string;
	isMasked: boolean;
	/** True if the service no longer has the record. */
	isGone: boolean;
}

/**
 * Gives the items of an action, and all failed items, the names of their record and its device: from
 * what is known, from a list of the devices, and for a few failed codes from their records. A name
 * that cannot be read is null, and never fails an item.
 */
export async function nameItems(
	run: ItemRun,
	items: readonly PreparedItem[],
	states: readonly ItemState[],
): Promise<ItemState[]> {
	const { about } = run.operation.kind;
	const known = new Map<ItemState, Known>();
	states.forEach((state, index) => {
		if (state?.is === 'failed' || (about !== undefined && state && 'records' in state))
			known.set(state, knownOf(run.operation, state, items[index]));
	});
	await lookUpNames(run, known);
	return states.map((state) => {
		const found = known.get(state);
		if (!state || !found) return state;
		const names = { name: found.name ?? null, device_name: found.deviceName ?? null };
		if (state.is === 'failed') return { ...state, names: { ...names, device_id: found.deviceId } };
		if (!('records' in state)) return state;
		return { ...state, records: state.records.map((record) => withNames(record, names)) };
	});
}

const withNames = (record: WireObject, names: ItemNames) =>
	toItemJson(
		orderForReading(
			record.outcome === undefined ? record : { ...record, ...namesOf(record, names) },
		),
	);

const namesOf = (record: WireObject, names: ItemNames): WireObject => ({
	name: record.name ?? names.name,
	device_name: record.device_name ?? names.device_name,
});

function knownOf({ kind: { about } }: Operation, state: ItemState, item?: PreparedItem): Known {
	const isMasked = state?.is === 'failed' || item?.values?.options.maskPinCodes === true;
	const input = item?.input ?? {};
	// Together, because the name in the request can have the PIN of the input item.
	const { body, read } = maskPinsIf(isMasked, {
		body: item && 'body' in item ? item.body : ({} as WireObject),
		read: input as WireObject,
	});
	const shown = shownBy(state);
	const id = about === undefined ? undefined : text(shown[about], body[about]);
	// An input item about something else, such as a booking, has another name.
	const isInput =
		about !== undefined && input[about] !== undefined && input[about] === (id ?? input[about]);
	const record: WireObject = isInput ? read : {};
	const deviceId = text(shown.device_id, body.device_id, record.device_id);
	const ofInput = deviceId !== undefined && input.device_id === deviceId ? input : {};
	const ofDevice = text(shown.device_name, ofInput.device_name, deviceName(ofInput));
	return {
		id: id ?? text(record[about ?? '']),
		name:
			about === 'device_id'
				? ofDevice
				: text(shown.name, shown.display_name, body.name, record.name, record.display_name),
		deviceId,
		deviceName: ofDevice,
		isMasked,
		isGone: state?.is === 'failed' && isAnyNotFound(state.error),
	};
}

function shownBy(state: ItemState): WireObject {
	if (state && 'records' in state) return withRecordOfAttempt(state.records[0] ?? {});
	const error = state?.is === 'failed' ? state.error : undefined;
	if (error instanceof ActionFailedError) return error.details;
	if (error instanceof InvalidParameterError) return { device_id: error.deviceId };
	return error instanceof ServiceError ? { device_id: error.answer.deviceId } : {};
}

/** The result of an action can have the whole record. */
function withRecordOfAttempt(shown: WireObject): WireObject {
	const result = readActionAttempt(shown.action_attempt)?.result ?? {};
	const record = isWireObject(result.access_code) ? result.access_code : {};
	return {
		...shown,
		name: shown.name ?? record.name,
		device_id: shown.device_id ?? record.device_id,
	};
}

async function lookUpNames(run: ItemRun, known: ReadonlyMap<ItemState, Known>): Promise<void> {
	if (cancelSignal(run.context)?.aborted) return;
	// Only the first failed item is shown if it stops the run.
	const isStopped = hasStopped(run);
	const entries = [...known];
	const shown = (
		isStopped ? entries.filter(([state]) => state?.is === 'failed').slice(0, 1) : entries
	).filter(([state]) => canLookUp(state));
	const send = isStopped ? sendUncancellable(run) : run.send;
	if (run.operation.kind.about === 'access_code_id')
		await lookUpCodes(
			send,
			run.operation,
			shown.flatMap(([state, one]) => (hasFailed(state) ? [one] : [])),
		);
	const nameless = shown.map(([, one]) => one).filter((one) => one.deviceName === undefined);
	const ids = [...new Set(nameless.flatMap(({ deviceId }) => deviceId ?? []))];
	const devices = await lookUpRecords(send, DEVICES, new Map())(ids);
	for (const one of nameless) {
		one.deviceName = deviceName(devices.get(one.deviceId ?? '') ?? {});
		if (run.operation.kind.about === 'device_id') one.name = one.deviceName;
	}
}

const hasFailed = (state: ItemState) =>
	state?.is === 'failed' || (state && 'records' in state && state.records[0]?.outcome === 'failed');

async function lookUpCodes(
	send: SendRequest,
	{ endpoint }: Operation,
	failed: readonly Known[],
): Promise<void> {
	const open = failed.filter(
		({ name, deviceId, isGone }) => !isGone && (name === undefined || deviceId === undefined),
	);
	const ids = [...new Set(open.flatMap(({ id }) => id ?? []))].slice(0, MOST_CODES_LOOKED_UP);
	const row = rowOf(endpoint) ?? RECORDS.accessCode;
	const found = await lookUpEach(ids, new Map(), async (id) => {
		const body = { access_code_id: id };
		const code = await getRecord(send, recordEndpoint(row, 'get'), row.member, body, {
			maxRetries: 0,
		});
		return code && ([id, code] as const);
	});
	const codes = new Map<string, WireObject>(found);
	for (const one of open) {
		const code = maskPinsIf(one.isMasked, codes.get(one.id ?? '') ?? {});
		one.name ??= text(code.name);
		one.deviceId ??= text(code.device_id);
	}
}

/** False if a request had no answer, or none will: then nothing can be read either. */
function canLookUp(state: ItemState): boolean {
	if (state?.is !== 'failed') return true;
	const { error } = state;
	if (error instanceof InvalidParameterError) return error.deviceId !== undefined;
	if (error instanceof ServiceError) {
		const { status } = error.answer;
		const isRefusal = status >= 400 && status < 429 && !isKeyRefused(error);
		return isRefusal && !isNotFound(error, 'device');
	}
	return error instanceof ActionFailedError;
}

/** A name can contain the PIN. */
const text = (...values: unknown[]): string | undefined =>
	values.find((value): value is string => typeof value === 'string' && value !== '');

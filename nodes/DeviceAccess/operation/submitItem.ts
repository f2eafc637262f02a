import type { IDataObject } from 'n8n-workflow';
import { InvalidParameterError, ServiceError } from '../api/errors';
import { listAllPages } from '../api/listAllPages';
import { hideSecretsInText } from '../api/maskPins';
import { type SendRequest, takeObject } from '../api/request';
import { readActionAttempt, type WireObject } from '../api/types';
import { type AcceptedAction, isGone, isUnsupported, outcomeOf, toActionFailedError, toResultRecord } from './attemptResult';
import type { Operation, ReturnsAttempt, ReturnsMany } from './defineOperation';
import { mapWithConcurrency } from '../api/mapWithConcurrency';
import type { ItemValues, RunSettings } from './readParameters';
import { recordShaper } from './shapeRecord';

/** What one item came to: finished output, or an accepted action whose outcome is still to be learned. */
export type Submitted = { records: IDataObject[] } | { action: AcceptedAction };

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

/** Sends what one item asks for. Throws the domain errors of `api/`, and InvalidParameterError before any request. */
export async function submitItem(work: ItemWork): Promise<Submitted> {
	const { returns } = work.operation;
	if (returns.kind === 'many') return { records: await submitList(work, returns) };
	if (returns.kind === 'attempt') return await submitAction(work, returns);
	const { endpoint, effect, request, output } = work.operation;
	const parameters = request(work.values);
	const { body } = await work.send({ endpoint, body: parameters, effect, pacingKey: deviceOf(work, parameters), onLimited: work.onLimited });
	const record = takeObject(endpoint, body, returns.member);
	const shown = returns.nestUnder ? { [returns.nestUnder]: record } : record;
	return { records: [recordShaper(output, work.values)(shown)] };
}

async function submitList(work: ItemWork, returns: ReturnsMany): Promise<IDataObject[]> {
	const { values, operation, settings } = work;
	const wanted = readWanted(values);
	const shape = recordShaper(operation.output, values);
	const list = async (parameters: IDataObject, count: number | undefined, onLimited: () => void, deviceId?: string) => {
		const records: IDataObject[] = [];
		const query = {
			endpoint: operation.endpoint,
			member: returns.member,
			parameters,
			wanted: count,
			maxPages: settings.maxPages,
			readsAhead: true,
			pacingKey: deviceId,
			onLimited,
		};
		for await (const page of listAllPages(work.send, query)) {
			for (const record of page.records) records.push(shape(record));
		}
		return records;
	};
	const parameters = operation.request(values) as IDataObject;
	const scope = returns.perDevice?.(values);
	if (!scope) return await list(parameters, wanted, work.onLimited);
	const isSweep = scope === 'allDevices';
	const deviceIds = isSweep ? await listDeviceIds(work) : scope.deviceIds;
	return await listPerDevice(deviceIds, settings.requestsInFlight, wanted, async (deviceId, count, onLimited) => {
		try {
			return await list({ ...parameters, device_id: deviceId }, count, onLimited, deviceId);
		} catch (error) {
			// Removed since the devices were listed: it has no codes any more.
			if (isSweep && error instanceof ServiceError && error.answer.type === 'device_not_found') return [];
			if (error instanceof ServiceError) error.answer.deviceId ??= deviceId;
			return await Promise.reject(error);
		}
	});
}

function readWanted(values: ItemValues): number | undefined {
	if (values.returnAll === true) return undefined;
	const limit = Math.floor(Number(values.limit));
	if (!(limit >= 1)) throw new InvalidParameterError("'Limit' must be 1 or more");
	return limit;
}

async function listDeviceIds({ send, settings }: ItemWork): Promise<string[]> {
	const ids: string[] = [];
	const query = { endpoint: '/devices/list', member: 'devices', parameters: {}, maxPages: settings.maxPages };
	for await (const { records } of listAllPages(send, query)) {
		for (const { device_id: id } of records) ids.push(String(id));
	}
	return ids;
}

/** Asks device after device, some at once, until enough records are there; they stand in the order of the devices. */
async function listPerDevice(
	deviceIds: string[],
	requestsInFlight: number,
	wanted: number | undefined,
	list: (deviceId: string, count: number | undefined, onLimited: () => void) => Promise<IDataObject[]>,
): Promise<IDataObject[]> {
	let collected = 0;
	const perDevice = await mapWithConcurrency(
		deviceIds,
		requestsInFlight,
		async (deviceId, _index, onLimited) => {
			const records = await list(deviceId, wanted, onLimited);
			collected += records.length;
			return records;
		},
		() => wanted !== undefined && collected >= wanted,
	);
	const all: IDataObject[] = [];
	for (const records of perDevice) for (const record of records ?? []) all.push(record);
	return wanted === undefined ? all : all.slice(0, wanted);
}

async function submitAction(work: ItemWork, returns: ReturnsAttempt): Promise<Submitted> {
	const { endpoint, effect, request } = work.operation;
	const body = request(work.values);
	const action: AcceptedAction = {
		accessCodeId: String(body.access_code_id),
		deviceId: deviceOf(work, body),
		acceptedAtMs: Math.floor(Date.now() / 1000) * 1000,
	};
	if (work.input.access_code_id === action.accessCodeId && work.input[returns.impossible.recordFlag] === true) {
		return refuseImpossible(work, returns, action);
	}
	try {
		const answer = await work.send({ endpoint, body, effect, pacingKey: action.deviceId, onLimited: work.onLimited });
		action.acceptedAtMs = answer.serverTimeMs ?? action.acceptedAtMs;
		action.attempt = readActionAttempt(answer.body.action_attempt);
		return { action };
	} catch (error) {
		if (returns.impossible.canBeReturned && work.values.options.onUnsupportedCode !== 'failItem' && isUnsupported(error)) {
			action.refusal = hideSecretsInText(error.answer.serviceMessage);
			action.deviceId ??= error.answer.deviceId;
			return refuseImpossible(work, returns, action);
		}
		return await Promise.reject(error);
	}
}

/** The device is known when it was chosen, or when the item that came in is the record itself. */
function deviceOf({ values, input }: ItemWork, body: WireObject): string | undefined {
	const isOwnRecord = Object.entries(body).some(([name, id]) => name.endsWith('_id') && input[name] === id);
	const ofRecord = isOwnRecord ? input.device_id : undefined;
	return [body.device_id, ofRecord, values.deviceId].find((id): id is string => typeof id === 'string' && id !== '');
}

function refuseImpossible({ values }: ItemWork, returns: ReturnsAttempt, action: AcceptedAction): Submitted {
	const { sentence, advice, canBeReturned } = returns.impossible;
	if (canBeReturned && values.options.onUnsupportedCode !== 'failItem') {
		return { records: [recordShaper(undefined, values)(toResultRecord(returns, action, 'unsupported'))] };
	}
	if (canBeReturned) throw toActionFailedError(returns, action, 'unsupported');
	throw new InvalidParameterError(sentence, advice);
}

/** The result of an action once its outcome is known or given up; throws ActionFailedError where the item shall fail. */
export function finishAction(returns: ReturnsAttempt, action: AcceptedAction, values: ItemValues): IDataObject {
	const outcome = returns.isDeletion && isGone(action) ? 'done' : outcomeOf(action);
	const { onFailedAction, onUnsupportedCode } = values.options;
	const isFailure =
		(outcome === 'failed' && onFailedAction !== 'returnItem') ||
		(outcome === 'unsupported' && !(returns.impossible.canBeReturned && onUnsupportedCode !== 'failItem'));
	if (isFailure) throw toActionFailedError(returns, action, outcome);
	return recordShaper(undefined, values)(toResultRecord(returns, action, outcome));
}

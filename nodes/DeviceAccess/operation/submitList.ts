import type { IDataObject } from 'n8n-workflow';
import { InvalidParameterError, ServiceError } from '../api/errors';
import { listAllPages } from '../api/listAllPages';
import { mapWithConcurrency } from '../api/mapWithConcurrency';
import type { WireObject } from '../api/types';
import type { ReturnsMany } from './defineOperation';
import type { ItemValues } from './readParameters';
import { recordShaper } from './shapeRecord';
import type { ItemWork } from './submitItem';

/** All records that one item asks for, shaped for the output. Throws the domain errors of `api/`. */
export async function submitList(work: ItemWork, returns: ReturnsMany): Promise<IDataObject[]> {
	const { values, operation, settings, send } = work;
	const wanted = readWanted(values);
	const shapeRecord = recordShaper(operation, values);
	const shape = (record: WireObject) => shapeRecord(returns.nestUnder ? { [returns.nestUnder]: record } : record);
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
		for await (const page of (returns.pages ?? listAllPages)(send, query)) {
			const enriched: WireObject[] = returns.enrich ? await returns.enrich(send, page.records, values) : page.records;
			for (const record of enriched) records.push(shape(record));
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

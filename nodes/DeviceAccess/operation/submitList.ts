import type { IDataObject } from 'n8n-workflow';
import { InvalidParameterError, ServiceError } from '../errors/errors';
import { listAllPages } from '../lists/listAllPages';
import { mapWithConcurrency } from '../transport/mapWithConcurrency';
import type { WireObject } from '../wire/records';
import type { ReturnsMany } from './defineOperation';
import type { ItemValues } from './readParameters';
import { recordShaper } from './shapeRecord';
import type { ItemWork } from './submitItem';

/** What a list has given; `hasMore` is true where it was cut at `wanted` records and is known to go on. */
interface Listed<Kept> {
	records: Kept[];
	hasMore?: boolean;
}

/** All records that one item asks for, shaped for the output. Throws the domain errors of `errors/`. */
export async function submitList(work: ItemWork, returns: ReturnsMany): Promise<Listed<IDataObject>> {
	const { values, operation, settings, send } = work;
	const wanted = readWanted(values);
	const shapeRecord = recordShaper(operation, values);
	const shape = (record: WireObject) => shapeRecord(returns.nestUnder ? { [returns.nestUnder]: record } : record);
	const list = async <Kept>(keep: (record: WireObject) => Kept, parameters: IDataObject, onLimited: () => void, deviceId?: string) => {
		const listed: Listed<Kept> = { records: [] };
		const query = {
			endpoint: operation.endpoint,
			member: returns.member,
			parameters,
			wanted,
			maxPages: settings.maxPages,
			readsAhead: true,
			pacingKey: deviceId,
			onLimited,
		};
		for await (const { records, nextPageCursor, isCut } of (returns.pages ?? listAllPages)(send, query)) {
			for (const record of records) listed.records.push(keep(record));
			listed.hasMore = isCut || nextPageCursor !== undefined || undefined;
		}
		return listed;
	};
	const parameters = operation.request(values) as IDataObject;
	const scope = returns.perDevice?.(values);
	if (!scope) return await list(shape, parameters, work.onLimited);
	const isSweep = scope === 'allDevices';
	const deviceIds = isSweep ? await listDeviceIds(work) : scope.deviceIds;
	const listPerDevice = async <Kept>(keep: (record: WireObject) => Kept) =>
		await collectPerDevice(deviceIds, settings.requestsInFlight, wanted, async (deviceId, onLimited) =>
			await askDevice(deviceId, isSweep, async () => await list(keep, { ...parameters, device_id: deviceId }, onLimited, deviceId)),
		);
	const enrich = values.options[returns.enrich?.optionName ?? ''] === true ? returns.enrich : undefined;
	if (!enrich) {
		const { perDevice, hasMore } = await listPerDevice(shape);
		return { records: perDevice.flatMap(({ records }) => records), hasMore };
	}
	// Shaped at the end only: what is added depends on the whole record, PINs and all.
	const { perDevice, hasMore } = await listPerDevice((record) => record);
	const enriched = await mapWithConcurrency(perDevice, settings.requestsInFlight, async ({ deviceId, records }) =>
		(await askDevice(deviceId, isSweep, async () => await enrich.add(send, deviceId, records)))?.map(shape),
	);
	return { records: enriched.flatMap((records) => records ?? []), hasMore };
}

async function askDevice<Asked>(deviceId: string, isSweep: boolean, ask: () => Promise<Asked>): Promise<Asked | undefined> {
	try {
		return await ask();
	} catch (error) {
		// Removed since the devices were listed: it has no codes any more.
		if (isSweep && error instanceof ServiceError && error.answer.type === 'device_not_found') return undefined;
		if (error instanceof ServiceError) error.answer.deviceId ??= deviceId;
		return await Promise.reject(error);
	}
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

/**
 * Asks device after device, some at once, until `wanted` records are there; what is too much is cut. Only the devices
 * that have records come out, in their order.
 */
async function collectPerDevice<Kept>(
	deviceIds: string[],
	requestsInFlight: number,
	wanted: number | undefined,
	ask: (deviceId: string, onLimited: () => void) => Promise<Listed<Kept> | undefined>,
): Promise<{ perDevice: Array<{ deviceId: string; records: Kept[] }>; hasMore?: boolean }> {
	let collected = 0;
	const asked = await mapWithConcurrency(
		deviceIds,
		requestsInFlight,
		async (deviceId, _index, onLimited) => {
			const { records, hasMore } = (await ask(deviceId, onLimited)) ?? { records: [] };
			collected += records.length;
			return { deviceId, records, hasMore };
		},
		() => wanted !== undefined && collected >= wanted,
	);
	let missing = wanted ?? Infinity;
	const perDevice = asked.flatMap((entry) => {
		const records = entry?.records.slice(0, missing) ?? [];
		missing -= records.length;
		return entry && records.length > 0 ? [{ deviceId: entry.deviceId, records }] : [];
	});
	return { perDevice, hasMore: collected > (wanted ?? Infinity) || asked.some((entry) => entry?.hasMore) || undefined };
}

import { booleanField, numberField } from '../form/fields';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { listAll, listAllPages, type ListQuery, type Page } from '../../lists/listAllPages';
import {
	InvalidParameterError,
	isNotFound,
	isUnsupported,
	ServiceError,
} from '../../errors/errors';
import { mapWithConcurrency } from '../../transport/mapWithConcurrency';
import type { SendRequest } from '../../transport/request';
import { deviceName, type WireObject } from '../../wire/records';
import { OPTIONS_OF_LISTS } from '../form/options';
import { recordShaper } from '../output/shapeRecord';
import { endpointOf, submitItems } from '../run/sendItems';
import type {
	Fields,
	ItemRun,
	ItemState,
	ItemValues,
	ItemWork,
	Kind,
	PreparedItem,
} from '../types';

/** The texts are those that n8n requires. */
export const LIST_FIELDS = {
	returnAll: booleanField(
		'Return All',
		'Whether to return all results or only up to a given limit',
		false,
	),
	limit: numberField('Limit', 'Max number of results to return', 50, {
		typeOptions: { minValue: 1 },
		showWhen: { returnAll: ['false'] },
	}),
} as const satisfies Fields;

export type ReadPages = (
	send: SendRequest,
	query: ListQuery,
	values: ItemValues,
) => AsyncGenerator<Page>;

export interface ManyDefinition {
	member: string;
	nestUnder?: string;
	/**
	 * For lists that the service returns for one device per call. Undefined if one request lists all
	 * chosen records.
	 */
	perDevice?: (values: IDataObject) => DeviceScope | undefined;
	nothingFound?: string;
	nothingFits?: string;
	/**
	 * Set if the service has no cursor for the list, or its records come from several lists. The
	 * items of a run share what it returns.
	 */
	pages?: (run: ItemRun) => ReadPages;
	enrich?: Enrichment;
}

/** Adds data to the records of one device, once per device and only for records in the output. */
export interface Enrichment {
	/** Stored in workflows: never changes. */
	optionName: string;
	add: (send: SendRequest, deviceId: string, records: WireObject[]) => Promise<WireObject[]>;
}

export type DeviceScope = { deviceIds: string[] } | 'allDevices';

export interface ManyKind extends Kind, ManyDefinition {
	readonly name: 'many';
}

interface ListOfRun extends Omit<ManyDefinition, 'pages'> {
	pages: ReadPages;
}

interface Listed<Shaped> {
	records: Shaped[];
	hasMore?: boolean;
}

type Shape<Shaped> = (record: WireObject) => Shaped;

const NOTHING_FOUND =
	'No results. Check the filters, and that the credential is for the right workspace.';

export function many(member: string, rest: Omit<ManyDefinition, 'member'> = {}): ManyKind {
	const definition = { member, ...rest };
	return {
		name: 'many',
		...definition,
		fields: LIST_FIELDS,
		options: OPTIONS_OF_LISTS,
		run: async (run, items) => {
			const list = { ...definition, pages: definition.pages?.(run) ?? listAllPages };
			return await submitItems(run, items, async (work) => await submit(run, list, work));
		},
		hint: (output, states, items) => hint(definition, output, states, items),
	};
}

async function submit(run: ItemRun, definition: ListOfRun, work: ItemWork): Promise<ItemState> {
	const shapeRecord = recordShaper(run.operation, work.values);
	const shape = (record: WireObject) =>
		shapeRecord(definition.nestUnder ? { [definition.nestUnder]: record } : record);
	const limit = readLimit(work.values);
	const scope = definition.perDevice?.(work.values);
	if (!scope) return { is: 'finished', ...(await list(run, definition, limit, work, shape)) };
	const { enrich } = definition;
	if (!enrich || work.values.options[enrich.optionName] !== true) {
		const { perDevice, hasMore } = await listPerDevice(run, definition, limit, work, scope, shape);
		return { is: 'finished', records: perDevice.flatMap(({ records }) => records), hasMore };
	}
	// The output form comes last, because the additions depend on the whole record, including PINs.
	const whole = (record: WireObject) => record;
	const { perDevice, hasMore } = await listPerDevice(run, definition, limit, work, scope, whole);
	const enriched = await Promise.all(
		perDevice.map(async ({ deviceId, records }) => {
			const add = async () => await enrich.add(run.send, deviceId, records);
			return (await askDevice(deviceId, scope, add)) ?? [];
		}),
	);
	return { is: 'finished', records: enriched.flat().map(shape), hasMore };
}

/**
 * Shapes each page while the next one is on its way, so that the full records of a long list are
 * never all in memory.
 */
async function list<Shaped>(
	{ send, operation, settings }: ItemRun,
	{ member, pages }: ListOfRun,
	limit: number | undefined,
	{ body: parameters, values }: Pick<ItemWork, 'body' | 'values'>,
	shape: Shape<Shaped>,
	deviceId?: string,
): Promise<Listed<Shaped>> {
	const listed: Listed<Shaped> = { records: [] };
	const query = {
		endpoint: endpointOf(operation, values),
		member,
		parameters,
		limit,
		maxPages: settings.maxPages,
		readsAhead: true,
		deviceId,
	};
	for await (const { records, nextPageCursor, isCut } of pages(send, query, values)) {
		for (const record of records) {
			// The service may ignore the device.
			const { device_id: ofDevice = deviceId } = record;
			if (deviceId === undefined || ofDevice === deviceId) listed.records.push(shape(record));
		}
		listed.hasMore = isCut || nextPageCursor !== undefined || undefined;
	}
	return listed;
}

/** Reads the devices in order, some in parallel, until there are `limit` records. */
async function listPerDevice<Shaped>(
	run: ItemRun,
	definition: ListOfRun,
	limit = Infinity,
	{ body, values }: ItemWork,
	scope: DeviceScope,
	shape: Shape<Shaped>,
) {
	const devices =
		scope === 'allDevices' ? await listDevices(run) : scope.deviceIds.map(withoutName);
	const limitOfEach = limit === Infinity ? undefined : limit;
	let collected = 0;
	let notAsked = devices.length;
	const asked = await mapWithConcurrency(
		devices,
		run.settings.requestsInFlight,
		async ({ deviceId, added }) => {
			notAsked--;
			const work = { body: { ...body, device_id: deviceId }, values };
			const named = (record: WireObject) => shape({ ...record, ...added });
			const listed = await askDevice(
				deviceId,
				scope,
				async () => await list(run, definition, limitOfEach, work, named, deviceId),
			);
			collected += listed?.records.length ?? 0;
			return { deviceId, records: [], ...listed };
		},
		() => collected >= limit,
	);
	let missing = limit;
	const perDevice = asked.flatMap((entry) => {
		const records = entry?.records.slice(0, missing) ?? [];
		missing -= records.length;
		return entry && records.length > 0 ? [{ deviceId: entry.deviceId, records }] : [];
	});
	return {
		perDevice,
		hasMore:
			collected > limit || notAsked > 0 || asked.some((entry) => entry?.hasMore) || undefined,
	};
}

async function askDevice<Asked>(
	deviceId: string,
	scope: DeviceScope,
	ask: () => Promise<Asked>,
): Promise<Asked | undefined> {
	return await ask().catch((error: unknown) => {
		// It has no codes: someone deleted it after the devices were listed, or it is no lock.
		if (scope === 'allDevices' && (isNotFound(error, 'device') || isUnsupported(error)))
			return undefined;
		if (error instanceof ServiceError) error.answer.deviceId ??= deviceId;
		throw error;
	});
}

function readLimit(values: ItemValues): number | undefined {
	if (values.returnAll === true) return undefined;
	const limit = Math.floor(Number(values.limit));
	if (!(limit >= 1)) throw new InvalidParameterError("'Limit' must be 1 or more");
	return limit;
}

/** `added` is what its records get: the name, if it was read. */
interface ListedDevice {
	deviceId: string;
	added?: WireObject;
}

const withoutName = (deviceId: string): ListedDevice => ({ deviceId });

async function listDevices({ send, settings }: ItemRun): Promise<ListedDevice[]> {
	const devices = await listAll(send, {
		endpoint: '/devices/list',
		member: 'devices',
		parameters: {},
		maxPages: settings.maxPages,
	});
	return devices.map((device) => ({
		deviceId: String(device.device_id),
		added: { device_name: deviceName(device) ?? null },
	}));
}

function hint(
	{ nothingFound, nothingFits }: ManyDefinition,
	output: INodeExecutionData[],
	states: readonly ItemState[],
	items: readonly PreparedItem[],
): string | undefined {
	if (output.length === 0)
		return (isNarrowed(items) ? nothingFits : undefined) ?? nothingFound ?? NOTHING_FOUND;
	const cut = states.filter((state) => state?.is === 'finished' && state.hasMore === true);
	if (cut.length === 0) return undefined;
	if (states.length === 1)
		return `Only the first ${output.length} are shown. Turn on 'Return All' to get the rest.`;
	return `'Limit' cut off the results of ${cut.length} of ${states.length} input items. Turn on 'Return All' to get all of them.`;
}

const isNarrowed = (items: readonly PreparedItem[]): boolean =>
	items.some(
		(item) => 'body' in item && Object.values(item.body).some((value) => value !== undefined),
	);

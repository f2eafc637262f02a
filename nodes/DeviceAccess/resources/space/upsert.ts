import { describeError, joinSentences } from '../../errors/describeError';
import { ActionFailedError, rethrow } from '../../errors/errors';
import { getRecord } from '../../lists/getRecord';
import { listAll } from '../../lists/listAllPages';
import {
	desiredState,
	emptyToNull,
	type Fields,
	type ItemRun,
	type ItemValues,
	optionalText,
	optionalUuids,
	readBack,
	type Reconciled,
	requestOf,
} from '../../operation';
import { takeObject } from '../../transport/httpCall';
import type { SendRequest } from '../../transport/request';
import type { Endpoint } from '../../wire/endpoints';
import { type WireObject, withoutUndefined } from '../../wire/records';
import { additionalFieldsOf } from '../fields/collections';
import { rowValues } from '../fields/recordRows';
import {
	ADDRESS,
	CUSTOMER_KEY,
	type CustomerData,
	devicesField,
	entrancesField,
	HOURS_FIELDS,
	NAME,
	SPACE_KEY,
} from './spaceFields';
import { type FoundSpace, planSpace, type SpacePlan, type DesiredSpace } from './plan';

interface KnownSpaces {
	send: SendRequest;
	byKey: Map<string, FoundSpace>;
	/** The doors that all items name, by space key, because a table can have one row per lock. */
	named: Map<string, Set<string>>;
	/** The keys of items whose doors could not be read; empty for an item without a readable key. */
	unread: ReadonlySet<string>;
}

/**
 * If a room has no locks, the expression in its row can be empty. An empty entry among others is
 * refused, because ignoring it could remove a lock.
 */
const readRows = (label: string, rows: unknown) =>
	optionalUuids(
		label,
		rowValues(rows).filter((value) => !isNothing(value)),
	);

const isNothing = (value: unknown): boolean =>
	emptyToNull(value) === null || (Array.isArray(value) && value.every(isNothing));

export const UPSERT_FIELDS = {
	spaceKey: { ...SPACE_KEY, required: true, placeholder: 'e.g. room-101' },
	name: {
		...NAME,
		description:
			'The name of the space. Leave empty to keep the current name. A new space then gets its key as its name.',
	},
	deviceIds: {
		...devicesField,
		description: 'The locks and other devices in the space. Leave empty to keep its devices.',
		read: readRows,
	},
	entranceIds: {
		...entrancesField,
		description:
			'The doors of access systems that lead into the space. Leave empty to keep its entrances.',
		read: readRows,
	},
	...HOURS_FIELDS,
	additionalFields: additionalFieldsOf(ADDRESS, CUSTOMER_KEY),
} as const satisfies Fields;

const readFields = requestOf(UPSERT_FIELDS);

export const upsertKind = desiredState<DesiredSpace, KnownSpaces>({
	options: {},
	read: readDesired,
	unread: ({ spaceKey }) => ({ ...UNREAD, key: optionalText(spaceKey) ?? '' }),
	groupOf: ({ key }) => key,
	prepare: async (run, desired) => ({ shared: await readSpaces(run, desired), orders: desired }),
	reconcile: async ({ shared, uncancellable, values }, desired) =>
		await reconcileSpace(shared, uncancellable, values, desired),
});

/** Of an item that cannot be read, because it may name any door. */
const UNREAD = { data: {}, removesOthers: false, isUnread: true } as const;

function readDesired(values: ItemValues): DesiredSpace {
	const body = readFields(values);
	return {
		key: String(body.space_key),
		name: body.name as string | undefined,
		customerKey: body.customer_key as string | undefined,
		data: (body.customer_data ?? {}) as CustomerData,
		deviceIds: body.device_ids as string[] | undefined,
		entranceIds: body.acs_entrance_ids as string[] | undefined,
		removesOthers: values.options.removeOthers === true,
	};
}

/** Each takes up to three requests, so for more spaces, three lists of the workspace are faster. */
const MOST_READ_ALONE = 10;

/** Devices and entrances name their spaces. */
async function readSpaces(
	run: ItemRun,
	desired: ReadonlyArray<DesiredSpace | undefined>,
): Promise<KnownSpaces> {
	const named = doorsByKey(desired);
	const unread = new Set(desired.flatMap((one) => (one?.isUnread ? [one.key] : [])));
	const read = named.size > MOST_READ_ALONE ? readLists : readAlone;
	return { send: run.send, byKey: await read(run, [...named.keys()], desired), named, unread };
}

async function readAlone(
	run: ItemRun,
	keys: readonly string[],
	desired: ReadonlyArray<DesiredSpace | undefined>,
): Promise<Map<string, FoundSpace>> {
	const found = await Promise.all(
		keys.map(async (key) => {
			const record = await getRecord(run.send, '/spaces/get', 'space', { space_key: key });
			if (!record) return [];
			const ofKey = desired.filter((one) => one?.key === key);
			return [...withDoors([record], await listDoors(run, ofKey, { space_id: record.space_id }))];
		}),
	);
	return new Map(found.flat());
}

async function readLists(
	run: ItemRun,
	_keys: readonly string[],
	desired: ReadonlyArray<DesiredSpace | undefined>,
): Promise<Map<string, FoundSpace>> {
	const [spaces, doors] = await Promise.all([
		list(run, '/spaces/list', 'spaces', {}),
		listDoors(run, desired, {}),
	]);
	return withDoors(spaces, doors);
}

const list = async (
	{ send, settings: { maxPages } }: ItemRun,
	endpoint: Endpoint,
	member: string,
	parameters: WireObject,
) => await listAll(send, { endpoint, member, parameters, maxPages, readsAhead: true });

const listDoors = async (
	run: ItemRun,
	desired: ReadonlyArray<DesiredSpace | undefined>,
	parameters: WireObject,
) =>
	await Promise.all([
		desired.some((one) => one?.deviceIds) ? list(run, '/devices/list', 'devices', parameters) : [],
		desired.some((one) => one?.entranceIds)
			? list(run, '/acs/entrances/list', 'acs_entrances', parameters)
			: [],
	]);

function withDoors(
	spaces: readonly WireObject[],
	[devices, entrances]: readonly [WireObject[], WireObject[]],
): Map<string, FoundSpace> {
	const devicesIn = idsBySpace(devices, 'device_id');
	const entrancesIn = idsBySpace(entrances, 'acs_entrance_id');
	return new Map(
		spaces.map((record): [string, FoundSpace] => {
			const id = String(record.space_id);
			return [
				String(record.space_key ?? ''),
				{ record, deviceIds: devicesIn.get(id) ?? [], entranceIds: entrancesIn.get(id) ?? [] },
			];
		}),
	);
}

function doorsByKey(desired: ReadonlyArray<DesiredSpace | undefined>): Map<string, Set<string>> {
	const named = new Map<string, Set<string>>();
	for (const one of desired) {
		if (!one || one.isUnread) continue;
		const doors = named.get(one.key) ?? new Set();
		for (const id of [...(one.deviceIds ?? []), ...(one.entranceIds ?? [])]) doors.add(id);
		named.set(one.key, doors);
	}
	return named;
}

function idsBySpace(records: readonly WireObject[], idField: string): Map<string, string[]> {
	const ids = new Map<string, string[]>();
	for (const { space_ids: spaceIds, [idField]: id } of records) {
		for (const spaceId of Array.isArray(spaceIds) ? spaceIds.map(String) : [])
			ids.set(spaceId, [...(ids.get(spaceId) ?? []), String(id)]);
	}
	return ids;
}

async function reconcileSpace(
	spaces: KnownSpaces,
	uncancellable: SendRequest,
	{ options }: ItemValues,
	desired: DesiredSpace,
): Promise<Reconciled> {
	const found = spaces.byKey.get(desired.key);
	const isAllRead = !['', desired.key].some((key) => spaces.unread.has(key));
	const removesOthers = desired.removesOthers && isAllRead;
	const named = spaces.named.get(desired.key);
	const plan = planSpace({ ...desired, removesOthers, named }, found);
	const isDryRun = options.dryRun === true;
	if (isDryRun || plan.steps.length === 0)
		return {
			toRecord: () => toItem(desired, plan, found?.record, isDryRun),
		};
	const before = (await applySteps(uncancellable, plan, desired.key)) ?? found?.record ?? {};
	const read = found
		? await readBack(
				spaces.send,
				{ endpoint: '/spaces/get', member: 'space' },
				{ space_id: before.space_id },
				undefined,
			)
		: { found: before };
	const { found: record, unread } = read;
	const message = unread === undefined ? {} : { message: unread };
	const doorsNow = (what: string, otherwise: readonly string[] = []) =>
		(plan.changes.find((change) => change.what === what)?.after as string[] | undefined) ??
		otherwise;
	// Another item may be about the same space.
	spaces.byKey.set(desired.key, {
		record: record ?? before,
		deviceIds: doorsNow('device_ids', found?.deviceIds),
		entranceIds: doorsNow('acs_entrance_ids', found?.entranceIds),
	});
	return {
		toRecord: () => ({
			...toItem(desired, plan, record, false),
			...message,
			space_id: before.space_id,
		}),
	};
}

/** If the first step fails, throws its error; if a later one fails, throws ActionFailedError. */
async function applySteps(
	send: SendRequest,
	{ steps, changes }: SpacePlan,
	key: string,
): Promise<WireObject | undefined> {
	let created: WireObject | undefined;
	for (const [index, { endpoint, body }] of steps.entries()) {
		try {
			const answer = await send({ endpoint, body, effect: 'write' });
			if (endpoint === '/spaces/create') created = takeObject(answer, 'space');
		} catch (error) {
			if (index === 0) return rethrow(error);
			const { message, description } = describeError(error);
			return rethrow(
				new ActionFailedError(
					`Only part of the change was made: ${message}`,
					{ space_key: key, changes },
					undefined,
					joinSentences([description, 'Execute the node again to finish']),
				),
			);
		}
	}
	return created;
}

/** `space` is null if the space does not exist yet or could not be read after its change. */
const toItem = (
	{ key }: DesiredSpace,
	{ outcome, changes }: SpacePlan,
	record: WireObject | undefined,
	isDryRun: boolean,
): WireObject =>
	withoutUndefined({
		space_key: key,
		outcome,
		dry_run: isDryRun ? true : undefined,
		changes,
		space_id: record?.space_id ?? null,
		space: record ?? null,
	});

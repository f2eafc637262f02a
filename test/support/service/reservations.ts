import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { QUICK_CHECKS, type HotelSandbox } from './hotelSandbox';
import type { NodeRun } from '../../../host/engine/runNode';
import { hotel } from '../../../sandbox/fixtures/hotel';
import { workspaceIds } from '../../../sandbox/fixtures/workspaces';
import { until } from '../clock/until';

const DAY_MS = 86_400_000;

/** The instant `days` days from now, at `hour` o'clock UTC. */
export const inDays = (days: number, hour = 15): string =>
	new Date(new Date(Date.now() + days * DAY_MS).setUTCHours(hour, 0, 0, 0)).toISOString();

/** That day alone, such as `2031-01-31`. */
export const dayInDays = (days: number): string => inDays(days).slice(0, 10);

/** One booking as a property management system sends it, by default for Room 101 in ten days. */
export const booking = (changes: IDataObject = {}): IDataObject => ({
	id: '4711',
	status: 'confirmed',
	guest: 'Guest 4711',
	contact: `guest-${String(changes.id ?? '4711')}@example.com`,
	rooms: 'room-101',
	arrival: inDays(10),
	departure: inDays(13, 11),
	...changes,
});

/** The fields as a person maps such bookings. */
export const MAPPING: INodeParameters = {
	reservationKey: '={{ $json.id }}',
	status: '={{ $json.status }}',
	guestName: '={{ $json.guest }}',
	guestContact: '={{ $json.contact }}',
	rooms: { __rl: true, mode: 'key', value: '={{ $json.rooms }}' },
	arrival: '={{ $json.arrival }}',
	departure: '={{ $json.departure }}',
};

/** Runs *Create or Update* or *Sync Many* over bookings, and continues after failed items. */
export async function reserve(
	service: HotelSandbox,
	operation: 'upsert' | 'syncMany',
	bookings: IDataObject[],
	options: INodeParameters = {},
): Promise<NodeRun> {
	const parameters = { ...MAPPING, options: { ...QUICK_CHECKS, ...options } };
	return await service.run(`reservation.${operation}`, parameters, {
		input: bookings,
		onError: 'continueRegularOutput',
	});
}

/** Gives bookings access, and returns their items. */
export const upsertOn =
	(service: HotelSandbox) => async (bookings: IDataObject[], options?: INodeParameters) =>
		(await reserve(service, 'upsert', bookings, options)).items.map(({ json }) => json);

/** The codes of the problems of an item. */
export const codesOf = (item: IDataObject | undefined): unknown[] =>
	((item?.problems ?? []) as IDataObject[]).map(({ code }) => code);

export const writesOf = (service: HotelSandbox): string[] =>
	service
		.paths()
		.filter((path) => /\/(create|update|delete|request_access_methods|add_|remove_)/.test(path));

/** The service's grants that have keys of reservations. */
export async function grantsOf(service: HotelSandbox): Promise<IDataObject[]> {
	const { items } = await service.run('accessGrant.getAll', { returnAll: true, output: 'raw' });
	return items
		.map(({ json }) => json)
		.filter(({ access_grant_key: key }) => String(key).startsWith('reservation:'));
}

const GRANTS_OF_OTHERS: ReadonlySet<string> = new Set(Object.values(hotel.accessGrants));

/**
 * The PINs of grants that each lock takes in the time of its stay, by the lock's name and sorted: what is true at the door,
 * from the sandbox's own records. Without the grants of the fixture. Waits until locks that are online are done.
 */
export async function pinsOnLocks({ sandbox }: HotelSandbox): Promise<Record<string, string[]>> {
	const workspace = sandbox.state.workspaces.get(workspaceIds.main);
	const codes = () =>
		[...(workspace?.accessCodesByDevice.values() ?? [])]
			.flat()
			.filter(({ accessGrantId: id }) => id !== undefined && !GRANTS_OF_OTHERS.has(id));
	const isOnline = (deviceId: string) =>
		workspace?.devicesById.get(deviceId)?.record.properties.online === true;
	await until(() =>
		codes().every(
			({ deviceId, status = '' }) =>
				!isOnline(deviceId) || !['setting', 'removing'].includes(status),
		),
	);
	const pins: Record<string, string[]> = {};
	for (const { deviceId, code } of codes()) {
		const lock = workspace?.devicesById.get(deviceId)?.record.display_name ?? deviceId;
		pins[lock] = [...(pins[lock] ?? []), code].sort();
	}
	return pins;
}

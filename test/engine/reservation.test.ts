import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { QUICK_CHECKS, useHotelSandbox } from '../support/hotelSandbox';

const service = useHotelSandbox();

const DAY_MS = 86_400_000;
const inDays = (days: number, hour = 15) => new Date(new Date(Date.now() + days * DAY_MS).setUTCHours(hour, 0, 0, 0)).toISOString();
const ROOM_101 = 'room-101';
const ROOM_102 = 'room-102';

const inKey = (value: string): INodeParameters[string] => ({ __rl: true, mode: 'key', value });

/** One booking as a step before maps it. */
const booking = (changes: IDataObject = {}): IDataObject => ({
	id: '4711', status: 'confirmed', guest: 'Guest of Room 101', contact: 'guest-4711@example.com', rooms: ROOM_101, arrival: inDays(10), departure: inDays(13, 11), ...changes,
});

const MAPPING: INodeParameters = {
	reservationKey: '={{ $json.id }}', status: '={{ $json.status }}', guestName: '={{ $json.guest }}', guestContact: '={{ $json.contact }}',
	rooms: inKey('={{ $json.rooms }}'), arrival: '={{ $json.arrival }}', departure: '={{ $json.departure }}',
};

async function upsert(bookings: IDataObject[], options: INodeParameters = {}) {
	return await service.run('reservation.upsert', { ...MAPPING, options: { ...QUICK_CHECKS, ...options } }, { input: bookings, onError: 'continueRegularOutput' });
}

const writes = () => service.paths().filter((path) => /create|update|delete|request_access_methods/.test(path));
/** The grants at the service whose keys are those of reservations. */
async function grants(): Promise<IDataObject[]> {
	const { items } = await service.run('accessGrant.getAll', { returnAll: true, output: 'raw' });
	return items.map(({ json }) => json).filter(({ access_grant_key: key }) => String(key).startsWith('reservation:'));
}

describe('Create or Update', () => {
	it('gives a reservation its access, and says when, where and by which PIN', async () => {
		const { items } = await upsert([booking()], { waitUntilIssued: true });
		expect(items).toMatchObject([{
			json: {
				reservation_key: '4711', outcome: 'created', problems: [], rooms: ['Room 101'], pin: expect.stringMatching(/^\d{4,8}$/),
				starts_at: booking().arrival, ends_at: booking().departure, access_grant: { access_grant_key: 'reservation:4711' },
			},
			pairedItem: { item: 0 },
		}]);
	});

	it('writes nothing when the same comes again', async () => {
		await upsert([booking()]);
		service.sandbox.requests.clear();
		const { items } = await upsert([booking()]);
		expect([items[0]?.json.outcome, items[0]?.json.changes, writes()]).toEqual(['unchanged', [], []]);
	});

	it('follows new dates and keeps the PIN', async () => {
		const { items: [before] } = await upsert([booking()]);
		const { items: [after] } = await upsert([booking({ departure: inDays(14, 11) })]);
		expect(after?.json).toMatchObject({ outcome: 'updated', changes: [{ what: 'ends_at', before: booking().departure, after: inDays(14, 11) }], pin: before?.json.pin });
	});

	it.each(['replaced', 'ignored', 'refused'] as const)('moves to another room and keeps the PIN, where places in an update are %s', async (grantUpdatePlaces) => {
		service.sandbox.settings.grantUpdatePlaces = grantUpdatePlaces;
		const { items: [before] } = await upsert([booking()]);
		const { items: [after] } = await upsert([booking({ rooms: ROOM_102 })]);
		expect(after?.json).toMatchObject({ outcome: 'moved', changes: [{ what: 'rooms', before: ['Room 101'], after: ['Room 102'] }], rooms: ['Room 102'], pin: before?.json.pin });
	});

	it('ends the access of a cancelled reservation, and again finds nothing to end', async () => {
		await upsert([booking()]);
		const { items } = await upsert([booking({ status: 'Cancelled' })]);
		expect(items).toMatchObject([{ json: { outcome: 'ended' } }]);
		expect((await upsert([booking({ status: 'canceled' })])).items).toMatchObject([{ json: { outcome: 'nothing_to_end' } }]);
	});

	it('changes nothing for a status that it does not know', async () => {
		const { items } = await upsert([booking({ status: 'awaiting_payment' })]);
		expect([items[0]?.json, service.paths()]).toMatchObject([{ outcome: 'ignored', problems: [{ code: 'unknown_status' }] }, []]);
	});

	it('shows in a dry run what would be done, and does nothing', async () => {
		const { items } = await upsert([booking()], { dryRun: true });
		expect([items[0]?.json, writes(), await grants()]).toMatchObject([{ outcome: 'created', dry_run: true, rooms: ['Room 101'] }, [], []]);
	});

	it('fails the one item whose room is unknown, before anything is changed', async () => {
		const { items } = await upsert([booking({ rooms: 'room-999' }), booking({ id: '4712', contact: 'guest-4712@example.com' })]);
		expect(items).toMatchObject([{ json: { error: expect.stringContaining("'room-999'") } }, { json: { outcome: 'created' } }]);
	});
});

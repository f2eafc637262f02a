import type { IDataObject } from 'n8n-workflow';
import type { SandboxSettings } from '../../sandbox/faults/settings';
import { useHotelSandbox } from '../support/service/hotelSandbox';
import { booking, codesOf, grantsOf, inDays, reserve } from '../support/service/reservations';

const service = useHotelSandbox({ fixture: 'resort' });

// A refusal that has a word of the address is not about the address.
const towerStay = (changes: IDataObject = {}) =>
	booking({ contact: 'reservation@hotel.example.com', rooms: 'tower-1', ...changes });
const upsert = async (...bookings: IDataObject[]) =>
	await reserve(service, 'upsert', bookings, { accessMethods: ['card'], waitTimeout: 2 });
const outcomes = async (...bookings: IDataObject[]) =>
	(await upsert(...bookings)).items.map(({ json }) => json.outcome ?? json.error);

/**
 * The rules of reservation keys, for both forms that the service's refusals can have
 * (docs/service.md#calls-2).
 */
describe.each<[string, Partial<SandboxSettings>]>([
	['with a type', {}],
	['with label and title', { reservationErrorForm: 'labelAndTitle' }],
	['and doors that do not say what they take', { reservationCapabilityShown: false }],
])('at a system that demands reservation keys, refusals %s', (_what, settings) => {
	beforeEach(() => void Object.assign(service.sandbox.settings, settings));

	it('a reservation gets its access with the key', async () => {
		const [{ json: item = {} } = {}] = (await upsert(towerStay())).items;
		expect([item.outcome, codesOf(item)]).toEqual(['created', ['no_time_zone']]);
		expect(await grantsOf(service)).toMatchObject([
			{ access_grant_key: 'reservation:4711', reservation_key: 'reservation:4711' },
		]);
		expect(await outcomes(towerStay())).toEqual(['unchanged']);
	});

	it.each([
		['before the arrival', 10],
		['while the guest is in the house', -1],
	])('a guest changes rooms %s', async (_when, from) => {
		await upsert(towerStay({ arrival: inDays(from) }));
		await upsert(towerStay({ arrival: inDays(from), rooms: 'tower-2' }));
		// The next run finishes an unfinished change.
		await upsert(towerStay({ arrival: inDays(from), rooms: 'tower-2' }));
		const spaces = (await grantsOf(service))
			.filter(({ warnings }) => (warnings as IDataObject[]).length === 0)
			.map(({ display_name: name, space_ids: ids }) => [name, (ids as string[]).length]);
		expect(spaces).toEqual([['Guest 4711', 1]]);
		expect(await outcomes(towerStay({ arrival: inDays(from), rooms: 'tower-2' }))).toEqual([
			'unchanged',
		]);
	});
});

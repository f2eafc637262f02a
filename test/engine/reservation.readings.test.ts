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

	it('a reservation gets its access with the key, also in another room while the guest is in the house', async () => {
		const [{ json: item = {} } = {}] = (await upsert(towerStay({ arrival: inDays(-1) }))).items;
		// The card may wait for the encoder already, or be made later.
		const codes = codesOf(item).filter((code) => code !== 'encoding_required');
		expect([item.outcome, codes]).toEqual(['created', ['no_time_zone']]);
		expect(await grantsOf(service)).toMatchObject([
			{ access_grant_key: 'reservation:4711', reservation_key: 'reservation:4711' },
		]);
		const moved = towerStay({ arrival: inDays(-1), rooms: 'tower-2' });
		await upsert(moved);
		// The next run finishes an unfinished change.
		await upsert(moved);
		const open = (await grantsOf(service)).filter(
			({ warnings }) => (warnings as IDataObject[]).length === 0,
		);
		expect(open).toMatchObject([{ display_name: 'Guest 4711', space_ids: { length: 1 } }]);
		const [again] = (await upsert(moved)).items;
		expect(again?.json.outcome).toBe('unchanged');
	});
});

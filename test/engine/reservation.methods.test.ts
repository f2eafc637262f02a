import { hotel } from '../../sandbox/fixtures/hotel';
import { byId, useHotelSandbox } from '../support/service/hotelSandbox';
import {
	booking,
	codesOf,
	inDays,
	pinsOnLocks,
	upsertOn,
	writesOf,
} from '../support/service/reservations';

// PINs, keys and cards that are wanted, no longer wanted, or not possible. What is true at the door stands first in each test.

const service = useHotelSandbox();

const upsert = upsertOn(service);
const doors = async () => await pinsOnLocks(service);

const TOMORROW = { arrival: inDays(1) };

describe('a PIN of the phone number that is taken, where the service then sets none', () => {
	const phone = { ...TOMORROW, contact: '+15550104821' };
	const take = async (...devices: string[]) => {
		service.sandbox.settings.grantCodeUnavailable = 'missingDevice';
		for (const deviceId of devices)
			await service.run('accessCode.create', { deviceId: byId(deviceId), code: '4821' });
	};

	const { frontDoor, room101, room103 } = hotel.devices;

	it.each([
		['all locks', 'withGrant', 'suite', [frontDoor, room103], ['Front Door', 'Room 103']],
		['all locks', 'afterwards', 'suite', [frontDoor, room103], ['Front Door', 'Room 103']],
		['one of two locks', 'withGrant', 'suite', [room103], ['Front Door', 'Room 103']],
		['one of two locks', 'afterwards', 'suite', [room103], ['Front Door', 'Room 103']],
		['the lock, and not the lobby', 'withGrant', 'room-101', [room101], ['Room 101']],
	] as const)(
		'on %s gives the guest a PIN that the service chooses, in the same or the next run (methods made %s)',
		async (_on, accessMethodsMade, rooms, taken, locks) => {
			Object.assign(service.sandbox.settings, { accessMethodsMade });
			await take(...taken);
			const stay = [booking({ ...phone, rooms })];
			const options = { pinFrom: 'phone', waitUntilIssued: true };
			const said = [...(await upsert(stay, options)), ...(await upsert(stay, options))].flatMap(
				codesOf,
			);
			service.sandbox.requests.clear();
			await upsert(stay, options);
			await doors();
			const [item] = await upsert(stay, options);
			expect(await doors()).toEqual(Object.fromEntries(locks.map((lock) => [lock, [item?.pin]])));
			expect(item?.pin).toMatch(/^\d{4}$/);
			expect(item?.pin).not.toBe('4821');
			expect(said).toContain('phone_pin_not_used');
			expect([item?.is_ready, writesOf(service)]).toEqual([true, []]);
		},
	);

	it.each(['duplicate_code', 'duplicate_access_code'])(
		'gives the guest another PIN if the service refuses the access because of it (%s)',
		async (type) => {
			service.sandbox.faults.always(
				'/access_grants/create',
				{
					kind: 'status',
					status: 409,
					body: { error: { type, message: 'Refused.', request_id: 'r' }, ok: false },
				},
				{ holding: '"code":"4821"' },
			);
			const [item] = await upsert([booking(phone)], { pinFrom: 'phone', waitUntilIssued: true });
			expect(await doors()).toEqual({ 'Room 101': [item?.pin] });
			expect([item?.outcome, codesOf(item)]).toEqual(['created', ['phone_pin_not_used']]);
		},
	);
});

it('with keys only, no item says that the PIN is not that of the phone', async () => {
	const key = { pinFrom: 'phone', accessMethods: ['mobile_key'] };
	const [item] = await upsert([booking({ ...TOMORROW, contact: 'ann@example.com' })], key);
	expect([item?.outcome, item?.pin]).toEqual(['created', null]);
	expect(codesOf(item)).not.toContain('phone_pin_not_used');
});

it('a key that is already gone when it is to be deleted costs nobody the message', async () => {
	const stay = [booking({ ...TOMORROW, rooms: 'room-102' })];
	const [made] = await upsert(stay, {
		accessMethods: ['code', 'mobile_key'],
		waitUntilIssued: true,
	});
	service.sandbox.faults.next('/access_methods/delete', {
		kind: 'status',
		status: 404,
		isProcessed: true,
		body: {
			error: { type: 'access_method_not_found', message: 'No such method.', request_id: 'r' },
			ok: false,
		},
	});
	const [item] = await upsert(stay, { waitUntilIssued: true, waitTimeout: 1 });
	expect(await doors()).toEqual({ 'Room 102': [made?.pin] });
	expect([item?.error, item?.outcome, typeof item?.message_key]).toEqual([
		undefined,
		'updated',
		'string',
	]);
});

import { hotel } from '../../sandbox/fixtures/hotel';
import type { Source } from '../../sandbox/schemas/source';
import { byId, QUICK_CHECKS, useHotelSandbox } from '../support/service/hotelSandbox';

// The vendor's sources contradict each other (docs/service.md). The nodes understand a service that
// follows any of them.

const service = useHotelSandbox();

describe.each<Source>(['openapi', 'sdk'])('a service that follows the %s', (source) => {
	beforeEach(() => {
		service.sandbox.settings.source = source;
	});

	it.each([
		[
			'accessGrant.getAll',
			{ returnAll: true },
			'access_grant_id',
			Object.values(hotel.accessGrants),
		],
		[
			'accessMethod.getAll',
			{ filters: { accessGrantKey: 'stay-101' }, returnAll: true },
			'access_method_id',
			[hotel.accessMethods.code101, hotel.accessMethods.mobileKey101],
		],
		[
			'accessMethod.get',
			{ accessMethodId: byId(hotel.accessMethods.cardToAssign) },
			'access_method_id',
			[hotel.accessMethods.cardToAssign],
		],
		[
			'device.get',
			{ deviceId: byId(hotel.devices.storeRoom) },
			'device_id',
			[hotel.devices.storeRoom],
		],
		[
			'accessCode.get',
			{ accessCodeId: byId(hotel.managedCodes.meetingRoom) },
			'access_code_id',
			[hotel.managedCodes.meetingRoom],
		],
	])('%s', async (operation, parameters, id, expected) => {
		const { status, items } = await service.run(operation as `${string}.${string}`, parameters);
		expect([status, items.map(({ json }) => json[id])]).toEqual(['success', expected]);
	});

	it('a failed change of a code is reported as a failure', async () => {
		service.sandbox.faults.next('/access_codes/update', {
			kind: 'attemptFails',
			message: 'The lock is busy.',
		});
		const parameters = {
			accessCodeId: byId(hotel.managedCodes.meetingRoom),
			updateFields: { code: '9081' },
			waitForCompletion: true,
			options: QUICK_CHECKS,
		};
		const { items } = await service.run('accessCode.update', parameters, {
			onError: 'continueRegularOutput',
		});
		expect(items).toMatchObject([
			{ json: { error: expect.stringContaining('The lock is busy.') }, pairedItem: { item: 0 } },
		]);
	});
});

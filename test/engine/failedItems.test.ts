import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Fault } from '../../sandbox/faults/faults';
import { hotel } from '../../sandbox/fixtures/hotel';
import { byId, type OperationName, useHotelSandbox } from '../support/service/hotelSandbox';
import { until } from '../support/clock/until';
import { inRows } from '../support/service/inRows';
import { booking, MAPPING } from '../support/service/reservations';

const service = useHotelSandbox();

const { convertible, anotherConvertible } = hotel.unmanagedCodes;
const { frontDesk } = hotel.managedCodes;
const { room101 } = hotel.devices;
const { room101: space } = hotel.spaces;
const NOWHERE = '40000000-0000-4000-8000-00000000ffff';

const refused: Fault = {
	kind: 'status',
	status: 400,
	body: { ok: false, error: { type: 'invalid_input', message: 'No' } },
};
const CUT: Fault = { kind: 'cut', isProcessed: true };

interface Failing {
	operation: OperationName;
	parameters: INodeParameters;
	path: string;
	ids: IDataObject;
}

const OF_EVERY_KIND: Failing[] = [
	{
		operation: 'device.get',
		parameters: { deviceId: byId(room101) },
		path: '/devices/get',
		ids: { device_id: room101 },
	},
	{
		operation: 'accessCode.getAll',
		parameters: { listBy: 'device', deviceId: byId(room101), returnAll: true },
		path: '/access_codes/list',
		ids: { device_id: room101 },
	},
	{
		operation: 'space.addDevices',
		parameters: { spaceId: byId(space), deviceIds: inRows('device', room101) },
		path: '/spaces/add_devices',
		ids: { space_id: space },
	},
	{
		operation: 'accessCode.update',
		parameters: { accessCodeId: byId(frontDesk), updateFields: { name: 'Ada' } },
		path: '/access_codes/update',
		ids: { access_code_id: frontDesk },
	},
	{
		operation: 'accessCode.create',
		parameters: { deviceId: byId(room101), name: 'Ada' },
		path: '/access_codes/create',
		ids: { device_id: room101 },
	},
	{
		operation: 'unmanagedAccessCode.convertToManaged',
		parameters: { accessCodeId: byId(convertible) },
		path: '/access_codes/unmanaged/convert_to_managed',
		ids: { access_code_id: convertible },
	},
	{
		operation: 'unmanagedAccessCode.replaceWithManaged',
		parameters: { deviceId: byId(room101), accessCodeId: byId(convertible) },
		path: '/access_codes/unmanaged/get',
		ids: { access_code_id: convertible },
	},
	{
		operation: 'space.upsert',
		parameters: { spaceKey: 'room-101' },
		path: '/spaces/get',
		ids: { space_key: 'room-101' },
	},
	{
		operation: 'reservation.upsert',
		parameters: MAPPING,
		path: '/access_grants/list',
		ids: { reservation_key: '4711' },
	},
	{
		operation: 'reservation.syncMany',
		parameters: MAPPING,
		path: '/access_grants/list',
		ids: { reservation_key: '4711' },
	},
];

it.each(OF_EVERY_KIND.map((one) => [one.operation, one] as const))(
	'a failed item of %s is linked, and has an outcome and the IDs of what it is about, in both outputs',
	async (_name, { operation, parameters, path, ids }) => {
		service.sandbox.faults.always(path, refused);
		// n8n's two ways to go on, and where the failed items then are.
		for (const [onError, output] of [
			['continueRegularOutput', 0],
			['continueErrorOutput', 1],
		] as const) {
			const { outputs } = await service.run(operation, parameters, { input: [booking()], onError });
			expect(outputs(output)).toEqual([
				{
					json: expect.objectContaining({ ...ids, outcome: 'failed', error: expect.any(String) }),
					pairedItem: { item: 0 },
				},
			]);
			expect(outputs(1 - output)).toEqual([]);
		}
	},
);

it('a failed item has the IDs that can be read if another field cannot', async () => {
	const { outputs } = await service.run(
		'unmanagedAccessCode.convertToManaged',
		{ accessCodeId: byId('={{ $json.id }}'), options: { timeout: '={{ $json.timeout }}' } },
		{
			input: [{ id: convertible, timeout: 'soon' }, { id: 'nothing' }],
			onError: 'continueErrorOutput',
		},
	);
	expect(outputs(1).map(({ json, pairedItem }) => [json.access_code_id, pairedItem])).toEqual([
		[convertible, { item: 0 }],
		[undefined, { item: 1 }],
	]);
});

it.each<[OperationName, INodeParameters, string]>([
	[
		'unmanagedAccessCode.convertToManaged',
		{ accessCodeId: byId('={{ $json.id }}'), waitForCompletion: false },
		'/access_codes/unmanaged/convert_to_managed',
	],
	['space.create', { name: 'Annex' }, '/spaces/create'],
	[
		'space.addDevices',
		{ spaceId: byId(space), deviceIds: inRows('device', hotel.devices.room202) },
		'/spaces/add_devices',
	],
])(
	'an item is unknown, not failed, if %s may have been carried out',
	async (operation, parameters, path) => {
		service.sandbox.faults.next(path, CUT);
		const { outputs } = await service.run(operation, parameters, {
			input: [{ id: convertible }],
			onError: 'continueErrorOutput',
		});
		expect(outputs(1).map(({ json }) => json)).toEqual([
			expect.objectContaining({
				outcome: 'unknown',
				details: expect.objectContaining({ description: expect.stringContaining('Check ') }),
			}),
		]);
	},
);

it('counts what is unknown apart from what failed', async () => {
	service.sandbox.faults.next('/access_codes/unmanaged/convert_to_managed', CUT);
	const { items, task } = await service.run(
		'unmanagedAccessCode.convertToManaged',
		{
			accessCodeId: byId('={{ $json.id }}'),
			waitForCompletion: false,
			options: { requestsInFlight: 1 },
		},
		{
			input: [{ id: convertible }, { id: NOWHERE }, { id: anotherConvertible }],
			onError: 'continueRegularOutput',
		},
	);
	expect(items.map(({ json }) => json.outcome)).toEqual(['unknown', 'failed', 'pending']);
	expect(task?.hints?.[0]?.message).toContain('1 unknown, 1 failed, 1 pending');
});

it('says at the next execution what became of an unknown conversion', async () => {
	const convert = async () =>
		await service.run(
			'unmanagedAccessCode.convertToManaged',
			{ accessCodeId: byId(convertible), waitForCompletion: false },
			{ onError: 'continueRegularOutput' },
		);
	service.sandbox.faults.next('/access_codes/unmanaged/convert_to_managed', CUT);
	const first = await convert();
	await until(async () => {
		const { error } = await service.run('accessCode.get', { accessCodeId: byId(convertible) });
		return error === undefined;
	});
	const outcomes = [first, await convert()].map(({ items }) => items[0]?.json.outcome);
	expect(outcomes).toEqual(['unknown', 'already_managed']);
});

import type { INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { byId, type OperationName, useHotelSandbox } from '../support/service/hotelSandbox';
import { booking, inDays, MAPPING, writesOf } from '../support/service/reservations';

const service = useHotelSandbox();

const { room101 } = hotel.devices;
const TRIES = { maxTries: 3, waitBetweenTriesMs: 1 };

const execute = async (
	operation: OperationName,
	parameters: INodeParameters,
	onError: 'stopWorkflow' | 'continueRegularOutput' = 'stopWorkflow',
	input: object[] = [{}],
) =>
	await service.run(operation, parameters, {
		input: input.map((json) => ({ json: json as never })),
		onError,
		retry: TRIES,
	});

describe("n8n's Retry On Fail, which sends all items again", () => {
	it.each<[OperationName, INodeParameters]>([
		['accessCode.create', { deviceId: byId(room101), name: 'B', waitForCompletion: false }],
		['accessCode.delete', { accessCodeId: byId(hotel.managedCodes.frontDesk) }],
		['unmanagedAccessCode.delete', { accessCodeId: byId(hotel.unmanagedCodes.convertible) }],
		['device.unlock', { deviceId: byId(room101) }],
		['reservation.changePin', { reservationKey: '4711' }],
		[
			'unmanagedAccessCode.replaceWithManaged',
			{ deviceId: byId(room101), accessCodeId: byId(hotel.unmanagedCodes.convertible) },
		],
	])('is refused for %s, before the first request', async (operation, parameters) => {
		const stopped = await execute(operation, parameters);
		expect(stopped.error).toMatchObject({
			message: "Nothing was changed: 'Retry On Fail' is on",
			description: expect.stringContaining("'Maximum Retries' under Options"),
		});
		const { items } = await execute(operation, parameters, 'continueRegularOutput', [{}, {}]);
		expect(items.map(({ json }) => [json.outcome, json.error])).toEqual(
			Array(2).fill(['failed', "Nothing was changed: 'Retry On Fail' is on"]),
		);
		expect(service.paths()).toEqual([]);
	});

	it.each<[OperationName, INodeParameters, string]>([
		['device.get', { deviceId: byId(room101) }, '/devices/get'],
		['device.lock', { deviceId: byId(room101), waitForCompletion: false }, '/locks/lock_door'],
		[
			'unmanagedAccessCode.convertToManaged',
			{ accessCodeId: byId(hotel.unmanagedCodes.convertible), waitForCompletion: false },
			'/access_codes/unmanaged/convert_to_managed',
		],
		[
			'accessCode.update',
			{
				accessCodeId: byId(hotel.managedCodes.frontDesk),
				updateFields: { name: 'Ada' },
				waitForCompletion: false,
			},
			'/access_codes/update',
		],
		['space.upsert', { spaceKey: 'room-101' }, '/spaces/get'],
	])('is allowed for %s, which can be sent twice', async (operation, parameters, path) => {
		const { error } = await execute(operation, parameters);
		expect([error, service.sandbox.requests.count(path)]).toEqual([undefined, 1]);
	});

	it('is allowed for reservations, which write nothing the second time', async () => {
		const { error } = await service.run(
			'reservation.upsert',
			{ ...MAPPING },
			{
				input: [booking({ id: 'r-1', arrival: inDays(3) })],
				retry: TRIES,
			},
		);
		expect([error, writesOf(service)]).toEqual([undefined, ['/access_grants/create']]);
	});
});

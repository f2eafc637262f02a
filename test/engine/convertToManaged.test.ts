import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { byId, QUICK_CHECKS, useHotelSandbox } from '../support/service/hotelSandbox';

const service = useHotelSandbox();

const { convertible, failsToConvert, cannotBeManaged, heldByOtherWorkspace, onOfflineDevice } =
	hotel.unmanagedCodes;

/** Converts a code for each input item that names one. */
const convertAll = async (
	input: IDataObject[],
	options: INodeParameters = {},
	onError?: 'continueErrorOutput',
) =>
	await service.run(
		'unmanagedAccessCode.convertToManaged',
		{
			accessCodeId: byId('={{ $json.access_code_id }}'),
			options: { ...QUICK_CHECKS, ...options },
		},
		{ input, onError },
	);

it('a failed conversion names its type in the error output, so that a Switch sees which codes need Force', async () => {
	const { outputs } = await convertAll(
		[heldByOtherWorkspace, failsToConvert].map((access_code_id) => ({ access_code_id })),
		{},
		'continueErrorOutput',
	);
	expect(outputs(1).map(({ json }) => (json.details as IDataObject).type)).toEqual([
		'managed_by_another_workspace',
		'duplicate_code_on_device',
	]);
});

it('a conversion is pending when the Wait Timeout passes, however long a pause between checks the service asks for', async () => {
	service.sandbox.faults.always('/action_attempts/list', {
		kind: 'tooManyRequests',
		retryAfter: 100,
	});
	const { items } = await convertAll([{ access_code_id: convertible }], { waitTimeout: 0.2 });
	expect(items[0]?.json).toMatchObject({ outcome: 'pending', message: expect.any(String) });
});

it('a record of the code that is flagged cannot_be_managed is returned as unsupported without a request', async () => {
	const { items: records } = await service.run('unmanagedAccessCode.getAll', {
		deviceId: byId(hotel.devices.room201),
	});
	const { items } = await convertAll([records[0]?.json ?? {}]);
	expect(items).toEqual([
		{
			json: {
				outcome: 'unsupported',
				name: 'Guest 201',
				device_name: 'Room 201',
				access_code_id: cannotBeManaged,
				device_id: hotel.devices.room201,
				message: expect.any(String),
			},
			pairedItem: { item: 0 },
		},
	]);
	expect(service.sandbox.requests.count('/access_codes/unmanaged/convert_to_managed')).toBe(0);
});

it('a record of another code says nothing about the one that is converted', async () => {
	const { items } = await service.run(
		'unmanagedAccessCode.convertToManaged',
		{ accessCodeId: byId(convertible), options: QUICK_CHECKS },
		{
			input: [
				{
					access_code_id: cannotBeManaged,
					device_id: hotel.devices.room201,
					cannot_be_managed: true,
				},
			],
		},
	);
	expect(items[0]?.json).toMatchObject({ access_code_id: convertible, outcome: 'converted' });
	expect(items[0]?.json).not.toHaveProperty('device_id');
});

it('events say how conversions ended if the service answers them with only ok', async () => {
	service.sandbox.settings.convertAnswer = 'okOnly';
	const { items } = await convertAll(
		[convertible, failsToConvert, onOfflineDevice].map((access_code_id) => ({ access_code_id })),
		{ onFailedAction: 'returnItem' },
	);
	expect(items.map(({ json }) => [json.outcome, json.device_name, json.errors])).toEqual([
		['converted', 'Room 101', undefined],
		['failed', 'Room 104', ['The device already has a managed access code with the same PIN.']],
		['failed', 'Garage', ['The device is offline.']],
	]);
});

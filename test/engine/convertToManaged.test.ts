import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { byId, QUICK_CHECKS, useHotelSandbox } from '../support/service/hotelSandbox';

describe('a service that answers with an action attempt', () => {
	const service = useHotelSandbox();

	const CONVERT = '/access_codes/unmanaged/convert_to_managed';
	const LIST_ATTEMPTS = '/action_attempts/list';
	const {
		convertible,
		anotherConvertible,
		failsToConvert,
		onIgloohome,
		cannotBeManaged,
		heldByOtherWorkspace,
	} = hotel.unmanagedCodes;
	const UNSUPPORTED = 'The lock or its provider does not allow converting this access code';
	const PENDING = 'The service accepted the conversion but is not finished yet';

	const convert = async (
		id: string,
		options: INodeParameters = {},
		parameters: INodeParameters = {},
	) =>
		await service.run('unmanagedAccessCode.convertToManaged', {
			accessCodeId: byId(id),
			...parameters,
			options: { ...QUICK_CHECKS, ...options },
		});

	/** Converts a code for each input item that names one. */
	const convertAll = async (ids: string[], options: INodeParameters = {}) =>
		await service.run(
			'unmanagedAccessCode.convertToManaged',
			{ accessCodeId: byId('={{ $json.id }}'), options: { ...QUICK_CHECKS, ...options } },
			{ input: ids.map((id) => ({ id })) },
		);

	const attempt = (rest: IDataObject) => ({
		action_attempt_id: expect.any(String),
		action_type: 'CONVERT_ACCESS_CODE_TO_MANAGED',
		result: null,
		error: null,
		...rest,
	});

	describe('the outcome of a conversion', () => {
		it('names its type in the error output, so that a Switch sees which codes need Force', async () => {
			const { outputs } = await service.run(
				'unmanagedAccessCode.convertToManaged',
				{ accessCodeId: byId('={{ $json.id }}'), options: QUICK_CHECKS },
				{
					input: [{ id: heldByOtherWorkspace }, { id: failsToConvert }],
					onError: 'continueErrorOutput',
				},
			);
			expect(outputs(1).map(({ json }) => (json.details as IDataObject).type)).toEqual([
				'managed_by_another_workspace',
				'duplicate_code_on_device',
			]);
		});

		it("is a failed item for an unsupported code if that is chosen, with a hint and the service's reason", async () => {
			const { items, error } = await convert(onIgloohome, { onUnsupportedCode: 'failItem' });
			expect(items).toEqual([]);
			expect(error).toMatchObject({
				message: `Pool Gate: ${UNSUPPORTED}`,
				context: { itemIndex: 0 },
			});
			expect(error?.description).toContain("'Add Migration Advice'");
			expect(error?.description).toContain(
				'Access codes on igloohome devices cannot be converted to managed ones',
			);
			expect(error?.description).toMatch(
				/HTTP 400, unsupported_device\. Request ID: [0-9a-f-]{36}$/,
			);
		});

		it('is pending when the Wait Timeout passes, however long a pause between checks the service asks for', async () => {
			service.sandbox.faults.always('/action_attempts/list', {
				kind: 'tooManyRequests',
				retryAfter: 100,
			});
			const { items } = await convert(convertible, { waitTimeout: 0.2 });
			expect(items[0]?.json).toMatchObject({
				outcome: 'pending',
				message: expect.any(String),
			});
		});

		it('is pending, not failed, when the Wait Timeout passes, and can be read later', async () => {
			service.sandbox.settings.attemptDurationMs = 60_000;
			const { items, status } = await convert(convertible, { waitTimeout: 0.1 });
			expect({ status, json: items[0]?.json }).toEqual({
				status: 'success',
				json: {
					outcome: 'pending',
					name: null,
					device_name: null,
					access_code_id: convertible,
					message: `${PENDING}. Check the outcome later with 'Get action attempt'`,
					action_attempt: attempt({ status: 'pending' }),
				},
			});
			const { action_attempt_id: id } = items[0]?.json.action_attempt as IDataObject;
			const later = await service.run('actionAttempt.get', { actionAttemptId: String(id) });
			expect(later.items.map(({ json }) => json)).toEqual([
				{ action_attempt: attempt({ action_attempt_id: id, status: 'pending' }) },
			]);
		});
	});

	describe('an input item that is the record of the code', () => {
		const convertRecords = async (input: IDataObject[], options: INodeParameters = {}) =>
			await service.run(
				'unmanagedAccessCode.convertToManaged',
				{
					accessCodeId: byId('={{ $json.access_code_id }}'),
					options: { ...QUICK_CHECKS, ...options },
				},
				{ input },
			);
		const recordsOf = async (deviceId: string) =>
			(await service.run('unmanagedAccessCode.getAll', { deviceId: byId(deviceId) })).items.map(
				({ json }) => json,
			);

		it('and is flagged cannot_be_managed is returned as unsupported without a request', async () => {
			const [flagged] = await recordsOf(hotel.devices.room201);
			expect(flagged).toMatchObject({ access_code_id: cannotBeManaged, cannot_be_managed: true });
			const { items } = await convertRecords([flagged ?? {}]);
			expect(items).toEqual([
				{
					json: {
						outcome: 'unsupported',
						name: 'Guest 201',
						device_name: 'Room 201',
						access_code_id: cannotBeManaged,
						device_id: hotel.devices.room201,
						message: UNSUPPORTED,
					},
					pairedItem: { item: 0 },
				},
			]);
			expect(service.sandbox.requests.count(CONVERT)).toBe(0);
		});

		it('shows no PIN that the service repeats in the reason why a code is unsupported', async () => {
			const message = 'PIN4821 is on a lock of another kind';
			service.sandbox.faults.next(CONVERT, {
				kind: 'status',
				status: 400,
				body: { error: { type: 'unsupported_device', message }, ok: false },
			});
			const { items } = await convertRecords([{ access_code_id: convertible, code: '4821' }]);
			expect(items[0]?.json.outcome).toBe('unsupported');
			expect(JSON.stringify(items[0]?.json)).toContain('is on a lock of another kind');
			expect(JSON.stringify(items[0]?.json)).not.toContain('PIN4821');
		});

		it('and is flagged cannot_be_managed fails without a request if that is chosen, with a hint', async () => {
			const { error } = await convertRecords(
				[{ access_code_id: cannotBeManaged, cannot_be_managed: true }],
				{ onUnsupportedCode: 'failItem' },
			);
			expect(error).toMatchObject({
				message: `Room 201: ${UNSUPPORTED}`,
				context: { itemIndex: 0 },
			});
			expect(error?.description).toContain("'Add Migration Advice'");
			expect(service.sandbox.requests.count(CONVERT)).toBe(0);
		});

		it('of another code says nothing about the one that is converted', async () => {
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
	});

	describe('a code that was converted before', () => {
		it('is already managed, not failed, and named', async () => {
			await convertAll([convertible, anotherConvertible]);
			const { items, status } = await convertAll(
				[convertible, anotherConvertible, failsToConvert],
				{
					onFailedAction: 'returnItem',
				},
			);
			expect(status).toBe('success');
			expect(items.map(({ json }) => [json.outcome, json.name, json.device_name])).toEqual([
				['already_managed', 'Guest 101', 'Room 101'],
				['already_managed', 'Cleaning 101', 'Room 101'],
				['failed', 'Guest 104', 'Room 104'],
			]);
		});
	});

	describe('waiting for many conversions', () => {
		it('begins when all are submitted, and no longer asks for those that have ended', async () => {
			service.sandbox.faults.next(CONVERT, { kind: 'attemptStaysPending' });
			const { items } = await convertAll([convertible, anotherConvertible, failsToConvert], {
				waitTimeout: 2,
				onFailedAction: 'returnItem',
			});
			expect(items.map(({ json }) => json.outcome)).toEqual(['pending', 'converted', 'failed']);
			expect(service.paths().slice(0, 4)).toEqual([CONVERT, CONVERT, CONVERT, LIST_ATTEMPTS]);
			expect(service.bodies(LIST_ATTEMPTS).at(-1)).toEqual({
				action_attempt_ids: [(items[0]?.json.action_attempt as IDataObject).action_attempt_id],
				limit: 1,
			});
		});
	});
});

describe('a service that answers with only ok', () => {
	const service = useHotelSandbox({ settings: { convertAnswer: 'okOnly' } });

	// The service may answer a conversion with only `ok`; the node then learns the outcome from events or from the code.

	const CONVERT = '/access_codes/unmanaged/convert_to_managed';
	const { convertible, failsToConvert, onOfflineDevice } = hotel.unmanagedCodes;
	const DUPLICATE = 'The device already has a managed access code with the same PIN.';

	const convert = async (
		id: string,
		options: INodeParameters = {},
		parameters: INodeParameters = {},
	) =>
		await service.run('unmanagedAccessCode.convertToManaged', {
			accessCodeId: byId(id),
			...parameters,
			options: { ...QUICK_CHECKS, ...options },
		});

	describe('the outcome of a conversion without an attempt', () => {
		it('is converted, with the device that the event names', async () => {
			const { items } = await convert(convertible);
			expect(items).toEqual([
				{
					json: {
						outcome: 'converted',
						name: null,
						device_name: 'Room 101',
						access_code_id: convertible,
						device_id: hotel.devices.room101,
						message: expect.any(String),
					},
					pairedItem: { item: 0 },
				},
			]);
			expect(service.bodies(CONVERT)).toEqual([{ access_code_id: convertible }]);
		});

		it.each([
			['the code', failsToConvert, hotel.devices.room104, 'Guest 104', 'Room 104', DUPLICATE],
			[
				'the device',
				onOfflineDevice,
				hotel.devices.garage,
				'Parking Guests',
				'Garage',
				'The device is offline.',
			],
		])('is failed, with what the event says about %s', async (...one) => {
			const [, id, deviceId, name, deviceName, reason] = one;
			const { items } = await convert(id, { onFailedAction: 'returnItem' });
			expect(items.map(({ json }) => json)).toEqual([
				{
					outcome: 'failed',
					name,
					device_name: deviceName,
					access_code_id: id,
					device_id: deviceId,
					message: `The access code was not converted and stays unmanaged: ${reason}`,
					errors: [reason],
				},
			]);
		});
	});
});

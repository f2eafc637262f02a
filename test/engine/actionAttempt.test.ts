import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { byId, QUICK_CHECKS, startHotelSandbox, type HotelSandbox } from '../support/hotelSandbox';

let service: HotelSandbox;
beforeEach(async () => {
	service = await startHotelSandbox();
});
afterEach(async () => await service.stop());

/** Starts a conversion without waiting for it; resolves with the ID of its attempt. */
async function startConversion(accessCodeId: string): Promise<string> {
	const { items } = await service.run('unmanagedAccessCode.convertToManaged', {
		accessCodeId: byId(accessCodeId), waitForCompletion: false,
	});
	return String((items[0]?.json.action_attempt as IDataObject).action_attempt_id);
}

const attempt = (id: string, rest: IDataObject) => ({
	json: { action_attempt: { action_attempt_id: id, action_type: 'CONVERT_ACCESS_CODE_TO_MANAGED', ...rest } },
	pairedItem: { item: 0 },
});

it('gives an attempt that is under way', async () => {
	service.sandbox.settings.attemptDurationMs = 60_000;
	const id = await startConversion(hotel.unmanagedCodes.convertible);
	const { items } = await service.run('actionAttempt.get', { actionAttemptId: id });
	expect(items).toEqual([attempt(id, { status: 'pending', result: null, error: null })]);
	expect(service.bodies('/action_attempts/get')).toEqual([{ action_attempt_id: id }]);
});

it('gives an attempt that has succeeded', async () => {
	service.sandbox.settings.attemptDurationMs = 0;
	const id = await startConversion(hotel.unmanagedCodes.convertible);
	const { items } = await service.run('actionAttempt.get', { actionAttemptId: id });
	expect(items).toEqual([attempt(id, { status: 'success', result: {}, error: null })]);
});

it.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const)(
	'gives an attempt that has failed as a result, not as a failed item (%s)',
	async (onError) => {
		service.sandbox.settings.attemptDurationMs = 0;
		const id = await startConversion(hotel.unmanagedCodes.failsToConvert);
		const { items, outputs } = await service.run('actionAttempt.get', { actionAttemptId: id }, { onError, retry: { maxTries: 2, waitBetweenTriesMs: 1 } });
		expect(items).toEqual([attempt(id, {
			status: 'error', result: null,
			error: { type: 'duplicate_code_on_device', message: 'The device already has a managed access code with the same PIN.' },
		})]);
		expect(outputs(1)).toEqual([]);
		expect(service.sandbox.requests.count('/action_attempts/get')).toBe(1);
	},
);

it('says that an attempt is no longer known, and where to look instead', async () => {
	const { error } = await service.run('actionAttempt.get', { actionAttemptId: '70000000-0000-4000-8000-000000000001' });
	expect(error).toMatchObject({
		name: 'NodeApiError', httpCode: '404', message: 'The service does not know this action attempt',
		description: expect.stringContaining('The service keeps action attempts for a limited time. Look at the access code or the events instead'),
	});
});

describe('getting many action attempts', () => {
	it('gives those of a device, each nested, so that a failed one is no failed item', async () => {
		service.sandbox.settings.attemptDurationMs = 0;
		const failed = await startConversion(hotel.unmanagedCodes.failsToConvert);
		await startConversion(hotel.unmanagedCodes.convertible);
		const { items } = await service.run('actionAttempt.getAll', { filters: { deviceId: hotel.devices.room104 } }, { onError: 'continueErrorOutput' });
		expect(items).toEqual([attempt(failed, {
			status: 'error', result: null,
			error: { type: 'duplicate_code_on_device', message: 'The device already has a managed access code with the same PIN.' },
		})]);
		expect(service.bodies('/action_attempts/list')).toEqual([{ device_id: hotel.devices.room104, limit: 50 }]);
	});

	it('gives those with the given IDs', async () => {
		const first = await startConversion(hotel.unmanagedCodes.convertible);
		const second = await startConversion(hotel.unmanagedCodes.anotherConvertible);
		await startConversion(hotel.unmanagedCodes.timeBound);
		const { items } = await service.run('actionAttempt.getAll', { filters: { actionAttemptIds: `${first}, ${second}` }, returnAll: true });
		expect(items.map(({ json }) => (json.action_attempt as IDataObject).action_attempt_id)).toEqual([first, second]);
		expect(service.bodies('/action_attempts/list')).toEqual([{ action_attempt_ids: [first, second], limit: 500 }]);
	});
});

describe('waiting for completion', () => {
	const wait = async (ids: string[], options: INodeParameters = {}) =>
		await service.run(
			'actionAttempt.waitForCompletion',
			{ actionAttemptId: '={{ $json.id }}', options: { ...QUICK_CHECKS, ...options } },
			{ input: ids.map((id) => ({ id })) },
		);

	it('gives how each action ended, and asks for all of them together', async () => {
		service.sandbox.settings.attemptDurationMs = 400;
		const ids = [await startConversion(hotel.unmanagedCodes.convertible), await startConversion(hotel.unmanagedCodes.failsToConvert)];
		const { items } = await wait(ids, { onFailedAction: 'returnItem' });
		const [succeeded = '', failed = ''] = ids;
		expect(items).toEqual([
			{
				json: {
					action_attempt_id: succeeded, outcome: 'succeeded', message: 'The action was carried out',
					action_attempt: { action_attempt_id: succeeded, action_type: 'CONVERT_ACCESS_CODE_TO_MANAGED', status: 'success', result: {}, error: null },
				},
				pairedItem: { item: 0 },
			},
			{
				json: {
					action_attempt_id: failed, outcome: 'failed',
					message: 'The action was not carried out: The device already has a managed access code with the same PIN.',
					action_attempt: {
						action_attempt_id: failed, action_type: 'CONVERT_ACCESS_CODE_TO_MANAGED', status: 'error', result: null,
						error: { type: 'duplicate_code_on_device', message: 'The device already has a managed access code with the same PIN.' },
					},
				},
				pairedItem: { item: 1 },
			},
		]);
		expect(service.bodies('/action_attempts/list')[0]).toEqual({ action_attempt_ids: ids, limit: 2 });
	});

	it('fails the item of an action that failed', async () => {
		const { items, error } = await wait([await startConversion(hotel.unmanagedCodes.failsToConvert)]);
		expect([items, error?.message]).toEqual([[], 'The action was not carried out: The device already has a managed access code with the same PIN.']);
		expect(error?.description).toMatch(/^Two codes of the lock have this PIN: .*\. Action attempt: [0-9a-f-]{36}\. Type: duplicate_code_on_device$/);
	});

	it('does not wait for actions that have ended already', async () => {
		service.sandbox.settings.attemptDurationMs = 0;
		const ids = [await startConversion(hotel.unmanagedCodes.convertible), await startConversion(hotel.unmanagedCodes.failsToConvert)];
		const { items } = await wait(ids, { pollInterval: 3_600, maxPollInterval: 3_600, waitTimeout: 3_600, onFailedAction: 'returnItem' });
		expect(items.map(({ json }) => json.outcome)).toEqual(['succeeded', 'failed']);
		expect(service.paths().slice(2)).toEqual(['/action_attempts/get', '/action_attempts/get']);
	});

	it('is pending at the deadline', async () => {
		service.sandbox.settings.attemptDurationMs = 60_000;
		const id = await startConversion(hotel.unmanagedCodes.convertible);
		const { items } = await wait([id], { waitTimeout: 0.1 });
		expect(items.map(({ json }) => [json.outcome, json.message])).toEqual([['pending', 'The service has not said yet how the action ended']]);
	});

	it.each([400, 403, 404, 405, 501])('asks for each action where the service answers %i to the list of them', async (status) => {
		service.sandbox.settings.attemptDurationMs = 400;
		const ids = [await startConversion(hotel.unmanagedCodes.convertible), await startConversion(hotel.unmanagedCodes.failsToConvert)];
		service.sandbox.faults.always('/action_attempts/list', { kind: 'status', status, body: '' });
		const { items } = await wait(ids, { onFailedAction: 'returnItem' });
		expect(items.map(({ json }) => [json.action_attempt_id, json.outcome])).toEqual([[ids[0], 'succeeded'], [ids[1], 'failed']]);
		expect(service.bodies('/action_attempts/list')).toHaveLength(1);
	});

	it('says that the outcome could not be read, and is pending', async () => {
		service.sandbox.settings.attemptDurationMs = 60_000;
		const id = await startConversion(hotel.unmanagedCodes.convertible);
		service.sandbox.faults.always('/action_attempts/list', { kind: 'outage' });
		const { items } = await wait([id], { waitTimeout: 0.1 });
		expect(items.map(({ json }) => [json.outcome, json.message])).toEqual([
			['pending', expect.stringMatching(/^The service has not said yet how the action ended\. It could not be read: /)],
		]);
	});

	it('says that the service has forgotten the attempt while it waited', async () => {
		service.sandbox.settings.attemptDurationMs = 60_000;
		service.sandbox.faults.next('/access_codes/unmanaged/convert_to_managed', { kind: 'attemptVanishes', afterLookUps: 1 });
		const { items } = await wait([await startConversion(hotel.unmanagedCodes.convertible)], { waitTimeout: 0.5 });
		expect(items.map(({ json }) => [json.outcome, json.message])).toEqual([
			['pending', 'The service has not said yet how the action ended. It could not be read: The service no longer knows this action attempt'],
		]);
	});

	it('says of an attempt that is not known where to look instead', async () => {
		const { error } = await wait(['70000000-0000-4000-8000-000000000001']);
		expect(error).toMatchObject({ httpCode: '404', message: 'The service does not know this action attempt' });
	});
});

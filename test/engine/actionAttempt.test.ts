import type { IDataObject } from 'n8n-workflow';
import { hotel } from '../../sandbox/seed';
import { byId, startHotelSandbox, type HotelSandbox } from '../support/hotelSandbox';

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
		name: 'NodeApiError', httpCode: '404', message: 'There is no action attempt with this ID',
		description: expect.stringContaining('The service keeps action attempts for a limited time. Look at the access code or the events instead'),
	});
});

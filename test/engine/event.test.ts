import { setImmediate } from 'node:timers/promises';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { byId, QUICK_CHECKS, useHotelSandbox } from '../support/service/hotelSandbox';

const service = useHotelSandbox();

describe('Event', () => {
	const LIST = '/events/list';
	const { frontDoor } = hotel.devices;
	const SINCE = '2020-01-01T00:00:00Z';

	const getAll = async (parameters: INodeParameters = {}) =>
		await service.run('event.getAll', { since: SINCE, returnAll: true, ...parameters });
	const emit = (rest: IDataObject = {}) =>
		service.sandbox.emitEvent({ event_type: 'lock.locked', device_id: frontDoor, ...rest });
	const idsOf = (items: Array<{ json: IDataObject }>) => items.map(({ json }) => json.event_id);
	const times = (items: Array<{ json: IDataObject }>) =>
		items.map(({ json }) => Date.parse(String(json.created_at)));

	describe('getting many events', () => {
		it.each(['newestFirst', 'oldestFirst'] as const)(
			'returns more events than one answer can have, each once, whatever the order (%s)',
			async (eventOrder) => {
				service.sandbox.settings.eventOrder = eventOrder;
				const wanted: string[] = [];
				for (let index = 0; index < 1_700; index++) {
					wanted.push(emit().event_id);
					if (index % 100 === 0) await setImmediate();
				}
				const { items } = await getAll();
				expect([...idsOf(items)].sort()).toEqual([...wanted].sort());
				expect(times(items)).toEqual([...times(items)].sort((a, b) => b - a));
				expect(service.sandbox.requests.count(LIST)).toBeGreaterThan(1);
			},
		);
	});

	describe('getting one event', () => {
		it('says that there is none if the service answers without one', async () => {
			service.sandbox.faults.next('/events/get', {
				kind: 'status',
				status: 200,
				body: { ok: true },
			});
			const { error } = await service.run('event.get', {
				findBy: 'type',
				eventType: 'lock.locked',
			});
			expect(error?.message).toBe('There is no such event in this workspace');
		});
	});
});

describe('Action Attempt', () => {
	/** Starts a conversion without waiting for it; resolves with the ID of its attempt. */
	async function startConversion(accessCodeId: string): Promise<string> {
		const { items } = await service.run('unmanagedAccessCode.convertToManaged', {
			accessCodeId: byId(accessCodeId),
			waitForCompletion: false,
		});
		return String((items[0]?.json.action_attempt as IDataObject).action_attempt_id);
	}

	const attempt = (id: string, rest: IDataObject) => ({
		json: {
			action_attempt: {
				action_attempt_id: id,
				action_type: 'CONVERT_ACCESS_CODE_TO_MANAGED',
				...rest,
			},
		},
		pairedItem: { item: 0 },
	});

	it.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const)(
		'returns a failed attempt as a result, not as a failed item (%s)',
		async (onError) => {
			service.sandbox.settings.attemptDurationMs = 0;
			const id = await startConversion(hotel.unmanagedCodes.failsToConvert);
			const { items, outputs } = await service.run(
				'actionAttempt.get',
				{ actionAttemptId: id },
				{ onError, retry: { maxTries: 2, waitBetweenTriesMs: 1 } },
			);
			expect(items).toEqual([
				attempt(id, {
					status: 'error',
					result: null,
					error: {
						type: 'duplicate_code_on_device',
						message: 'The device already has a managed access code with the same PIN.',
					},
				}),
			]);
			expect(outputs(1)).toEqual([]);
			expect(service.sandbox.requests.count('/action_attempts/get')).toBe(1);
		},
	);

	it('says that an attempt is no longer known, and where to look instead', async () => {
		const { error } = await service.run('actionAttempt.get', {
			actionAttemptId: '70000000-0000-4000-8000-000000000001',
		});
		expect(error).toMatchObject({
			name: 'NodeApiError',
			httpCode: '404',
			description: expect.stringContaining(
				'The service keeps action attempts for a limited time. Look at the access code or the events instead',
			),
		});
	});

	describe('waiting for completion', () => {
		const wait = async (ids: string[], options: INodeParameters = {}) =>
			await service.run(
				'actionAttempt.waitForCompletion',
				{ actionAttemptId: '={{ $json.id }}', options: { ...QUICK_CHECKS, ...options } },
				{ input: ids.map((id) => ({ id })) },
			);

		it('returns how each action ended, and looks them all up together', async () => {
			service.sandbox.settings.attemptDurationMs = 2_000;
			const ids = [
				await startConversion(hotel.unmanagedCodes.convertible),
				await startConversion(hotel.unmanagedCodes.failsToConvert),
			];
			const { items } = await wait(ids, { onFailedAction: 'returnItem' });
			const [succeeded = '', failed = ''] = ids;
			expect(items).toEqual([
				{
					json: {
						action_attempt_id: succeeded,
						outcome: 'succeeded',
						message: expect.any(String),
						action_attempt: {
							action_attempt_id: succeeded,
							action_type: 'CONVERT_ACCESS_CODE_TO_MANAGED',
							status: 'success',
							result: {},
							error: null,
						},
					},
					pairedItem: { item: 0 },
				},
				{
					json: {
						action_attempt_id: failed,
						outcome: 'failed',
						message: expect.stringContaining(
							'The device already has a managed access code with the same PIN.',
						),
						action_attempt: {
							action_attempt_id: failed,
							action_type: 'CONVERT_ACCESS_CODE_TO_MANAGED',
							status: 'error',
							result: null,
							error: {
								type: 'duplicate_code_on_device',
								message: 'The device already has a managed access code with the same PIN.',
							},
						},
					},
					pairedItem: { item: 1 },
				},
			]);
			expect(service.bodies('/action_attempts/list')[0]).toEqual({
				action_attempt_ids: ids,
				limit: 2,
			});
		});

		it('does not wait for actions that have ended already', async () => {
			service.sandbox.settings.attemptDurationMs = 0;
			const ids = [
				await startConversion(hotel.unmanagedCodes.convertible),
				await startConversion(hotel.unmanagedCodes.failsToConvert),
			];
			const { items } = await wait(ids, {
				pollInterval: 3_600,
				maxPollInterval: 3_600,
				waitTimeout: 3_600,
				onFailedAction: 'returnItem',
			});
			expect(items.map(({ json }) => json.outcome)).toEqual(['succeeded', 'failed']);
			const gets = service.paths().filter((path) => path.startsWith('/action_attempts/'));
			expect(gets).toEqual(['/action_attempts/get', '/action_attempts/get']);
		});
	});
});

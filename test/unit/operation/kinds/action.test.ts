import type { IDataObject } from 'n8n-workflow';
import { ActionFailedError, ServiceError } from '../../../../nodes/DeviceAccess/errors/errors';
import { HIDDEN } from '../../../../nodes/DeviceAccess/errors/maskPins';
import type { ItemState } from '../../../../nodes/DeviceAccess/operation/types';
import type { WireObject } from '../../../../nodes/DeviceAccess/wire/records';
import { answeringSend, refusal } from '../../answeringSend';
import { runItem } from '../itemRun';

const CODE_ID = '5c0de000-0000-4000-8000-000000000001';
const OTHER_CODE_ID = '5c0de000-0000-4000-8000-000000000002';
const DEVICE_ID = 'de51ce00-0000-4000-8000-000000000001';
const OTHER_DEVICE_ID = 'de51ce00-0000-4000-8000-000000000002';
const ATTEMPT_ID = 'a77e0000-0000-4000-8000-000000000001';

const attemptWith = (rest: WireObject): WireObject => ({
	action_attempt_id: ATTEMPT_ID,
	action_type: 'X',
	status: 'pending',
	result: null,
	error: null,
	...rest,
});
const attempt = attemptWith({});
const values = { deviceId: '', accessCodeId: CODE_ID };

const recordsOf = (state: ItemState): WireObject[] =>
	state && 'records' in state ? state.records : [];

describe('an action', () => {
	it.each([
		{ type: 'converted_to_managed', atMs: 1_233_699, outcome: 'pending' },
		{ type: 'converted_to_managed', atMs: 1_233_700, outcome: 'converted' },
		{ type: 'failed_to_convert_to_managed', atMs: 1_235_000, outcome: 'failed' },
	])(
		'takes the time of acceptance from the clock of the service, no later than the request was sent: $type of $atMs is $outcome',
		async ({ type, atMs, outcome }) => {
			const event = {
				event_id: 'e1',
				event_type: `access_code.unmanaged.${type}`,
				created_at: new Date(atMs).toISOString(),
				access_code_id: CODE_ID,
			};
			const lookedUp = answeringSend(({ endpoint }) =>
				endpoint === '/events/list' ? { events: [event] } : { access_codes: [], access_code: {} },
			);
			const service = {
				send: async (request: Parameters<typeof lookedUp.send>[0]) =>
					request.effect === 'write'
						? { ...request, body: { ok: true }, serverTimeMs: 1_234_000, tookMs: 300 }
						: await lookedUp.send(request),
			};
			const state = await runItem('unmanagedAccessCode', 'convertToManaged', {
				service,
				values: { ...values, waitForCompletion: true },
				options: { onFailedAction: 'returnItem' },
				settings: { waitTimeout: 0 },
			});
			expect(state).toMatchObject({ is: 'finished', records: [{ outcome }] });
			expect(lookedUp.requests[0]?.body.since).toBe(new Date(1_232_999).toISOString());
		},
	);

	it.each([
		[10_000, 'failed'],
		[0, 'finished'],
	])('whose answer is lost does not end as the try before: of %p ms ago', async (agoMs, is) => {
		const service = answeringSend(({ endpoint, effect }) => {
			if (effect === 'write') throw new ServiceError({ ...refusal(endpoint, 502).answer, effect });
			const event = {
				event_id: 'e1',
				event_type: 'access_code.unmanaged.converted_to_managed',
				created_at: new Date(Date.now() - agoMs).toISOString(),
				access_code_id: CODE_ID,
			};
			return endpoint === '/events/list' ? { events: [event] } : { access_codes: [] };
		});
		const state = await runItem('unmanagedAccessCode', 'convertToManaged', {
			service,
			values: { ...values, waitForCompletion: true },
			settings: { waitTimeout: 0 },
		});
		expect(state).toMatchObject({ is });
	});

	it.each<{ what: string; chosen?: string; input?: IDataObject; paced?: string; told?: string }>([
		{
			what: 'the chosen device only for pacing, because it may not have the code',
			chosen: DEVICE_ID,
			paced: DEVICE_ID,
		},
		{
			what: 'the record that came in before the chosen device',
			chosen: OTHER_DEVICE_ID,
			input: { access_code_id: CODE_ID, device_id: DEVICE_ID },
			paced: DEVICE_ID,
			told: DEVICE_ID,
		},
		{
			what: 'the chosen device that the item names beside the code',
			chosen: DEVICE_ID,
			input: { lock: DEVICE_ID, pin: CODE_ID },
			paced: DEVICE_ID,
			told: DEVICE_ID,
		},
		{
			what: 'nothing, when the item has brought the code and the chosen device is left over',
			chosen: OTHER_DEVICE_ID,
			input: { access_code_id: CODE_ID },
		},
		{
			what: 'nothing, when the item has brought the code under another name',
			chosen: OTHER_DEVICE_ID,
			input: { pin: CODE_ID },
		},
		{
			what: 'nothing of a record that came in for another code',
			input: { access_code_id: OTHER_CODE_ID, device_id: DEVICE_ID },
		},
	])('knows of the device: $what', async ({ chosen = '', input, paced, told }) => {
		const service = answeringSend(() => ({ ok: true }));
		const state = await runItem('unmanagedAccessCode', 'delete', {
			service,
			values: { ...values, deviceId: chosen },
			input,
		});
		expect([
			service.requests[0]?.deviceId,
			state?.is === 'finished' && state.records[0]?.device_id,
		]).toEqual([paced, told]);
	});

	it('knows the device that the request itself names', async () => {
		const service = answeringSend(() => ({ action_attempt: attempt, ok: true }));
		const state = await runItem('device', 'lock', {
			service,
			values: { deviceId: DEVICE_ID },
			input: { device_id: DEVICE_ID },
		});
		expect([
			service.requests[0]?.deviceId,
			state?.is === 'finished' && state.records[0]?.device_id,
		]).toEqual([DEVICE_ID, DEVICE_ID]);
	});

	it.each(['access_code_not_found', ''])(
		'is done before if the code is managed, whatever the service calls a missing code (404 %p)',
		async (type) => {
			const service = answeringSend(({ endpoint }) => {
				if (endpoint !== '/access_codes/get') throw refusal(endpoint, 404, type);
				return { access_code: { access_code_id: CODE_ID, name: 'Guest 101' } };
			});
			const state = await runItem('unmanagedAccessCode', 'convertToManaged', { service, values });
			expect(state).toMatchObject({
				is: 'finished',
				records: [{ outcome: 'already_managed', name: 'Guest 101' }],
			});
		},
	);

	it('keeps its refusal if it cannot be seen whether the code is managed', async () => {
		const service = answeringSend(({ endpoint }) => {
			throw endpoint === '/access_codes/get'
				? refusal(endpoint, 503)
				: refusal(endpoint, 404, 'access_code_not_found');
		});
		expect(
			await runItem('unmanagedAccessCode', 'convertToManaged', { service, values }),
		).toMatchObject({ is: 'failed', error: { answer: { status: 404 } } });
	});
});

describe('an action that the lock does not allow', () => {
	const unsupporting = () =>
		answeringSend(({ endpoint }) => {
			throw refusal(
				endpoint,
				400,
				'unsupported_device',
				'Code 1001 is on a lock that does not support it',
			);
		});

	it("returns the item with the service's words when the service says so, without PINs", async () => {
		expect(
			await runItem('unmanagedAccessCode', 'convertToManaged', { service: unsupporting(), values }),
		).toEqual({
			is: 'finished',
			isUnchanged: true,
			records: [
				{
					access_code_id: CODE_ID,
					outcome: 'unsupported',
					message: 'The lock or its provider does not allow converting this access code',
					errors: [`Code ${HIDDEN} is on a lock that does not support it`],
				},
			],
		});
	});

	it('has a message of its own for a code that cannot be deleted, and sends nothing', async () => {
		const service = answeringSend(() => ({}));
		const input = { access_code_id: CODE_ID, cannot_delete_unmanaged_access_code: true };
		expect(
			await runItem('unmanagedAccessCode', 'delete', { service, values, input }),
		).toMatchObject({
			is: 'failed',
			error: {
				message: 'The lock or its provider does not allow deleting this access code',
				advice: "Delete it in the lock maker's app.",
			},
		});
		expect(service.requests).toEqual([]);
	});

	it('fails a deletion that the service calls unsupported', async () => {
		expect(
			await runItem('unmanagedAccessCode', 'delete', { service: unsupporting(), values }),
		).toMatchObject({ is: 'failed', error: { answer: { type: 'unsupported_device' } } });
	});
});

describe('an action that has ended', () => {
	const endOf = async (
		resource: string,
		operation: string,
		answered: WireObject,
		options: IDataObject,
	) =>
		await runItem(resource, operation, {
			service: answeringSend(() => ({ action_attempt: attemptWith(answered), ok: true })),
			values: { ...values, deviceId: DEVICE_ID },
			options,
		});
	const failed = (type: string): WireObject => ({
		status: 'error',
		error: { type, message: 'No' },
	});
	const failure = { is: 'failed', error: expect.any(ActionFailedError), wasAccepted: true };

	it('fails its item if it failed, unless returning it is chosen', async () => {
		const conversion = async (options: IDataObject) =>
			await endOf(
				'unmanagedAccessCode',
				'convertToManaged',
				failed('uncategorized_error'),
				options,
			);
		expect(await conversion({})).toEqual(failure);
		expect(await conversion({ onFailedAction: 'failItem' })).toEqual(failure);
		expect(await conversion({ onFailedAction: 'returnItem' })).toMatchObject({
			is: 'finished',
			records: [{ outcome: 'failed' }],
		});
	});

	it('returns an unsupported conversion unless failing is chosen', async () => {
		const conversion = async (options: IDataObject) =>
			await endOf('unmanagedAccessCode', 'convertToManaged', failed('unsupported_device'), options);
		expect(await conversion({})).toMatchObject({
			is: 'finished',
			records: [{ outcome: 'unsupported' }],
		});
		expect(await conversion({ onUnsupportedCode: 'failItem' })).toEqual(failure);
	});

	it('fails an unsupported deletion, which has no such choice', async () => {
		expect(
			await endOf('unmanagedAccessCode', 'delete', failed('unsupported_device'), {
				onUnsupportedCode: 'returnItem',
			}),
		).toEqual(failure);
	});

	it('returns an unsupported action as failed if that is chosen', async () => {
		const state = await endOf('device', 'lock', failed('unsupported_device'), {
			onFailedAction: 'returnItem',
		});
		expect(state).toMatchObject({
			is: 'finished',
			records: [{ outcome: 'failed', errors: ['No'] }],
		});
	});

	it('is done if its attempt failed, but the code to delete is gone', async () => {
		const service = answeringSend(({ endpoint }) => {
			if (endpoint === '/access_codes/delete')
				return { action_attempt: attemptWith(failed('uncategorized_error')), ok: true };
			if (endpoint === '/access_codes/list') return { access_codes: [] };
			throw refusal(endpoint, 404, 'access_code_not_found');
		});
		expect(await runItem('accessCode', 'delete', { service, values, options: {} })).toMatchObject({
			is: 'finished',
			records: [{ outcome: 'deleted', deleted: true }],
		});
	});

	it('shows no PIN in the name of a code that is managed already, if PINs are masked', async () => {
		const code = { access_code_id: CODE_ID, name: 'Anna 4821', code: '4821', is_managed: true };
		const service = answeringSend(({ endpoint }) => {
			if (endpoint === '/access_codes/get') return { access_code: code };
			throw refusal(endpoint, 404, 'access_code_not_found');
		});
		const state = await runItem('unmanagedAccessCode', 'convertToManaged', {
			service,
			values,
			options: { maskPinCodes: true },
		});
		expect(recordsOf(state)).toMatchObject([
			{ outcome: 'already_managed', name: expect.not.stringContaining('4821') },
		]);
	});

	it('shows no PIN with letters of the input item either', async () => {
		const error = { type: 'duplicate_code', message: 'Code A1B is on the lock already' };
		const state = await runItem('unmanagedAccessCode', 'convertToManaged', {
			service: answeringSend(() => ({
				action_attempt: attemptWith({ status: 'error', error }),
				ok: true,
			})),
			values,
			options: { onFailedAction: 'returnItem' },
			input: { access_code_id: CODE_ID, code: 'A1B' },
		});
		expect(JSON.stringify(recordsOf(state))).not.toContain('A1B');
	});

	it('masks PINs in a result when asked to', async () => {
		const success = { status: 'success', result: { access_code: { code: '1001' } } };
		const shown = async (options: IDataObject) =>
			await endOf('unmanagedAccessCode', 'convertToManaged', success, options);
		expect(await shown({ maskPinCodes: true })).toMatchObject({
			records: [{ action_attempt: { result: { access_code: { code: HIDDEN } } } }],
		});
		expect(await shown({})).toMatchObject({
			records: [{ action_attempt: { result: { access_code: { code: '1001' } } } }],
		});
	});
});

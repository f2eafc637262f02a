import type { IDataObject } from 'n8n-workflow';
import { ActionFailedError, InvalidParameterError, PageLoopError, ServiceError } from '../../../nodes/DeviceAccess/errors/errors';
import { HIDDEN } from '../../../nodes/DeviceAccess/errors/maskPins';
import type { WireObject } from '../../../nodes/DeviceAccess/wire/records';
import type { AcceptedAction } from '../../../nodes/DeviceAccess/operation/attemptResult';
import type { Operation } from '../../../nodes/DeviceAccess/operation/defineOperation';
import { readRunSettings } from '../../../nodes/DeviceAccess/operation/readParameters';
import { finishAction, submitItem } from '../../../nodes/DeviceAccess/operation/submitItem';
import { resources } from '../../../nodes/DeviceAccess/resources';
import { type AnsweringSend, answeringSend, refusal } from '../answeringSend';

const CODE_ID = '5c0de000-0000-4000-8000-000000000001';
const OTHER_CODE_ID = '5c0de000-0000-4000-8000-000000000002';
const DEVICE_ID = 'de51ce00-0000-4000-8000-000000000001';
const OTHER_DEVICE_ID = 'de51ce00-0000-4000-8000-000000000002';
const ATTEMPT_ID = 'a77e0000-0000-4000-8000-000000000001';

function operationOf(resource: string, value: string): Operation {
	const operation = resources.find((entry) => entry.value === resource)?.operations.find((entry) => entry.value === value);
	if (!operation) throw new Error(`No such operation: ${resource} ${value}`);
	return operation;
}

interface Submission {
	service: AnsweringSend;
	values?: IDataObject;
	options?: IDataObject;
	input?: IDataObject;
	settings?: IDataObject;
}

async function submit(resource: string, operation: string, { service, values = {}, options = {}, input = {}, settings = {} }: Submission) {
	return await submitItem({
		send: service.send,
		operation: operationOf(resource, operation),
		settings: readRunSettings(settings),
		values: { ...values, options },
		input,
		onLimited: () => {},
	});
}

describe('submitItem for one record', () => {
	it('sends the call of the operation and gives the record', async () => {
		const workspace = { workspace_id: 'w1', name: 'Hotel', is_sandbox: true };
		const service = answeringSend(() => ({ workspace, ok: true }));
		expect(await submit('workspace', 'get', { service })).toEqual({ records: [workspace] });
		expect(service.requests).toEqual([{ endpoint: '/workspaces/get', body: {}, effect: 'read' }]);
	});

	it('nests an action attempt, whose own error n8n would take for a failed item', async () => {
		const attempt = { action_attempt_id: ATTEMPT_ID, status: 'error', error: { type: 'x', message: 'y' } };
		const service = answeringSend(() => ({ action_attempt: attempt, ok: true }));
		expect(await submit('actionAttempt', 'get', { service, values: { actionAttemptId: ATTEMPT_ID } })).toEqual({ records: [{ action_attempt: attempt }] });
		expect(service.requests).toEqual([{ endpoint: '/action_attempts/get', body: { action_attempt_id: ATTEMPT_ID }, effect: 'read' }]);
	});

	it('gives the output form and masks where asked to', async () => {
		const service = answeringSend(({ endpoint }) =>
			endpoint === '/devices/get'
				? { device: { device_id: DEVICE_ID, display_name: 'Front Door', properties: { online: true } } }
				: { access_code: { access_code_id: CODE_ID, code: '1001' } },
		);
		const selected = { deviceId: DEVICE_ID, output: 'selectedFields', outputFieldNames: ['properties.online'] };
		expect(await submit('device', 'get', { service, values: selected })).toEqual({ records: [{ device_id: DEVICE_ID, online: true }] });
		expect(await submit('unmanagedAccessCode', 'get', { service, values: { accessCodeId: CODE_ID }, options: { maskPinCodes: true } })).toEqual({
			records: [{ access_code_id: CODE_ID, code: HIDDEN }],
		});
	});

	it('refuses an answer without the record', async () => {
		const service = answeringSend(() => ({ ok: true }));
		await expect(submit('workspace', 'get', { service })).rejects.toMatchObject({ code: 'UNEXPECTED_ANSWER', sentence: "The answer of the service has no 'workspace'" });
	});

	it('sends nothing when a value cannot be right', async () => {
		const service = answeringSend(() => ({}));
		await expect(submit('device', 'get', { service, values: { deviceId: 'front door' } })).rejects.toBeInstanceOf(InvalidParameterError);
		await expect(submit('unmanagedAccessCode', 'delete', { service, values: { accessCodeId: '' } })).rejects.toBeInstanceOf(InvalidParameterError);
		expect(service.requests).toEqual([]);
	});
});

describe('submitItem for a list', () => {
	const device = (number: number): WireObject => ({ device_id: `d${number}`, display_name: `Door ${number}` });
	const twoPages = () =>
		answeringSend(({ body }) =>
			body.page_cursor === undefined
				? { devices: [device(1), device(2)], pagination: { has_next_page: true, next_page_cursor: 'next' } }
				: { devices: [device(3)], pagination: { has_next_page: false, next_page_cursor: null } },
		);

	it('gives all records of all pages with Return All', async () => {
		const service = twoPages();
		const values = { returnAll: true, limit: '', output: 'raw', filters: { manufacturer: ' august ', search: '' } };
		expect(await submit('device', 'getAll', { service, values })).toEqual({ records: [device(1), device(2), device(3)] });
		expect(service.requests.map(({ body }) => body)).toEqual([
			{ manufacturer: 'august', limit: 500 },
			{ manufacturer: 'august', limit: 500, page_cursor: 'next' },
		]);
	});

	it('gives at most Limit records', async () => {
		const service = twoPages();
		expect(await submit('device', 'getAll', { service, values: { returnAll: false, limit: 1, output: 'raw', filters: {} } })).toEqual({ records: [device(1)], hasMore: true });
		expect(service.requests.map(({ body }) => body.limit)).toEqual([1]);
	});

	it.each([0, -1, 'many', '', undefined])('refuses the limit %p before any request', async (limit) => {
		const service = twoPages();
		await expect(submit('device', 'getAll', { service, values: { returnAll: false, limit, filters: {} } })).rejects.toThrow("'Limit' must be 1 or more");
		expect(service.requests).toEqual([]);
	});

	it('gives no records and fails for nothing when the list is empty', async () => {
		const service = answeringSend(() => ({ devices: [] }));
		expect(await submit('device', 'getAll', { service, values: { returnAll: true, filters: {} } })).toEqual({ records: [] });
	});

	it('gives up after the most pages that the options allow', async () => {
		const values = { returnAll: true, filters: {} };
		await expect(submit('device', 'getAll', { service: twoPages(), values, settings: { maxPages: 1 } })).rejects.toBeInstanceOf(PageLoopError);
	});

	it('sends every filter under the name of the wire', async () => {
		const service = answeringSend(() => ({ devices: [] }));
		const filters = {
			connectedAccountId: DEVICE_ID,
			createdBefore: '2030-01-31T15:00:00Z',
			customerKey: 'customer-1',
			deviceTypes: ['august_lock', 'yale_lock'],
			manufacturer: 'august',
			search: 'front',
			spaceId: CODE_ID,
		};
		await submit('device', 'getAll', { service, values: { returnAll: true, filters } });
		expect(service.requests[0]?.body).toEqual({
			connected_account_id: DEVICE_ID,
			created_before: '2030-01-31T15:00:00.000Z',
			customer_key: 'customer-1',
			device_types: ['august_lock', 'yale_lock'],
			manufacturer: 'august',
			search: 'front',
			space_id: CODE_ID,
			limit: 500,
		});
	});
});

describe('submitItem for lists that cover one device each', () => {
	const DEVICE_IDS = [1, 2, 3, 4].map((number) => `de51ce00-0000-4000-8000-00000000000${number}`);

	/** Each device has two codes; the later devices answer first. */
	const codesService = () =>
		answeringSend(async ({ endpoint, body }) => {
			if (endpoint === '/devices/list') return { devices: DEVICE_IDS.map((id) => ({ device_id: id })) };
			const turns = 10 - DEVICE_IDS.indexOf(String(body.device_id));
			for (let turn = 0; turn < turns; turn++) await Promise.resolve();
			return { access_codes: ['a', 'b'].map((name) => ({ name, device_id: body.device_id })) };
		});
	const codesOf = (ids: string[]) => ids.flatMap((id) => ['a', 'b'].map((name) => ({ name, device_id: id })));
	const paths = ({ requests }: AnsweringSend) => requests.map(({ endpoint }) => endpoint);

	it('asks the one chosen device, and paces its requests by it', async () => {
		const service = codesService();
		const values = { devices: 'one', deviceId: DEVICE_ID, returnAll: true };
		await submit('unmanagedAccessCode', 'getAll', { service, values, options: { search: ' guest ' } });
		expect(service.requests).toEqual([
			{
				endpoint: '/access_codes/unmanaged/list',
				body: { device_id: DEVICE_ID, search: 'guest', limit: 500 },
				effect: 'read',
				pacingKey: DEVICE_ID,
			},
		]);
	});

	it('asks several devices and gives the codes in the order of the devices', async () => {
		const service = codesService();
		const values = { devices: 'several', deviceIds: DEVICE_IDS.slice(0, 3), returnAll: true };
		expect(await submit('unmanagedAccessCode', 'getAll', { service, values })).toEqual({ records: codesOf(DEVICE_IDS.slice(0, 3)) });
		expect(paths(service)).not.toContain('/devices/list');
	});

	it('asks all devices of the workspace, with bounded requests in flight', async () => {
		const service = codesService();
		const values = { devices: 'all', returnAll: true };
		expect(await submit('unmanagedAccessCode', 'getAll', { service, values, settings: { requestsInFlight: 2 } })).toEqual({ records: codesOf(DEVICE_IDS) });
		expect(service.mostInFlight()).toBe(2);
	});

	it.each([
		{ limit: 2, asked: 1 },
		{ limit: 3, asked: 2, hasMore: true },
		{ limit: 4, asked: 2 },
	])('asks $asked devices for $limit codes, and gives the first ones', async ({ limit, asked, hasMore }) => {
		const service = codesService();
		const values = { devices: 'all', returnAll: false, limit };
		expect(await submit('unmanagedAccessCode', 'getAll', { service, values, settings: { requestsInFlight: 1 } })).toEqual({ records: codesOf(DEVICE_IDS).slice(0, limit), hasMore });
		expect(paths(service).filter((path) => path === '/access_codes/unmanaged/list')).toHaveLength(asked);
	});

	it.each([
		{ devices: 'one', deviceId: '' },
		{ devices: 'several', deviceIds: [] },
		{ devices: 'several', deviceIds: ['front door'] },
	])('refuses %j before any request', async (values) => {
		const service = codesService();
		await expect(submit('unmanagedAccessCode', 'getAll', { service, values: { ...values, returnAll: true } })).rejects.toBeInstanceOf(InvalidParameterError);
		expect(service.requests).toEqual([]);
	});
});

describe('submitItem for an action', () => {
	const attempt = { action_attempt_id: ATTEMPT_ID, action_type: 'X', status: 'pending', result: null, error: null };
	const values = { deviceId: '', accessCodeId: CODE_ID };

	it('gives the accepted action with its attempt', async () => {
		const service = answeringSend(() => ({ action_attempt: attempt, ok: true }));
		expect(await submit('unmanagedAccessCode', 'delete', { service, values })).toEqual({
			action: { idField: 'access_code_id', id: CODE_ID, acceptedAtMs: expect.any(Number), answeredAtMs: expect.any(Number), attempt, isDone: false },
		});
		expect(service.requests).toEqual([
			{ endpoint: '/access_codes/unmanaged/delete', body: { access_code_id: CODE_ID }, effect: 'write', pacingKey: undefined },
		]);
	});

	it('gives the accepted action without one where the service says ok alone', async () => {
		const service = answeringSend(() => ({ ok: true }));
		expect(await submit('unmanagedAccessCode', 'convertToManaged', { service, values })).toEqual({
			action: { idField: 'access_code_id', id: CODE_ID, acceptedAtMs: expect.any(Number), answeredAtMs: expect.any(Number), isDone: false },
		});
	});

	it('takes the time of acceptance from the clock of the service, no later than the request was sent', async () => {
		const send = async () => await Promise.resolve({ body: { ok: true }, serverTimeMs: 1_234_000, answerTimeMs: 300 });
		const submitted = await submit('unmanagedAccessCode', 'delete', { service: { send, requests: [], mostInFlight: () => 0 }, values });
		expect(submitted).toMatchObject({ action: { acceptedAtMs: 1_233_700, answeredAtMs: 1_234_000 } });
	});

	it('sends the options of a conversion under the names of the wire', async () => {
		const service = answeringSend(() => ({ ok: true }));
		await submit('unmanagedAccessCode', 'convertToManaged', { service, values, options: { force: true, allowExternalModification: false } });
		expect(service.requests[0]?.body).toEqual({ access_code_id: CODE_ID, force: true, is_external_modification_allowed: false });
	});

	it.each<{ what: string; chosen?: string; input?: IDataObject; paced?: string; told?: string }>([
		{ what: 'nothing', chosen: '' },
		{ what: 'the chosen device for pacing alone, for it may not hold the code', chosen: DEVICE_ID, paced: DEVICE_ID },
		{ what: 'the record that came in', input: { access_code_id: CODE_ID, device_id: DEVICE_ID }, paced: DEVICE_ID, told: DEVICE_ID },
		{ what: 'the record that came in before the chosen device', chosen: OTHER_DEVICE_ID, input: { access_code_id: CODE_ID, device_id: DEVICE_ID }, paced: DEVICE_ID, told: DEVICE_ID },
		{ what: 'the chosen device that the item names beside the code', chosen: DEVICE_ID, input: { lock: DEVICE_ID, pin: CODE_ID }, paced: DEVICE_ID, told: DEVICE_ID },
		{ what: 'nothing, when the item has brought the code and the chosen device is left over', chosen: OTHER_DEVICE_ID, input: { access_code_id: CODE_ID } },
		{ what: 'nothing, when the item has brought the code under another name', chosen: OTHER_DEVICE_ID, input: { pin: CODE_ID } },
		{ what: 'nothing of a record that came in for another code', input: { access_code_id: OTHER_CODE_ID, device_id: DEVICE_ID } },
	])('knows of the device: $what', async ({ chosen = '', input, paced, told }) => {
		const service = answeringSend(() => ({ ok: true }));
		const submitted = await submit('unmanagedAccessCode', 'delete', { service, values: { ...values, deviceId: chosen }, input });
		expect([service.requests[0]?.pacingKey, 'action' in submitted && submitted.action.deviceId]).toEqual([paced, told]);
	});

	it('knows the device that the request itself names', async () => {
		const service = answeringSend(() => ({ action_attempt: attempt, ok: true }));
		const submitted = await submit('device', 'lock', { service, values: { deviceId: DEVICE_ID }, input: { device_id: DEVICE_ID } });
		expect([service.requests[0]?.pacingKey, 'action' in submitted && submitted.action.deviceId]).toEqual([DEVICE_ID, DEVICE_ID]);
	});

	it('passes on why the service did not take the action up', async () => {
		const service = answeringSend(({ endpoint }) => {
			throw refusal(endpoint, 404, 'access_code_not_found');
		});
		await expect(submit('unmanagedAccessCode', 'delete', { service, values })).rejects.toMatchObject({ answer: { status: 404 } });
	});
});

describe('submitItem for a code that cannot be converted', () => {
	const values = { deviceId: '', accessCodeId: CODE_ID };
	const flagged = { access_code_id: CODE_ID, device_id: DEVICE_ID, cannot_be_managed: true };
	const unsupporting = () =>
		answeringSend(({ endpoint }) => {
			throw refusal(endpoint, 400, 'unsupported_device', 'Code 1001 is on a lock that does not support it');
		});

	it.each([{}, { onUnsupportedCode: 'returnItem' }])('returns the item without a request when its own record says so, with the options %j', async (options) => {
		const service = answeringSend(() => ({}));
		expect(await submit('unmanagedAccessCode', 'convertToManaged', { service, values, options, input: flagged })).toEqual({
			records: [
				{
					access_code_id: CODE_ID,
					device_id: DEVICE_ID,
					outcome: 'unsupported',
					message: 'This access code cannot be converted to managed',
				},
			],
		});
		expect(service.requests).toEqual([]);
	});

	it('fails the item when that is chosen', async () => {
		const service = answeringSend(() => ({}));
		const failure = submit('unmanagedAccessCode', 'convertToManaged', { service, values, options: { onUnsupportedCode: 'failItem' }, input: flagged });
		await expect(failure).rejects.toBeInstanceOf(ActionFailedError);
		await expect(failure).rejects.toMatchObject({
			sentence: 'This access code cannot be converted to managed',
			details: { access_code_id: CODE_ID, device_id: DEVICE_ID, outcome: 'unsupported' },
		});
	});

	it('asks the service when the flagged record that came in is of another code', async () => {
		const service = answeringSend(() => ({ ok: true }));
		const input = { ...flagged, access_code_id: OTHER_CODE_ID };
		expect(await submit('unmanagedAccessCode', 'convertToManaged', { service, values, input })).toHaveProperty('action');
	});

	it("returns the item with the service's words when the service says so, without PINs", async () => {
		expect(await submit('unmanagedAccessCode', 'convertToManaged', { service: unsupporting(), values })).toEqual({
			records: [
				{
					access_code_id: CODE_ID,
					outcome: 'unsupported',
					message: 'This access code cannot be converted to managed',
					errors: [`Code ${HIDDEN} is on a lock that does not support it`],
				},
			],
		});
	});

	it('fails the item when the service says so and failing is chosen', async () => {
		const failure = submit('unmanagedAccessCode', 'convertToManaged', { service: unsupporting(), values, options: { onUnsupportedCode: 'failItem' } });
		await expect(failure).rejects.toBeInstanceOf(ServiceError);
	});

	it('has a message of its own for a code that cannot be deleted, and sends nothing', async () => {
		const service = answeringSend(() => ({}));
		const input = { access_code_id: CODE_ID, cannot_delete_unmanaged_access_code: true };
		await expect(submit('unmanagedAccessCode', 'delete', { service, values, input })).rejects.toMatchObject({
			message: 'This access code cannot be deleted through the service',
			advice: "Only the lock maker's own app can remove this code from the lock.",
		});
		expect(service.requests).toEqual([]);
	});

	it('fails a deletion that the service calls unsupported', async () => {
		await expect(submit('unmanagedAccessCode', 'delete', { service: unsupporting(), values })).rejects.toMatchObject({ answer: { type: 'unsupported_device' } });
	});
});

describe('finishAction', () => {
	const conversion = operationOf('unmanagedAccessCode', 'convertToManaged');
	const deletion = operationOf('unmanagedAccessCode', 'delete');
	const failed = (type: string): AcceptedAction => ({
		idField: 'access_code_id', id: CODE_ID,
		acceptedAtMs: 0,
		attempt: { action_attempt_id: ATTEMPT_ID, action_type: 'X', status: 'error', result: null, error: { type, message: 'No' } },
	});

	it('fails a failed action unless it shall be returned', () => {
		expect(() => finishAction(conversion, failed('uncategorized_error'), { options: {} })).toThrow(ActionFailedError);
		expect(() => finishAction(conversion, failed('uncategorized_error'), { options: { onFailedAction: 'failItem' } })).toThrow(ActionFailedError);
		expect(finishAction(conversion, failed('uncategorized_error'), { options: { onFailedAction: 'returnItem' } })).toMatchObject({ outcome: 'failed' });
	});

	it('returns an unsupported conversion unless it shall fail', () => {
		expect(finishAction(conversion, failed('unsupported_device'), { options: {} })).toMatchObject({ outcome: 'unsupported' });
		expect(() => finishAction(conversion, failed('unsupported_device'), { options: { onUnsupportedCode: 'failItem' } })).toThrow(ActionFailedError);
	});

	it('fails an unsupported deletion, which has no such choice', () => {
		expect(() => finishAction(deletion, failed('unsupported_device'), { options: { onUnsupportedCode: 'returnItem' } })).toThrow(ActionFailedError);
	});

	it.each([['unmanagedAccessCode', 'delete'], ['device', 'lock']])('returns an unsupported action as failed where that is chosen (%s, %s)', (resource, operation) => {
		const options = { onFailedAction: 'returnItem' };
		expect(finishAction(operationOf(resource, operation), failed('unsupported_device'), { options })).toMatchObject({ outcome: 'failed', errors: ['No'] });
	});

	it('never fails what is pending', () => {
		expect(finishAction(deletion, { idField: 'access_code_id', id: CODE_ID, acceptedAtMs: 0 }, { options: {} })).toMatchObject({ outcome: 'pending', deleted: false });
	});

	it('masks PINs in a result when asked to', () => {
		const action: AcceptedAction = {
			idField: 'access_code_id', id: CODE_ID,
			acceptedAtMs: 0,
			attempt: { action_attempt_id: ATTEMPT_ID, action_type: 'X', status: 'success', result: { access_code: { code: '1001' } }, error: null },
		};
		expect(finishAction(conversion, action, { options: { maskPinCodes: true } })).toMatchObject({ action_attempt: { result: { access_code: { code: HIDDEN } } } });
		expect(finishAction(conversion, action, { options: {} })).toMatchObject({ action_attempt: { result: { access_code: { code: '1001' } } } });
	});
});

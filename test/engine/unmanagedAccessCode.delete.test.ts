import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { byId, QUICK_CHECKS, startHotelSandbox, type HotelSandbox } from '../support/hotelSandbox';

const DELETE = '/access_codes/unmanaged/delete';
const GET_CODE = '/access_codes/unmanaged/get';
const { room101, room201 } = hotel.devices;
const { convertible, anotherConvertible, cannotDelete } = hotel.unmanagedCodes;
const CANNOT_DELETE = 'This access code cannot be deleted through the service';
const PENDING = 'The service accepted the deletion and has not finished it yet';

let service: HotelSandbox;
beforeEach(async () => {
	service = await startHotelSandbox();
});
afterEach(async () => await service.stop());

const remove = async (id: string, options: INodeParameters = {}, parameters: INodeParameters = {}) =>
	await service.run('unmanagedAccessCode.delete', { accessCodeId: byId(id), ...parameters, options: { ...QUICK_CHECKS, ...options } });

const removeRecords = async (input: IDataObject[], options: INodeParameters = {}) =>
	await service.run(
		'unmanagedAccessCode.delete',
		{ accessCodeId: byId('={{ $json.access_code_id }}'), options: { ...QUICK_CHECKS, ...options } },
		{ input },
	);

const attempt = (rest: IDataObject) => ({
	action_attempt_id: expect.any(String), action_type: 'DELETE_UNMANAGED_ACCESS_CODE', result: null, error: null, ...rest,
});

describe('a deletion', () => {
	it('says deleted: true once it is so', async () => {
		const { items } = await remove(convertible);
		expect(items).toEqual([{
			json: {
				access_code_id: convertible, outcome: 'deleted', deleted: true, message: 'The access code is deleted',
				action_attempt: attempt({ status: 'success', result: {} }),
			},
			pairedItem: { item: 0 },
		}]);
		expect(service.bodies(DELETE)).toEqual([{ access_code_id: convertible }]);
		expect(service.sandbox.state.accessCodes.has(convertible)).toBe(false);
	});

	it('says deleted: false while it is pending', async () => {
		const { items } = await remove(convertible, {}, { waitForCompletion: false });
		expect(items.map(({ json }) => json)).toEqual([{
			access_code_id: convertible, outcome: 'pending', deleted: false, message: `${PENDING}. Check it later with 'Action Attempt: Get'`,
			action_attempt: attempt({ status: 'pending' }),
		}]);
	});

	it('that the lock did not carry out is a failed item, or a result that says so', async () => {
		service.sandbox.faults.next(DELETE, { kind: 'attemptFails', message: 'The lock is busy.' }, { times: 2 });
		const failed = await remove(convertible);
		expect({ items: failed.items, message: failed.error?.message }).toEqual({
			items: [], message: 'The access code was not deleted: The lock is busy.',
		});
		const returned = await remove(convertible, { onFailedAction: 'returnItem' });
		expect(returned.items.map(({ json }) => json)).toEqual([{
			access_code_id: convertible, outcome: 'failed', deleted: false, message: 'The access code was not deleted: The lock is busy.',
			errors: ['The lock is busy.'], action_attempt: attempt({ status: 'error', error: { type: 'uncategorized_error', message: 'The lock is busy.' } }),
		}]);
	});

	it('waits for as long as the service asks when a lock takes no more deletions: every item of that lock, and of no other', async () => {
		service.sandbox.settings.rateLimits.byPath[DELETE] = { maxRequests: 1, windowMs: 1_000 };
		// The item of the other lock takes so long that the first lock's refusal is known before its third item begins.
		service.sandbox.faults.next(DELETE, { kind: 'slow', delayMs: 100 }, { after: 2 });
		const records = async (deviceId: string) => (await service.run('unmanagedAccessCode.getAll', { deviceId: byId(deviceId) })).items.map(({ json }) => json);
		const [first = {}, second = {}, third = {}] = await records(room101);
		const [other = {}] = await records(hotel.devices.room103);

		const { items } = await removeRecords([first, second, other, third], { requestsInFlight: 2 });
		expect(items.map(({ json }) => json.deleted)).toEqual([true, true, true, true]);
		const requests = service.sandbox.requests.of(DELETE);
		const isOther = ({ body }: { body?: unknown }) => (body as IDataObject).access_code_id === other.access_code_id;
		const refused = requests.find(({ status }) => status === 429);
		const pausesMs = requests
			.filter((request) => !isOther(request) && request.startedOrder > (refused?.endedOrder ?? Infinity))
			.map(({ startedAtMs }) => startedAtMs - (refused?.endedAtMs ?? 0));
		expect(pausesMs.length).toBeGreaterThanOrEqual(2);
		expect(Math.min(...pausesMs)).toBeGreaterThanOrEqual(990);
		expect(requests.findIndex(isOther)).toBe(2);
	});
});

describe('a deletion that the service answers with ok alone', () => {
	beforeEach(() => {
		service.sandbox.settings.deleteAnswer = 'okOnly';
	});

	it('says deleted: true once an event tells it', async () => {
		const { items } = await remove(convertible);
		expect(items).toEqual([{
			json: { access_code_id: convertible, device_id: room101, outcome: 'deleted', deleted: true, message: 'The access code is deleted' },
			pairedItem: { item: 0 },
		}]);
		expect(service.bodies('/events/list')[0]).toEqual({
			since: expect.any(String), event_types: ['access_code.unmanaged.removed'], access_code_ids: [convertible], limit: expect.any(Number),
		});
	});

	it('says deleted: true once the code is gone, where the service has no event list', async () => {
		service.sandbox.faults.always('/events/list', { kind: 'status', status: 404, body: '404' });
		const { items } = await remove(convertible);
		expect(items.map(({ json }) => [json.outcome, json.deleted])).toEqual([['deleted', true]]);
		expect(service.sandbox.requests.of(GET_CODE).at(-1)).toMatchObject({ body: { access_code_id: convertible }, status: 404 });
	});

	it('looks at the code at the deadline when no event has come', async () => {
		service.sandbox.faults.always('/events/list', { kind: 'status', status: 200, body: { events: [], ok: true } });
		const { items } = await removeRecords([{ access_code_id: convertible }, { access_code_id: anotherConvertible }], { waitTimeout: 0.2 });
		expect(items.map(({ json }) => json.deleted)).toEqual([true, true]);
		expect(service.sandbox.requests.count(GET_CODE)).toBe(2);
	});

	it('is pending when the Wait Timeout passes', async () => {
		service.sandbox.settings.attemptDurationMs = 60_000;
		const { items, status } = await remove(convertible, { waitTimeout: 0.1 });
		expect({ status, json: items[0]?.json }).toEqual({
			status: 'success',
			json: {
				access_code_id: convertible, outcome: 'pending', deleted: false,
				message: `${PENDING}. Check it later by listing the codes of the device`,
			},
		});
	});
});

describe('a code that cannot be deleted', () => {
	const ADVICE = "Only the lock maker's own app can remove this code from the lock";

	it('is told so without a request when the input item is its record and flagged', async () => {
		const { items: [record] } = await service.run('unmanagedAccessCode.get', { accessCodeId: byId(cannotDelete) });
		expect(record?.json).toMatchObject({ cannot_delete_unmanaged_access_code: true, device_id: room201 });
		const { error } = await removeRecords([record?.json ?? {}]);
		expect(error).toMatchObject({ message: CANNOT_DELETE, context: { itemIndex: 0 } });
		expect(error?.description).toContain(ADVICE);
		expect(service.sandbox.requests.count(DELETE)).toBe(0);
	});

	it('is told so by the answer of the service otherwise', async () => {
		const { error } = await remove(cannotDelete);
		expect(error).toMatchObject({ name: 'NodeApiError', message: CANNOT_DELETE, httpCode: '400', context: { itemIndex: 0 } });
		expect(error?.description).toContain(ADVICE);
		expect(error?.description).toMatch(/The service says: .*lock maker.*unsupported_device\. Request ID: [0-9a-f-]{36}$/);
	});

	it('may still be converted', async () => {
		const { items } = await service.run('unmanagedAccessCode.convertToManaged', { accessCodeId: byId(cannotDelete), options: QUICK_CHECKS });
		expect(items[0]?.json).toMatchObject({ outcome: 'converted' });
	});
});

it('says what to do when there is no such unmanaged code, also for one that was deleted before', async () => {
	await remove(convertible);
	for (const id of [convertible, hotel.managedCodes.frontDesk]) {
		const { error } = await remove(id);
		expect(error).toMatchObject({ name: 'NodeApiError', httpCode: '404', message: 'There is no such unmanaged access code' });
		expect(error?.description).toContain("Run 'Unmanaged Access Code: Get Many' again");
	}
});

import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { byId, QUICK_CHECKS, startHotelSandbox, type HotelSandbox } from '../support/hotelSandbox';

const UPDATE = '/access_codes/update';
const DELETE = '/access_codes/delete';
const { frontDoor } = hotel.devices;
const { frontDesk } = hotel.managedCodes;
const { convertible } = hotel.unmanagedCodes;

let service: HotelSandbox;
beforeEach(async () => {
	service = await startHotelSandbox();
});
afterEach(async () => await service.stop());

const update = async (updateFields: IDataObject, options: INodeParameters = {}, parameters: INodeParameters = {}) =>
	await service.run('accessCode.update', {
		accessCodeId: byId(frontDesk),
		updateFields: updateFields as INodeParameters,
		...parameters,
		options: { ...QUICK_CHECKS, ...options },
	});

const remove = async (id: string, options: INodeParameters = {}, parameters: INodeParameters = {}) =>
	await service.run('accessCode.delete', { accessCodeId: byId(id), ...parameters, options: { ...QUICK_CHECKS, ...options } });

const attempt = (actionType: string, rest: IDataObject) => ({
	action_attempt_id: expect.any(String), action_type: actionType, result: null, error: null, ...rest,
});

describe('changing an access code', () => {
	it('says that it is changed, and sends the entered fields alone', async () => {
		const { items } = await update({ code: '1098', name: 'Desk' });
		expect(items).toEqual([{
			json: {
				access_code_id: frontDesk, outcome: 'updated', message: 'The access code is changed',
				action_attempt: attempt('UPDATE_ACCESS_CODE', { status: 'success', result: expect.any(Object) }),
			},
			pairedItem: { item: 0 },
		}]);
		expect(service.bodies(UPDATE)).toEqual([{ access_code_id: frontDesk, code: '1098', name: 'Desk' }]);
		expect(service.sandbox.state.accessCodes.get(frontDesk)).toMatchObject({ code: '1098', name: 'Desk' });
	});

	it('waits until the lock has it, and gives the code as it is then', async () => {
		const { items } = await update({ code: '1098' }, { waitUntilSet: true });
		expect(items.map(({ json }) => json)).toEqual([
			expect.objectContaining({
				access_code_id: frontDesk, device_id: frontDoor, code: '1098', status: 'set', errors: [], outcome: 'set',
				message: 'The access code is set on the device',
			}),
		]);
	});

	it('fails where the change was not carried out, though the code goes on working as it was', async () => {
		service.sandbox.settings.accessCodeAnswer = 'okOnly';
		service.sandbox.faults.next(UPDATE, { kind: 'attemptFails', message: 'The lock is busy.' });
		const { items, error } = await update({ code: '1098' }, { waitUntilSet: true });
		expect([items, error?.message]).toEqual([[], 'The access code could not be set on the device: The lock is busy.']);
		expect(service.sandbox.state.accessCodes.get(frontDesk)).toMatchObject({ status: 'set' });
	});

	it('sends times, type, and whether it stays managed', async () => {
		await update({ type: 'time_bound', startsAt: '2030-01-31T15:00:00Z', endsAt: '2030-02-02T11:00:00Z', attemptForOfflineDevice: true, allowExternalModification: true });
		await update({ type: 'ongoing' });
		await update({ isManaged: false });
		expect(service.bodies(UPDATE)).toEqual([
			{
				access_code_id: frontDesk, type: 'time_bound', starts_at: '2030-01-31T15:00:00.000Z', ends_at: '2030-02-02T11:00:00.000Z',
				attempt_for_offline_device: true, is_external_modification_allowed: true,
			},
			{ access_code_id: frontDesk, type: 'ongoing' },
			{ access_code_id: frontDesk, is_managed: false },
		]);
		const { items } = await service.run('unmanagedAccessCode.get', { accessCodeId: byId(frontDesk) });
		expect(items[0]?.json).toMatchObject({ access_code_id: frontDesk, is_managed: false, type: 'ongoing' });
	});

	it('gives errors in one form, whether or not the record comes with them', async () => {
		service.sandbox.faults.next(UPDATE, { kind: 'attemptFails', message: 'The lock is busy.' });
		const { items } = await update({ code: '1098' }, { onFailedAction: 'returnItem' });
		expect(items.map(({ json }) => json)).toEqual([{
			access_code_id: frontDesk, outcome: 'failed', message: 'The access code was not changed: The lock is busy.',
			errors: [{ message: 'The lock is busy.' }],
			action_attempt: attempt('UPDATE_ACCESS_CODE', { status: 'error', error: { type: 'uncategorized_error', message: 'The lock is busy.' } }),
		}]);
	});

	it('is done where the service answers with ok alone', async () => {
		service.sandbox.settings.accessCodeAnswer = 'okOnly';
		const { items } = await update({ name: 'Desk' });
		expect(items.map(({ json }) => json)).toEqual([{ access_code_id: frontDesk, outcome: 'updated', message: 'The access code is changed' }]);
	});

	it.each<[string, IDataObject, string, INodeParameters?]>([
		['nothing to change', {}, 'There is nothing to change'],
		['waiting for a code that it gives up', { isManaged: false }, 'A code that is no longer managed cannot be waited for', { waitUntilSet: true }],
		['times of an ongoing code', { type: 'ongoing', endsAt: '2030-01-01T00:00:00Z' }, 'An ongoing code has no times'],
		['a PIN of 13 digits', { code: '1234567890123' }, "'Code' must have 4 to 12 digits and nothing else"],
	])('refuses %s before any request', async (_name, updateFields, message, options = {}) => {
		expect((await update(updateFields, options)).error?.message).toBe(message);
		expect(service.paths()).toEqual([]);
	});
});

describe('deleting an access code', () => {
	it('says deleted: true once the lock has removed it', async () => {
		const { items } = await remove(frontDesk);
		expect(items).toEqual([{
			json: {
				access_code_id: frontDesk, outcome: 'deleted', deleted: true, message: 'The access code is deleted',
				action_attempt: attempt('DELETE_ACCESS_CODE', { status: 'success', result: {} }),
			},
			pairedItem: { item: 0 },
		}]);
		expect(service.bodies(DELETE)).toEqual([{ access_code_id: frontDesk }]);
		expect(service.sandbox.state.accessCodes.has(frontDesk)).toBe(false);
	});

	it('learns from the event where the service answers with ok alone', async () => {
		service.sandbox.settings.accessCodeAnswer = 'okOnly';
		const { items } = await remove(frontDesk);
		expect(items.map(({ json }) => json)).toEqual([
			{ access_code_id: frontDesk, device_id: frontDoor, outcome: 'deleted', deleted: true, message: 'The access code is deleted' },
		]);
		expect(service.bodies('/events/list')[0]).toMatchObject({ event_types: ['access_code.deleted'], access_code_ids: [frontDesk] });
	});

	it('learns it from the code that is gone where there is no event', async () => {
		service.sandbox.settings.accessCodeAnswer = 'okOnly';
		service.sandbox.faults.always('/events/list', { kind: 'status', status: 404, body: '404' });
		const { items } = await remove(frontDesk);
		expect(items.map(({ json }) => [json.outcome, json.deleted])).toEqual([['deleted', true]]);
	});

	it('is pending, and not deleted, at the deadline', async () => {
		service.sandbox.faults.next(DELETE, { kind: 'attemptStaysPending' });
		const { items } = await remove(frontDesk, { waitTimeout: 0.2 });
		expect(items.map(({ json }) => [json.outcome, json.deleted])).toEqual([['pending', false]]);
	});

	it('that the lock refuses is a failed item, or a result that says so', async () => {
		service.sandbox.faults.next(DELETE, { kind: 'attemptFails', message: 'The lock is busy.' }, { times: 2 });
		const { items, error } = await remove(frontDesk);
		expect([items, error?.message]).toEqual([[], 'The access code was not deleted: The lock is busy.']);
		const returned = await remove(frontDesk, { onFailedAction: 'returnItem' });
		expect(returned.items.map(({ json }) => [json.outcome, json.deleted, json.errors])).toEqual([['failed', false, ['The lock is busy.']]]);
	});

	it('of an unmanaged one is refused with what to do instead', async () => {
		const { error } = await remove(convertible);
		expect(error).toMatchObject({ name: 'NodeApiError', httpCode: '404', message: 'There is no such managed access code' });
	});
});

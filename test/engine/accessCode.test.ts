import type { INodeParameters } from 'n8n-workflow';
import { wireObjectsIn } from '../../nodes/DeviceAccess/wire/records';
import { hotel } from '../../sandbox/fixtures/hotel';
import { call } from '../operations/dossier';
import { alone } from '../support/assert/alone';
import { until } from '../support/clock/until';
import { byId, QUICK_CHECKS, useHotelSandbox } from '../support/service/hotelSandbox';
import { inRows } from '../support/service/inRows';

const service = useHotelSandbox();

const CREATE = '/access_codes/create';
const { frontDoor, room101, room102, room103 } = hotel.devices;
const { frontDesk } = hotel.managedCodes;
const STAY = { startsAt: '2030-01-31T15:00:00Z', endsAt: '2030-02-02T11:00:00Z' };

describe('creating an access code', () => {
	const create = async (parameters: INodeParameters, options: INodeParameters = {}) =>
		await service.run('accessCode.create', {
			deviceId: byId(room101),
			...parameters,
			options: { ...QUICK_CHECKS, ...options },
		});

	it('that fails names the code that remains, as a failed item and as a result', async () => {
		service.sandbox.faults.next(
			CREATE,
			{ kind: 'attemptFails', message: 'The lock is busy.' },
			{ times: 2 },
		);
		const failed = await service.run(
			'accessCode.create',
			{ deviceId: byId(room101), code: '1098', options: QUICK_CHECKS },
			{ onError: 'continueErrorOutput' },
		);
		expect(failed.outputs(1).map(({ json }) => json)).toEqual([
			{
				outcome: 'failed',
				access_code_id: expect.any(String),
				device_id: room101,
				device_name: 'Room 101',
				message: expect.stringContaining('The lock is busy.'),
				error: expect.stringContaining('The lock is busy.'),
				details: expect.objectContaining({
					access_code_id: expect.any(String),
					device_id: room101,
					outcome: 'failed',
					description: expect.stringContaining('delete it before you create it again'),
				}),
			},
		]);
		const returned = await create({ code: '1099' }, { onFailedAction: 'returnItem' });
		expect(returned.items).toMatchObject([
			{
				json: {
					outcome: 'failed',
					message: expect.stringContaining('The lock is busy.'),
					code: '1099',
					errors: [{ message: 'The lock is busy.' }],
				},
			},
		]);
	});

	it('says that the code may have been created if the answer lacks it', async () => {
		service.sandbox.faults.next(CREATE, { kind: 'missingMember' });
		const { error } = await create({ code: '1099' });
		expect(`${error?.message} ${error?.description}`).toMatch(/may have carried out/);
	});
});

it('Access Code: Create Multiple takes the IDs from comma-separated text, and from a list', async () => {
	const { items } = await service.run(
		'accessCode.createMultiple',
		{ deviceIds: inRows('device', '={{ $json.ids }}'), additionalFields: {} },
		{
			input: [{ ids: `${room101}, ${room102}` }, { ids: frontDoor }, { ids: [room102, room103] }],
		},
	);
	expect(items.map(({ json, pairedItem }) => [json.device_id, pairedItem])).toEqual([
		[room101, { item: 0 }],
		[room102, { item: 0 }],
		[frontDoor, { item: 1 }],
		[room102, { item: 2 }],
		[room103, { item: 2 }],
	]);
});

it('a PIN for several locks fails if the service returns fewer codes than locks, and says that codes may exist', async () => {
	service.sandbox.faults.next('/access_codes/create_multiple', {
		kind: 'status',
		status: 200,
		body: { ok: true, access_codes: [{ access_code_id: frontDesk, device_id: room101 }] },
	});
	const { outputs } = await service.run(
		'accessCode.createMultiple',
		{ deviceIds: inRows('device', room101, room102), code: '1099', additionalFields: {} },
		{ onError: 'continueErrorOutput' },
	);
	expect([outputs(0), outputs(1).map(({ json }) => json.details)]).toEqual([
		[],
		[expect.objectContaining({ may_have_acted: true, device_ids_without_code: [room102] })],
	]);
});

it('a code that the service creates, changes or deletes once its lock is back does not fail', async () => {
	const setLock = async (state: string) =>
		await call(service.sandbox, `/devices/simulate/${state}`, { device_id: frontDoor });
	await setLock('disconnect');
	const code = { accessCodeId: byId(frontDesk) };
	for (const [operation, parameters] of [
		['create', { deviceId: byId(frontDoor), code: '1099' }],
		['update', { ...code, updateFields: { code: '4078' } }],
		['delete', code],
	] as const) {
		const { items } = await service.run(`accessCode.${operation}`, {
			...parameters,
			options: QUICK_CHECKS,
		});
		expect(items).toMatchObject([
			{ json: { device_id: frontDoor, outcome: 'waiting_for_lock', errors: [expect.anything()] } },
		]);
		expect(items[0]?.json.deleted).not.toBe(true);
	}
	const { items } = await service.run('accessCode.get', code);
	expect(items).toMatchObject([{ json: { status: 'removing' } }]);
});

it('a service that answers with only ok has deleted the code once an event says so', async () => {
	service.sandbox.settings.accessCodeAnswer = 'okOnly';
	const { items } = await service.run('accessCode.delete', {
		accessCodeId: byId(frontDesk),
		options: QUICK_CHECKS,
	});
	expect(items.map(({ json }) => json)).toMatchObject([
		{ outcome: 'deleted', access_code_id: frontDesk, device_id: frontDoor, deleted: true },
	]);
	expect(service.bodies('/events/list')[0]).toMatchObject({
		event_types: ['access_code.deleted'],
		access_code_ids: [frontDesk],
	});
});

it('an update says if a later item has changed the code again, because only the last PIN is awaited', async () => {
	const { items } = await service.run(
		'accessCode.update',
		{
			accessCodeId: byId(frontDesk),
			updateFields: { code: '={{ $json.pin }}' },
			options: { ...QUICK_CHECKS, waitUntilSet: true },
		},
		{ input: [{ pin: '4077' }, { pin: '4088' }] },
	);
	expect(items.map(({ json }) => [json.outcome, json.code, json.message])).toEqual([
		['set', '4088', 'The access code is set on the device, but item 1 changed it again'],
		['set', '4088', 'The access code is set on the device'],
	]);
});

it('getting an access code by its device and PIN does not repeat the PIN if there is none', async () => {
	const { error } = await service.run('accessCode.get', {
		findBy: 'deviceAndPin',
		deviceId: byId(frontDoor),
		code: '7788',
	});
	expect(error).toMatchObject({ httpCode: '404' });
	expect(`${error?.message} ${error?.description}`).not.toMatch(alone('7788'));
});

it('a generated PIN can be masked', async () => {
	const { items } = await service.run('accessCode.generateCode', {
		deviceId: byId(room101),
		options: { maskPinCodes: true },
	});
	expect(items[0]?.json).toEqual({ device_id: room101, code: expect.stringMatching(/^\*+$/) });
});

it.each(['both', 'backupOnly', 'accessCodeOnly'] as const)(
	'pulling a backup access code returns the one that now works instead of the other, from an answer with %s',
	async (pulledBackupAnswer) => {
		service.sandbox.settings.pulledBackupAnswer = pulledBackupAnswer;
		const { items: created } = await service.run('accessCode.create', {
			deviceId: byId(room101),
			...STAY,
			additionalFields: { useBackupAccessCodePool: true },
			waitForCompletion: false,
		});
		const id = String(created[0]?.json.access_code_id);
		const { items } = await service.run('accessCode.pullBackupAccessCode', {
			accessCodeId: byId(id),
			output: 'raw',
		});
		expect(items).toMatchObject([
			{ json: { is_backup: true, device_id: room101, code: expect.stringMatching(/^\d{4}$/) } },
		]);
		expect(items[0]?.json.access_code_id).not.toBe(id);
		expect(service.bodies('/access_codes/pull_backup_access_code')).toEqual([
			{ access_code_id: id },
		]);
	},
);

describe('a code that somebody stops managing while the node waits', () => {
	const runUntilUnmanaged = async (operation: 'create' | 'delete', parameters: INodeParameters) => {
		service.sandbox.settings.attemptDurationMs = 200;
		const running = service.run(
			`accessCode.${operation}`,
			{ ...parameters, options: { ...QUICK_CHECKS, waitTimeout: 1, waitUntilSet: true } },
			{ onError: 'continueRegularOutput' },
		);
		await until(() => service.sandbox.requests.count(`/access_codes/${operation}`) === 1);
		const { access_codes: codes } = await call(service.sandbox, '/access_codes/list', {
			device_id: frontDoor,
		});
		for (const { access_code_id: id } of wireObjectsIn(codes))
			await call(service.sandbox, '/access_codes/update', {
				access_code_id: id,
				is_managed: false,
			});
		const [item] = (await running).items;
		expect(item?.json).toMatchObject({
			outcome: 'failed',
			error: expect.stringMatching(/: it is no longer managed, so its PIN may still work$/),
			details: { description: expect.stringContaining("'Delete unmanaged access code'") },
		});
	};

	it('is not deleted, because its PIN stays on the lock', async () => {
		service.sandbox.faults.next('/access_codes/delete', { kind: 'cut', isProcessed: false });
		await runUntilUnmanaged('delete', { accessCodeId: byId(frontDesk) });
	});

	it('has not disappeared after it was created', async () => {
		await runUntilUnmanaged('create', { deviceId: byId(frontDoor), code: '1098' });
	});
});

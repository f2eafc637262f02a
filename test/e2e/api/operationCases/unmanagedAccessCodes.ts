import { hotel } from '../../../../sandbox/fixtures/hotel';
import { byId } from '../../workflowFiles';
import { gets, lists, type OperationCase, paired, QUICKLY, type WireRecord } from './operationCase';

const GET = '/access_codes/unmanaged/get';
const LIST = '/access_codes/unmanaged/list';
const { room101, room103, room201, poolGate } = hotel.devices;
const { convertible, cannotBeManaged, onIgloohome } = hotel.unmanagedCodes;

export const unmanagedAccessCodeCases: readonly OperationCase[] = [
	lists(
		'unmanagedAccessCode.getAll',
		'lists the unmanaged codes of one device',
		[LIST, 'access_codes', { device_id: room101 }],
		{
			devices: 'one',
			deviceId: byId(room101),
		},
	),
	{
		operation: 'unmanagedAccessCode.getAll',
		title: 'lists the unmanaged codes of all devices in one step',
		play: async ({ run, ask }) => {
			const devices = await ask<WireRecord[]>('/devices/list', 'devices');
			const codes = await Promise.all(
				devices.map(
					async ({ device_id }) => await ask<WireRecord[]>(LIST, 'access_codes', { device_id }),
				),
			);

			expect(await run({ devices: 'all', returnAll: true })).toEqual(codes.flat().map(paired));
		},
	},
	gets('unmanagedAccessCode.get', 'gets one unmanaged code', 'accessCodeId', [
		GET,
		'access_code',
		'access_code_id',
		convertible,
	]),
	{
		operation: 'unmanagedAccessCode.convertToManaged',
		title: 'converts an unmanaged code and waits for the outcome',
		play: async ({ run, ask, isKnown }) => {
			const { code } = await ask(GET, 'access_code', { access_code_id: convertible });

			expect(
				await run({ accessCodeId: byId(convertible), waitForCompletion: true, options: QUICKLY }),
			).toEqual([
				paired(
					expect.objectContaining({
						access_code_id: convertible,
						outcome: 'converted',
						action_attempt: expect.objectContaining({ status: 'success' }),
					}),
				),
			]);
			expect(
				await ask('/access_codes/get', 'access_code', { access_code_id: convertible }),
			).toMatchObject({ device_id: room101, code, is_managed: true });
			expect(await isKnown(GET, { access_code_id: convertible })).toBe(false);
		},
	},
	{
		operation: 'unmanagedAccessCode.delete',
		title: 'deletes an unmanaged code and waits for the outcome',
		play: async ({ run, ask, isKnown }) => {
			expect(
				await run({ accessCodeId: byId(onIgloohome), waitForCompletion: true, options: QUICKLY }),
			).toEqual([
				paired(
					expect.objectContaining({
						access_code_id: onIgloohome,
						deleted: true,
						outcome: 'deleted',
						action_attempt: expect.objectContaining({ status: 'success' }),
					}),
				),
			]);
			expect(await isKnown(GET, { access_code_id: onIgloohome })).toBe(false);
			expect(await ask<WireRecord[]>(LIST, 'access_codes', { device_id: poolGate })).toHaveLength(
				2,
			);
		},
	},
	{
		operation: 'unmanagedAccessCode.replaceWithManaged',
		title: 'replaces a code that cannot be converted by a managed one with the same PIN',
		play: async ({ run, ask, isKnown }) => {
			const { code, name } = await ask(GET, 'access_code', { access_code_id: cannotBeManaged });

			const items = await run({ accessCodeId: byId(cannotBeManaged), options: QUICKLY });

			const [newCode] = await ask<WireRecord[]>('/access_codes/list', 'access_codes', {
				device_id: room201,
			});
			expect(newCode).toMatchObject({ code, name, status: 'set', is_managed: true });
			expect(items).toEqual([
				paired({
					access_code_id: newCode?.access_code_id,
					old_access_code_id: cannotBeManaged,
					device_id: room201,
					outcome: 'replaced',
					message: expect.any(String),
					access_code: newCode,
				}),
			]);
			expect(await isKnown(GET, { access_code_id: cannotBeManaged })).toBe(false);
		},
	},
	{
		operation: 'unmanagedAccessCode.simulateCreate',
		title: 'puts an unmanaged code on a lock of the sandbox, as if somebody had typed it in there',
		play: async ({ run, ask }) => {
			const items = await run({ deviceId: byId(room103), name: 'Guest 9', code: '1096' });

			const codes = await ask<WireRecord[]>(LIST, 'access_codes', { device_id: room103 });
			expect(items).toEqual(codes.filter(({ code }) => code === '1096').map(paired));
			expect(items).toHaveLength(1);
		},
	},
];

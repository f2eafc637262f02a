import { waitFor } from '../../../../host/process/waitFor';
import { hotel } from '../../../../sandbox/fixtures/hotel';
import { inRows } from '../../../support/inRows';
import { byId } from '../../workflowFiles';
import {
	gets,
	lists,
	type OperationCase,
	paired,
	QUICKLY,
	type Stage,
	type WireRecord,
} from './operationCase';

const GET = '/access_codes/get';
const LIST = '/access_codes/list';
const { frontDoor, room101, room102, room103 } = hotel.devices;
const { frontDesk, meetingRoom } = hotel.managedCodes;
const RAW = { output: 'raw' };
const UNTIL_SET = { waitForCompletion: true, options: { ...QUICKLY, waitUntilSet: true } };
const STAY = { starts_at: '2031-01-31T15:00:00.000Z', ends_at: '2031-02-02T11:00:00.000Z' };

/** The item of a code that works on its lock, with the outcome of the action. */
const setCode = (code: WireRecord) =>
	paired({
		...code,
		outcome: 'set',
		message: 'The access code is set on the device',
		action_attempt: expect.objectContaining({ status: 'success' }),
	});

/** Waits until each code has the expected members and works on its lock. Throws after a minute. */
const untilCodesAre = async ({ ask }: Stage, codeIds: readonly unknown[], expected: WireRecord) =>
	await waitFor(`codes with ${JSON.stringify(expected)}`, async () => {
		const codes = await ask<WireRecord[]>(LIST, 'access_codes', { access_code_ids: codeIds });
		return (
			codes.every((code) =>
				Object.entries({ ...expected, status: 'set' }).every(
					([name, value]) => code[name] === value,
				),
			) || undefined
		);
	});

export const accessCodeCases: readonly OperationCase[] = [
	lists(
		'accessCode.getAll',
		'lists the managed codes of one device',
		[LIST, 'access_codes', { device_id: frontDoor }],
		{ devices: 'one', deviceId: byId(frontDoor), ...RAW },
	),
	gets(
		'accessCode.get',
		'gets one managed code',
		'accessCodeId',
		[GET, 'access_code', 'access_code_id', frontDesk],
		RAW,
	),
	{
		operation: 'accessCode.create',
		title: 'creates a code and waits until it works on the lock',
		play: async ({ run, ask }) => {
			const items = await run({
				deviceId: byId(room101),
				name: 'Guest 7',
				code: '1099',
				...UNTIL_SET,
			});

			const codes = await ask<WireRecord[]>(LIST, 'access_codes', {
				device_id: room101,
				search: 'Guest 7',
			});
			expect(codes).toEqual([
				expect.objectContaining({ name: 'Guest 7', code: '1099', status: 'set', type: 'ongoing' }),
			]);
			expect(items).toEqual(codes.map(setCode));
		},
	},
	{
		operation: 'accessCode.createMultiple',
		title: 'gives two locks a code with the same PIN',
		play: async ({ run, ask }) => {
			const items = await run({
				deviceIds: inRows('device', room102, room103),
				name: 'Both Rooms',
			});

			const lists = await Promise.all(
				[room102, room103].map(
					async (device_id) =>
						await ask<WireRecord[]>(LIST, 'access_codes', { device_id, search: 'Both Rooms' }),
				),
			);
			const codes = lists.flat();
			expect([codes.length, new Set(codes.map(({ code }) => code)).size]).toEqual([2, 1]);
			// Pending changes at the lock differ from moment to moment.
			expect(items).toEqual(
				codes.map(({ access_code_id, device_id, code, name }) =>
					paired(expect.objectContaining({ access_code_id, device_id, code, name })),
				),
			);
		},
	},
	{
		operation: 'accessCode.update',
		title: 'changes PIN and name of a code and waits until the lock has them',
		play: async ({ run, ask }) => {
			const items = await run({
				accessCodeId: byId(frontDesk),
				updateFields: { code: '1098', name: 'Reception' },
				...UNTIL_SET,
			});

			const code = await ask(GET, 'access_code', { access_code_id: frontDesk });
			expect(code).toMatchObject({ name: 'Reception', code: '1098', status: 'set' });
			expect(items).toEqual([setCode(code)]);
		},
	},
	{
		operation: 'accessCode.updateMultiple',
		title: 'renames all codes that belong together',
		play: async (stage) => {
			const created = await stage.ask<WireRecord[]>(
				'/access_codes/create_multiple',
				'access_codes',
				{ device_ids: [room102, room103], name: 'Plumber' },
			);
			const [ids, key] = [
				created.map(({ access_code_id }) => access_code_id),
				created[0]?.common_code_key,
			];
			await untilCodesAre(stage, ids, { name: 'Plumber' });

			const items = await stage.run({ commonCodeKey: key, updateFields: { name: 'Electrician' } });

			expect([ids.length, items]).toEqual([2, [paired({ common_code_key: key, updated: true })]]);
			await untilCodesAre(stage, ids, { name: 'Electrician', common_code_key: key });
		},
	},
	{
		operation: 'accessCode.generateCode',
		title: 'gets a free PIN for a lock',
		play: async ({ run, ask }) => {
			const items = await run({ deviceId: byId(room101) });

			expect(items).toEqual([
				paired({ device_id: room101, code: expect.stringMatching(/^\d{4,8}$/) }),
			]);
			const [{ json }] = items as [{ json: WireRecord }];
			const taken = await Promise.all(
				[LIST, '/access_codes/unmanaged/list'].map(
					async (path) => await ask<WireRecord[]>(path, 'access_codes', { device_id: room101 }),
				),
			);
			expect(taken.flat().map(({ code }) => code)).not.toContain(json.code);
		},
	},
	{
		operation: 'accessCode.pullBackupAccessCode',
		title: 'takes a backup code in place of one that is in trouble',
		play: async ({ run, ask }) => {
			const created = await ask('/access_codes/create', 'access_code', {
				device_id: room101,
				name: 'Guest 8',
				use_backup_access_code_pool: true,
				...STAY,
			});

			const items = await run({ accessCodeId: byId(String(created.access_code_id)) });

			const { pulled_backup_access_code_id: backupId } = await ask(GET, 'access_code', {
				access_code_id: created.access_code_id,
			});
			expect(await ask(GET, 'access_code', { access_code_id: backupId })).toMatchObject({
				device_id: room101,
				is_backup: true,
			});
			expect(items).toEqual([
				paired(
					expect.objectContaining({
						access_code_id: backupId,
						device_id: room101,
						code: expect.any(String),
					}),
				),
			]);
		},
	},
	{
		operation: 'accessCode.delete',
		title: 'deletes a code and waits until it is gone',
		play: async ({ run, isKnown }) => {
			expect(
				await run({ accessCodeId: byId(meetingRoom), waitForCompletion: true, options: QUICKLY }),
			).toEqual([
				paired(
					expect.objectContaining({
						access_code_id: meetingRoom,
						outcome: 'deleted',
						deleted: true,
						message: expect.any(String),
					}),
				),
			]);
			expect(await isKnown(GET, { access_code_id: meetingRoom })).toBe(false);
		},
	},
];

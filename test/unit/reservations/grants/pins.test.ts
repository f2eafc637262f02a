import { otherPins } from '../../../../nodes/DeviceAccess/reservations/grants/pins';
import type { Progress, StepRun } from '../../../../nodes/DeviceAccess/reservations/steps/progress';
import { deleteMethods } from '../../../../nodes/DeviceAccess/reservations/steps/methods';
import { grantFixture } from '../grantFixture';

const PIN = { access_method_id: 'm1', mode: 'code', code: '5001', warnings: [] };
const BACKUP = {
	access_method_id: 'm2',
	mode: 'code',
	code: '1393',
	warnings: [{ warning_code: 'pulled_backup_access_code', original_access_method_id: 'm1' }],
};
const LOBBY = { device_id: 'lobby', display_name: 'Lobby' };
const ROOM = { device_id: 'room', display_name: 'Room' };
const on = ({ device_id }: typeof ROOM, code: string, status = 'set') => ({
	device_id,
	code,
	status,
});
const REPLACED = {
	warning_code: 'requested_code_unavailable',
	device_id: 'lobby',
	original_code: '5001',
	new_code: '3989',
};
const PULLED = { pulled_backup_access_code_id: 'b1' };

it.each([
	['the same PIN everywhere', [PIN], [LOBBY, ROOM], [on(LOBBY, '5001'), on(ROOM, '5001')], []],
	['another PIN on one lock', [PIN], [LOBBY, ROOM], [on(LOBBY, '5001'), on(ROOM, '7')], ['Room 7']],
	[
		'an old PIN that is still on one lock during a change',
		[{ ...PIN, access_method_id: 'm0', code: '1111' }, PIN],
		[LOBBY, ROOM],
		[on(LOBBY, '1111'), on(ROOM, '5001')],
		[],
	],
	[
		'a PIN in place of the old one on one lock, until the new one is set',
		[
			{ ...PIN, access_method_id: 'm2', code: '6789' },
			{ ...PIN, warnings: [REPLACED] },
		],
		[LOBBY, ROOM],
		[
			on(LOBBY, '3989'),
			on(ROOM, '5001'),
			on(LOBBY, '6789', 'setting'),
			on(ROOM, '6789', 'setting'),
		],
		['Lobby 3989'],
	],
	['an old PIN that leaves', [PIN], [ROOM], [on(ROOM, '7', 'removing')], []],
	[
		'a backup code on an offline lock',
		[PIN, BACKUP],
		[LOBBY, ROOM],
		[on(LOBBY, '5001'), { ...on(ROOM, '5001', 'setting'), ...PULLED }],
		['Lobby 5001'],
	],
	[
		'a backup code on the only lock',
		[PIN, BACKUP],
		[ROOM],
		[{ ...on(ROOM, '5001'), ...PULLED }],
		[],
	],
])('the PINs of single doors: %s', (_what, methods, devices, codes, expected) => {
	const pin = methods.at(-1)?.code;
	const others = otherPins({ record: {}, methods, devices, codes }, pin);
	expect(others.map(({ door, pin: other }) => `${door} ${other}`)).toEqual(expected);
});

it('a PIN is on its locks although one of them had it in place of the PIN that leaves', async () => {
	const grant = grantFixture({
		record: { warnings: [REPLACED] },
		methods: [
			{ ...PIN, is_issued: true },
			{ ...PIN, access_method_id: 'new', code: '3989', is_issued: true },
		],
		devices: [LOBBY, ROOM],
		codes: [on(LOBBY, '3989'), on(ROOM, '5001'), on(ROOM, '3989')],
	});
	const booked = { ...grant, guest: { unusable: [] }, modes: ['code'] };
	const progress = {
		situation: { grants: [grant], booked, ownKeys: [], nowMs: 0 },
		memo: { problems: [], came: {} },
	};
	const run = { send: async () => await Promise.resolve({ ok: true }) };
	await deleteMethods(grant.id, ['m1'], run as unknown as StepRun, progress as unknown as Progress);
	const [left] = progress.situation.grants;
	expect(left?.codes).toEqual([on(LOBBY, '3989'), on(ROOM, '3989')]);
});

import { hotel } from '../../sandbox/fixtures/hotel';
import { resort } from '../../sandbox/fixtures/resort';
import type { Code } from './accessCalls';
import { calls, replaceSandbox, useFreshSandbox } from './freshSandbox';

const START = '2026-03-02T12:00:00.000Z';
const END = '2026-03-03T12:00:00.000Z';

useFreshSandbox();

const { room101, room102, garage, poolGate } = hotel.devices;

const create = async (parameters: object = {}) =>
	await calls.call<Code>(
		'/access_codes/create',
		{ device_id: room101, name: 'Guest', sync: true, ...parameters },
		'access_code',
	);
/** Status, type and all messages of a refusal. */
const refusal = async (path: string, parameters: object) => {
	const { status, error } = await calls.refusal(path, parameters);
	return [status, error.type, error.message];
};

describe('creating a code is refused', () => {
	it.each([
		['a PIN of 3 digits', { code: '123' }, 'must not have fewer than 4 characters for "code"'],
		[
			'a start without end',
			{ starts_at: START },
			'Both of starts_at, ends_at are required, or neither',
		],
		[
			'an end before the start',
			{ starts_at: END, ends_at: START },
			'ends_at must be after starts_at',
		],
		[
			'an end in the past',
			{ starts_at: '2026-02-01T00:00:00Z', ends_at: '2026-03-01T12:00:00Z' },
			'ends_at must be in the future',
		],
		[
			'a backup without times',
			{ use_backup_access_code_pool: true },
			'use_backup_access_code_pool needs starts_at and ends_at',
		],
		[
			'a length that the device does not take',
			{ code: '123456789' },
			'The code must have 4, 5, 6, 7, 8 digits on this device',
		],
		[
			'what a constraint of the device forbids',
			{ device_id: garage, code: '102030' },
			'The code breaks the constraint no_zeros of this device',
		],
		[
			'an offline code with a PIN',
			{ device_id: poolGate, code: '1234567', is_offline_access_code: true },
			'The code of an offline access code cannot be chosen',
		],
		[
			'an offline code without times',
			{ device_id: poolGate, is_offline_access_code: true },
			'An offline access code needs starts_at and ends_at',
		],
	])('with 400 invalid_input for %s', async (_what, parameters, message) => {
		expect(await refusal('/access_codes/create', { device_id: room101, ...parameters })).toEqual([
			400,
			'invalid_input',
			message,
		]);
	});

	it('with 409 for a PIN that the device has already, managed or not', async () => {
		await create({ code: '7001' });
		for (const code of ['7001', '1011']) {
			const { status, error } = await calls.refusal('/access_codes/create', {
				device_id: room101,
				code,
			});
			expect([status, error.type]).toEqual([409, 'duplicate_access_code']);
		}
	});

	it('with 400 for an offline code where the device has none, and for an offline device when that is not wanted', async () => {
		expect(
			await refusal('/access_codes/create', { device_id: room101, is_offline_access_code: true }),
		).toEqual([400, 'unsupported_device', 'The device has no offline access codes.']);
		expect(
			await refusal('/access_codes/create', {
				device_id: garage,
				attempt_for_offline_device: false,
			}),
		).toEqual([400, 'device_offline', 'The device is offline.']);
	});

	it('with 400 where the maker of the lock chooses the PINs', async () => {
		await replaceSandbox({ fixture: 'resort' });
		const parameters = { device_id: resort.devices.villa2, code: '123456' };
		expect(await refusal('/access_codes/create', parameters)).toEqual([
			400,
			'invalid_input',
			'The code breaks the constraint cannot_specify_pin_code of this device',
		]);
	});
});

it('makes up a PIN of the preferred length, or of the nearest that the device takes', async () => {
	const lengths = await Promise.all(
		[6, 12].map(
			async (preferred_code_length) => (await create({ preferred_code_length })).code.length,
		),
	);
	expect(lengths).toEqual([6, 8]);
});

describe('updating a code is refused', () => {
	it.each([
		[
			'times for an ongoing one',
			{ type: 'ongoing', starts_at: START, ends_at: END },
			'An ongoing access code has no times',
		],
		[
			'a time-bound one without times',
			{ type: 'time_bound' },
			'A time-bound access code needs starts_at and ends_at',
		],
		['a start alone', { starts_at: START }, 'Both of starts_at, ends_at are required, or neither'],
		[
			'a wrong length',
			{ code: '123456789' },
			'The code must have 4, 5, 6, 7, 8 digits on this device',
		],
		[
			'a device that is not its own',
			{ device_id: room102 },
			'The access code is on another device',
		],
	])('with 400 invalid_input for %s', async (_what, parameters, message) => {
		const { access_code_id } = await create();
		expect(await refusal('/access_codes/update', { access_code_id, ...parameters })).toEqual([
			400,
			'invalid_input',
			message,
		]);
	});

	it.each(['update', 'delete', 'get', 'pull_backup_access_code'])(
		'%s does not find an unmanaged code',
		async (action) => {
			const { status, error } = await calls.refusal(`/access_codes/${action}`, {
				access_code_id: hotel.unmanagedCodes.convertible,
			});
			expect([status, error.type]).toEqual([404, 'access_code_not_found']);
		},
	);
});

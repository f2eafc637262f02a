import { hotel } from '../../sandbox/fixtures/hotel';
import type { Code } from './accessCalls';
import { callSandbox } from './callSandbox';
import { calls, clock, sandbox, useFreshSandbox } from './freshSandbox';

useFreshSandbox();

const { frontDoor, room101, room103, room201, poolGate, garage } = hotel.devices;

interface DeviceRecord extends Record<string, unknown> {
	errors: Array<{ error_code: string }>;
	properties: { online: boolean };
}

const simulate = async (what: string, device_id: string, more: object = {}) =>
	await calls.call(`/devices/simulate/${what}`, { device_id, ...more });
const get = async (device_id: string) =>
	await calls.call<DeviceRecord>('/devices/get', { device_id }, 'device');

async function stateOf(device_id: string): Promise<[boolean, string[]]> {
	const { errors, properties } = await get(device_id);
	return [properties.online, errors.map(({ error_code }) => error_code)];
}

const flagsOf = async (device_id: string) =>
	Object.fromEntries(
		Object.entries(await get(device_id))
			.filter(([name]) => name.startsWith('can_simulate_'))
			.map(([name, value]) => [name.replace('can_simulate_', ''), value]),
	);

const codeOn = async (device_id: string) => {
	const code = await calls.call<Code>(
		'/access_codes/create',
		{ device_id, code: '700100' },
		'access_code',
	);
	await clock.advanceBy(2_000);
	return async () =>
		(
			await calls.call<Code>(
				'/access_codes/get',
				{ access_code_id: code.access_code_id },
				'access_code',
			)
		).status;
};

describe('simulating on a device', () => {
	it.each([
		[
			'disconnect',
			'connect',
			room103,
			'device_disconnected',
			{ event_type: 'device.disconnected', error_code: 'device_disconnected' },
		],
		['remove', 'connect', room103, 'device_removed', { event_type: 'device.removed' }],
		[
			'disconnect_from_hub',
			'connect_to_hub',
			room201,
			'hub_disconnected',
			{ event_type: 'device.disconnected', error_code: 'hub_disconnected' },
		],
	])('%s takes it offline until %s, and codes wait', async (away, back, id, errorCode, event) => {
		await simulate(away, id);
		expect(await stateOf(id)).toEqual([false, [errorCode]]);
		const status = await codeOn(id);
		expect(await status()).not.toBe('set');
		await simulate(back, id);
		await clock.advanceBy(2_000);
		expect([await stateOf(id), await status()]).toEqual([[true, []], 'set']);
		const told = await calls.events({
			event_types: ['device.disconnected', 'device.removed', 'device.connected'],
		});
		expect(told).toMatchObject([
			{ ...event, device_id: id },
			{ event_type: 'device.connected', device_id: id },
		]);
	});

	it('stays offline while something else keeps it there, and tells once that it is back', async () => {
		await simulate('disconnect', frontDoor);
		await simulate('disconnect_from_hub', frontDoor);
		await simulate('connect', frontDoor);
		expect(await stateOf(frontDoor)).toEqual([false, ['hub_disconnected']]);
		await simulate('connect_to_hub', frontDoor);
		await simulate('connect_to_hub', frontDoor);
		expect(await stateOf(frontDoor)).toEqual([true, []]);
		expect(await calls.events({ event_type: 'device.connected' })).toHaveLength(1);
	});

	it('lets a subscription run out and be paid, which the device shows a while later, once', async () => {
		const online = { online: true };
		await callSandbox(sandbox, '/_sandbox/devices/connect', { device_id: garage });
		for (const is_expired of [true, true, false]) {
			await simulate('paid_subscription', garage, { is_expired });
			await clock.advanceBy(2_000);
			expect(await get(garage)).toMatchObject({
				errors: is_expired ? [{ error_code: 'subscription_required' }] : [],
				properties: online,
			});
		}
		expect((await calls.events({ device_id: garage })).slice(1)).toMatchObject([
			{
				event_type: 'device.error.subscription_required',
				device_errors: [{ error_code: 'subscription_required' }],
				device_warnings: [],
			},
			{ event_type: 'device.error.subscription_required.resolved' },
		]);
	});

	it('shows by its flags what can be simulated now, in a sandbox workspace alone', async () => {
		const plugged = { connection: false, disconnection: true, removal: true };
		expect(await flagsOf(frontDoor)).toEqual({
			...plugged,
			hub_connection: false,
			hub_disconnection: true,
		});
		expect([await flagsOf(room101), await flagsOf(poolGate), await flagsOf(garage)]).toEqual([
			{},
			{ hub_disconnection: true },
			{ paid_subscription: true },
		]);
		await simulate('remove', room103);
		expect(await flagsOf(room103)).toEqual({
			connection: true,
			disconnection: false,
			removal: false,
		});
		const { body } = await callSandbox<{ device: object }>(
			sandbox,
			'/devices/get',
			{ device_id: hotel.otherWorkspace.device },
			{ apiKey: sandbox.apiKeys.other },
		);
		expect(Object.keys(body.device).filter((name) => name.startsWith('can_simulate_'))).toEqual([]);
	});
});

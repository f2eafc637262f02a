import type { Conversions } from '../../sandbox/faults/conversions';
import { hotel } from '../../sandbox/fixtures/hotel';
import { startHttpServer } from '../support/httpServer';
import { callSandbox } from './callSandbox';
import { sandbox, useFreshSandbox } from './freshSandbox';

useFreshSandbox();

const look = async (path: string) =>
	(await callSandbox(sandbox, `/_sandbox/${path}`, {}, { method: 'GET', apiKey: null })).body;
const steer = async (path: string, body: object = {}) =>
	(await callSandbox(sandbox, `/_sandbox/${path}`, body, { apiKey: null })).body;

it('shows what the workspaces hold', async () => {
	expect(await look('state')).toMatchObject({
		workspaces: [
			{
				name: 'Hotel',
				devices: 12,
				unmanaged_access_codes: 28,
				managed_access_codes: 4,
				pending_action_attempts: 0,
				events: 0,
				webhooks: 0,
			},
			{ name: 'Cleaning Company', devices: 1, unmanaged_access_codes: 1, managed_access_codes: 1 },
		],
	});
});

it('tells in numbers what clients asked, in all and by path', async () => {
	sandbox.faults.next('/workspaces/get', { kind: 'outage' });
	sandbox.faults.next('/workspaces/get', { kind: 'cut' });
	await callSandbox(sandbox, '/workspaces/get');
	await callSandbox(sandbox, '/workspaces/get').catch(() => undefined);
	await callSandbox(sandbox, '/devices/list');
	await callSandbox(sandbox, '/devices/list');
	expect(await look('requests/summary')).toEqual({
		requests: 4,
		max_in_flight: 1,
		by_status: { 200: 2, 503: 1, cut: 1 },
		by_path: {
			'/workspaces/get': { requests: 2, max_in_flight: 1, by_status: { 503: 1, cut: 1 } },
			'/devices/list': { requests: 2, max_in_flight: 1, by_status: { 200: 2 } },
		},
	});
});

it('tells of each code what became of the requests to convert it', async () => {
	const { failsToConvert, convertible } = hotel.unmanagedCodes;
	const convert = async (id: string) =>
		await callSandbox(sandbox, '/access_codes/unmanaged/convert_to_managed', {
			access_code_id: id,
			sync: true,
		});
	sandbox.faults.next('/access_codes/unmanaged/convert_to_managed', { kind: 'internalError' });
	for (const id of [convertible, convertible, failsToConvert]) await convert(id);
	sandbox.faults.next('/access_codes/unmanaged/convert_to_managed', {
		kind: 'attemptStaysPending',
	});
	await convert(hotel.unmanagedCodes.timeBound);

	const { codes, pending_by_device: pending } = (await look(
		'conversions',
	)) as unknown as Conversions;
	expect(codes).toHaveLength(32);
	expect(codes.filter(({ answers }) => answers.length > 0)).toEqual([
		{
			access_code_id: convertible,
			device_id: hotel.devices.room101,
			is_managed: true,
			answers: [500, 200],
			converted: 1,
			failed: 0,
		},
		{
			access_code_id: hotel.unmanagedCodes.timeBound,
			device_id: hotel.devices.room102,
			is_managed: false,
			answers: [200],
			converted: 0,
			failed: 0,
		},
		{
			access_code_id: failsToConvert,
			device_id: hotel.devices.room104,
			is_managed: false,
			answers: [200],
			converted: 0,
			failed: 1,
		},
	]);
	expect(pending).toEqual({ [hotel.devices.room102]: 1 });
});

it('changes settings, and refuses unknown ones', async () => {
	expect(await steer('settings', { convertAnswer: 'okOnly' })).toMatchObject({
		settings: { convertAnswer: 'okOnly' },
	});
	expect(sandbox.settings.convertAnswer).toBe('okOnly');
	expect(await steer('settings', { convertAnswr: 'okOnly' })).toMatchObject({ statusCode: 400 });
});

it('scripts and clears faults, and refuses unknown kinds', async () => {
	const statusOfList = async () => (await callSandbox(sandbox, '/devices/list')).status;
	await steer('faults', {
		path: '/devices/list',
		fault: { kind: 'status', status: 503, body: '' },
	});
	expect([await statusOfList(), await statusOfList()]).toEqual([503, 200]);
	await steer('faults', { path: '*', fault: { kind: 'outage' }, always: true });
	expect(await statusOfList()).toBe(503);
	await steer('faults/clear');
	expect(await statusOfList()).toBe(200);
	expect(await steer('faults', { path: '*', fault: { kind: 'earthquake' } })).toMatchObject({
		statusCode: 400,
	});
});

it('emits events and shows webhooks and deliveries, without secrets', async () => {
	let status = 500;
	const receiver = await startHttpServer(() => ({ status }));
	try {
		await callSandbox(sandbox, '/webhooks/create', { url: receiver.url });
		const emitted = await steer('events', {
			event_type: 'device.connected',
			device_id: hotel.devices.spa,
		});
		await sandbox.settleDeliveries();
		expect(emitted.event).toMatchObject({
			event_type: 'device.connected',
			device_id: hotel.devices.spa,
		});
		expect(await look('deliveries')).toMatchObject({ deliveries: [{ attempt: 1, status: 500 }] });
		status = 200;
		expect(await steer('deliveries/retry')).toMatchObject({
			deliveries: [{ status: 500 }, { attempt: 2, status: 200, next_attempt_at: null }],
		});
		expect(await look('webhooks')).toEqual({
			webhooks: [
				{
					webhook_id: expect.any(String) as string,
					url: receiver.url,
					event_types: ['*'],
					workspace_id: '10000000-0000-4000-8000-000000000001',
				},
			],
		});
	} finally {
		await receiver.stop();
	}
});

it('resets everything', async () => {
	await callSandbox(sandbox, '/access_codes/unmanaged/delete', {
		access_code_id: hotel.unmanagedCodes.convertible,
		sync: true,
	});
	await callSandbox(sandbox, '/webhooks/create', { url: 'http://127.0.0.1:9/' });
	await steer('settings', { attemptDurationMs: 5 });
	await steer('faults', { path: '*', fault: { kind: 'outage' }, always: true });
	await steer('reset');
	expect(await look('state')).toMatchObject({
		workspaces: [{ unmanaged_access_codes: 28, events: 0, webhooks: 0 }, {}],
	});
	expect([sandbox.settings.attemptDurationMs, sandbox.requests.count()]).toEqual([2_000, 0]);
	expect((await callSandbox(sandbox, '/devices/list')).status).toBe(200);
});

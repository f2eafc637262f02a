import type { Sandbox } from '../../sandbox/createSandbox';
import { hotel } from '../../sandbox/fixtures/hotel';
import { byId } from '../support/service/byId';
import { anyText, call, done, type Dossiers, theRecord } from './dossier';

const { room201, room202 } = hotel.devices;
const giveUp = async (sandbox: Sandbox) =>
	await call(sandbox, '/devices/update', { device_id: room202, is_managed: false });

export const unmanagedDevice: Dossiers = {
	get: {
		'gets a device by its ID': async (sandbox) => {
			await giveUp(sandbox);
			return {
				parameters: { deviceId: byId(room202) },
				sends: { device_id: room202 },
				items: [
					{
						device_id: room202,
						display_name: 'Room 202',
						device_type: 'ttlock_lock',
						manufacturer: 'ttlock',
						online: true,
						battery_level: 0.9,
						connected_account_id: anyText,
						created_at: '2026-01-15T10:03:22.000Z',
						error_codes: [],
						workspace_id: anyText,
					},
				],
			};
		},
	},
	getAll: {
		'lists only unmanaged devices': async (sandbox) => {
			await giveUp(sandbox);
			return {
				parameters: {
					filters: { search: 'room', deviceIds: `${room201}, ${room202}` },
					output: 'raw',
				},
				sends: { search: 'room', device_ids: [room201, room202] },
				items: theRecord({ device_id: room202 }),
			};
		},
		'sends every filter under its name on the wire': {
			parameters: {
				filters: {
					connectWebviewId: hotel.spaces.suite,
					connectedAccountId: hotel.spaces.suite,
					createdBefore: '2026-02-01T00:00:00.000Z',
					customerKey: 'guest-house',
					deviceTypes: ['august_lock'],
					manufacturer: 'august',
				},
			},
			sends: {
				connect_webview_id: hotel.spaces.suite,
				connected_account_id: hotel.spaces.suite,
				created_before: '2026-02-01T00:00:00.000Z',
				customer_key: 'guest-house',
				device_types: ['august_lock'],
				manufacturer: 'august',
			},
			items: [],
		},
	},
	convertToManaged: {
		'converts a device': async (sandbox) => {
			await giveUp(sandbox);
			return {
				parameters: { deviceId: byId(room202) },
				sends: { device_id: room202, is_managed: true },
				items: [done('converted', { device_id: room202 })],
			};
		},
	},
};

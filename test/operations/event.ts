import type { INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { byId } from '../support/service/byId';
import type { Body, Dossiers, PreparedCase } from './dossier';

const { frontDoor, room101 } = hotel.devices;
const id = (number: number) => `de51ce00-0000-4000-8000-00000000000${number}`;

/** An event at the front door, before another one at Room 101. */
const latest =
	(sends: Body, parameters: INodeParameters): PreparedCase =>
	async (sandbox) => {
		const emitted = sandbox.emitEvent({ event_type: 'lock.locked', device_id: frontDoor });
		sandbox.emitEvent({ event_type: 'lock.unlocked', device_id: room101 });
		return { parameters, sends, items: [emitted] };
	};

export const event: Dossiers = {
	get: {
		'gets an event by its ID': async (sandbox) => {
			const emitted = sandbox.emitEvent({
				event_type: 'access_code.unmanaged.converted_to_managed',
				access_code_id: hotel.unmanagedCodes.convertible,
				device_id: room101,
			});
			return {
				parameters: { eventId: emitted.event_id },
				sends: { event_id: emitted.event_id },
				items: [emitted],
			};
		},
		'gets the latest event of a type at a device': latest(
			{ event_type: 'lock.locked', device_id: frontDoor },
			{ findBy: 'typeAndDevice', eventType: 'lock.locked', deviceId: byId(frontDoor) },
		),
	},
	getAll: {
		'lists the events, the newest first': async (sandbox) => {
			const [first, second] = [frontDoor, room101].map((device_id, index) =>
				sandbox.emitEvent({
					event_type: 'device.connected',
					device_id,
					created_at: `2026-01-0${index + 2}T00:00:00.000Z`,
				}),
			);
			return {
				parameters: { since: '2026-01-01T00:00:00Z', returnAll: true },
				sends: { since: '2026-01-01T00:00:00.000Z' },
				items: [second, first],
			};
		},
		'lists the events of a period': {
			parameters: { since: '2030-01-31T15:00:00Z', until: '2030-01-31T16:00:00Z' },
			sends: { between: ['2030-01-31T15:00:00.000Z', '2030-01-31T16:00:00.000Z'] },
			items: [],
		},
		'sends every filter under its name on the wire': {
			parameters: {
				since: '2020-01-01T00:00:00Z',
				filters: {
					accessCodeIds: byId(`${id(1)}, ${id(2)}`),
					accessGrantIds: byId(`={{ ['${id(3)}'] }}`),
					accessGroupId: byId(id(4)),
					accessMethodIds: id(5),
					accessSystemIds: id(6),
					accessSystemUserId: id(7),
					connectWebviewId: id(8),
					connectedAccountId: id(9),
					credentialId: id(1),
					customerKey: 'owner-1',
					deviceIds: [room101],
					encoderId: id(2),
					entranceId: id(3),
					eventIds: id(4),
					eventTypes: ['lock.locked'],
					spaceIds: id(5),
					userIdentityId: id(6),
				},
			},
			sends: {
				since: '2020-01-01T00:00:00.000Z',
				access_code_ids: [id(1), id(2)],
				access_grant_ids: [id(3)],
				access_method_ids: [id(5)],
				acs_access_group_id: id(4),
				acs_credential_id: id(1),
				acs_encoder_id: id(2),
				acs_entrance_id: id(3),
				acs_system_ids: [id(6)],
				acs_user_id: id(7),
				connect_webview_id: id(8),
				connected_account_id: id(9),
				customer_key: 'owner-1',
				device_ids: [room101],
				event_ids: [id(4)],
				event_types: ['lock.locked'],
				space_ids: [id(5)],
				user_identity_id: id(6),
			},
			items: [],
		},
	},
};

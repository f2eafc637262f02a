import { hotel } from '../../sandbox/fixtures/hotel';
import { byId } from '../support/service/byId';
import { workspaceIds } from '../../sandbox/fixtures/workspaces';
import { anyText, type Dossiers, theRecord, theRecords } from './dossier';

const system = { accessSystemId: byId(hotel.accessSystem) };

export const accessSystem: Dossiers = {
	get: {
		'gets an access system': {
			parameters: system,
			sends: { acs_system_id: hotel.accessSystem },
			items: [
				{
					acs_system_id: hotel.accessSystem,
					name: 'Hotel Access System',
					external_type: 'salto_space_system',
					external_type_display_name: 'Salto Space system',
					connected_account_id: anyText,
					acs_user_count: 2,
					acs_access_group_count: 3,
					created_at: '2026-01-15T10:00:01.000Z',
				},
			],
		},
	},
	getAll: {
		'lists all access systems': {
			parameters: { returnAll: true, output: 'raw' },
			sends: {},
			items: theRecords(
				{ acs_system_id: hotel.accessSystem },
				{ acs_system_id: hotel.assignmentSystem },
			),
		},
		'sends every filter under its name on the wire': {
			parameters: {
				filters: { connectedAccountId: hotel.spaces.suite, customerKey: 'owner-7', search: 'gym' },
			},
			sends: { connected_account_id: hotel.spaces.suite, customer_key: 'owner-7', search: 'gym' },
			items: [],
		},
	},
	getManagers: {
		'lists the systems that issue mobile keys for another': async (sandbox) => {
			const access = sandbox.state.workspaces.get(workspaceIds.main)?.access;
			access?.accessSystems.update(hotel.assignmentSystem, { is_credential_manager: true });
			return {
				parameters: { ...system, returnAll: true, output: 'raw' },
				sends: { acs_system_id: hotel.accessSystem },
				items: theRecord({ acs_system_id: hotel.assignmentSystem }),
			};
		},
	},
};

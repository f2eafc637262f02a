import { n8nNode, type Position, type WorkflowPart } from './workflow';

/** All columns of the data table *Stays*, as *Guest messages* creates them: first what a host looks for. */
const COLUMNS =
	'stay_key guest_name told_at host_message contact language guest_email guest_phone guest_language host_told_at ends_at system conversation_id told host_told page_key page_for page_used_at left_at'.split(
		' ',
	);

/** What cannot be assigned to a stay has a row of its own, named by its message. */
const KEY = '={{ $json.stay_key ?? $json.host_message }}';

const TABLE = { __rl: true, mode: 'name', value: 'Stays' };

/** Writes a row for each stay. What a host edits by hand stays. */
export function rememberStays([x, y]: Position, system: string): WorkflowPart {
	const values = {
		stay_key: KEY,
		guest_name: '={{ $json.guest_name }}',
		system,
		conversation_id: '={{ $json.conversation_id }}',
		guest_email: '={{ $json.guest_email }}',
		guest_phone: '={{ $json.guest_phone }}',
		guest_language: '={{ $json.guest_language }}',
		host_message: '={{ $json.host_message }}',
		ends_at: '={{ $json.ends_at }}',
	};
	return {
		nodes: [
			n8nNode(
				'Create the table',
				'dataTable',
				1,
				[x, y - 180],
				{
					resource: 'table',
					operation: 'create',
					tableName: 'Stays',
					columns: { column: COLUMNS.map((name) => ({ name, type: 'string' })) },
					options: { createIfNotExists: true },
				},
				{ executeOnce: true },
			),
			n8nNode('Remember the stay', 'dataTable', 1, [x, y], {
				resource: 'row',
				operation: 'upsert',
				dataTableId: TABLE,
				matchType: 'allConditions',
				filters: { conditions: [{ keyName: 'stay_key', condition: 'eq', keyValue: KEY }] },
				columns: {
					mappingMode: 'defineBelow',
					value: values,
					matchingColumns: [],
					schema: Object.keys(values).map((id) => ({
						id,
						displayName: id,
						required: false,
						defaultMatch: false,
						display: true,
						type: 'string',
						readOnly: false,
						removed: false,
					})),
				},
				options: {},
			}),
		],
		connections: {},
		// n8n executes what is above first.
		first: ['Create the table', 'Remember the stay'],
	};
}

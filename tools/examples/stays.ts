import { createTable, upsertRow } from './dataTable';
import type { Position, WorkflowPart } from './workflow';

/**
 * All columns of the data table *Stays*, which has one row for each stay: first what a host looks for. n8n adds no column to
 * a table that is there.
 */
export const STAYS_COLUMNS = [
	'stay_key',
	'guest_name',
	'rooms',
	'arrival',
	'departure',
	'told_at',
	'told_to',
	'host_message',
	'contact',
	'language',
	'guest_email',
	'guest_phone',
	'guest_language',
	'ends_at',
	'system',
	'conversation_id',
	// What was told, and what is being sent: see nodes/DeviceAccess/reservations/message/.
	'told',
	'marked',
	'marked_at',
	'failed',
	'host_told',
	'host_told_at',
	'host_marked_at',
	'contact_for',
	'page_key',
	'page_for',
	'page_used_at',
	'left_at',
	'left_for',
	// Only in the row of a system, whose `stay_key` is its key prefix.
	'compared_at',
] as const;

/** What the bookings of some systems say. A test compares it with `formats/`. */
const SAID_BY: Readonly<Record<string, readonly string[]>> = {
	conversation_id: ['guesty', 'lodgify'],
	guest_language: [
		'apaleo',
		'beds24',
		'guesty',
		'hospitable',
		'hostaway',
		'lodgify',
		'mews',
		'smoobu',
	],
};

const KEY = '={{ $json.host_row }}';

/** Writes a row for each stay. What a host edits by hand stays. */
export function rememberStays([x, y]: Position, system: string): WorkflowPart {
	return {
		nodes: [
			createTable('Create the table', [x, y - 180], 'Stays', STAYS_COLUMNS),
			upsertRow('Remember the stay', [x, y], 'Stays', [['stay_key', 'eq', KEY]], {
				stay_key: KEY,
				guest_name: '={{ $json.guest_name }}',
				rooms: "={{ $json.rooms?.join(', ') }}",
				arrival: '={{ $json.arrival }}',
				departure: '={{ $json.departure }}',
				system,
				guest_email: '={{ $json.guest_email }}',
				guest_phone: '={{ $json.guest_phone }}',
				...Object.fromEntries(
					Object.entries(SAID_BY)
						.filter(([, systems]) => systems.includes(system))
						.map(([column]) => [column, `={{ $json.${column} }}`]),
				),
				host_message: '={{ $json.host_message }}',
				ends_at: '={{ $json.ends_at }}',
			}),
		],
		connections: {},
		// n8n executes what is above first.
		first: ['Create the table', 'Remember the stay'],
	};
}

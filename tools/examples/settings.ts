import { createTable, getRows, writeRows } from './dataTable';
import { ifTrue, n8nNode, type Position, type WorkflowPart } from './workflow';

/** The columns of the data table *Settings*, which has one row: what a host enters once for all workflows. */
export const SETTINGS_COLUMNS = [
	'host_email',
	'key_prefixes',
	'guest_page',
	'time_zone',
	'hours_before_arrival',
	'language',
	'send_by',
	'only_arrivals_after',
	'most_told_at_once',
	'spare_pin_to',
	'keep_visits_days',
] as const;

/**
 * Makes and reads the table, and goes on to `next` once the host's address is entered. Until then, the
 * execution makes a row to enter it in, and fails with what to do.
 */
export function settings([x, y]: Position, next: string[]): WorkflowPart {
	return {
		nodes: [
			createTable('Create the table Settings', [x, y], 'Settings', SETTINGS_COLUMNS),
			getRows('Settings', [x + 220, y], 'Settings', [], {
				limit: 1,
				executeOnce: true,
				alwaysOutputData: true,
			}),
			ifTrue(
				'Is your address entered?',
				[x + 440, y],
				['={{ $json.host_email }}', 'string', 'notEmpty'],
			),
			writeRows(
				'upsert',
				'Make the row',
				[x + 660, y + 160],
				'Settings',
				[['host_email', 'isEmpty']],
				{ host_email: '' },
			),
			n8nNode('Enter your address', 'stopAndError', 1, [x + 880, y + 160], {
				errorMessage:
					'Enter your email address in the data table "Settings", in the column host_email. Then execute this workflow again.',
			}),
		],
		connections: {
			'Create the table Settings': [['Settings']],
			Settings: [['Is your address entered?']],
			'Is your address entered?': [next, ['Make the row']],
			'Make the row': [['Enter your address']],
		},
	};
}

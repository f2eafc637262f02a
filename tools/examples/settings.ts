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

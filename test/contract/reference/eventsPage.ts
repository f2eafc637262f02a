import { EVENT_GROUPS } from '../../../nodes/DeviceAccess/events/eventGroups';
import { EVENT_TYPES, EVENTS_OF_ACCESS_AT_RISK } from '../../../nodes/DeviceAccess/events/eventTypes';
import { prose, slug } from './prose';

/** What the events of a group have, next to what all have (facts 6). */
const ALSO_HAS: Readonly<Record<string, string>> = {
	'Access Code': 'Each also has `access_code_id`, `device_id` and `connected_account_id`. Those with a PIN in them obey *Mask PIN Codes*.',
	'Unmanaged Access Code': 'Each also has `access_code_id`, `device_id` and `connected_account_id`.',
	'Access Method': 'Each also has `access_method_id`, and the grants that it belongs to in `access_grant_ids` and `access_grant_keys`.',
	'Access System': 'Each also has `acs_system_id` and the ID of what it is about, such as `acs_entrance_id`.',
	'Action Attempt': 'Each also has `action_attempt_id`, `action_type` and `status`, and most have `device_id`. There is none for the conversion or deletion of codes: use the events of codes.',
	Device: 'Each also has `device_id` and `connected_account_id`.',
	Lock: 'Each also has `device_id` and `connected_account_id`.',
};

const wordsOf = new Map(EVENT_TYPES.map(({ value, name }) => [value, name]));

/** Every event type by group: its label, its value, what it means, and the triggers that offer it. */
export function eventsPage(offers: ReadonlyArray<{ trigger: string; values: ReadonlySet<string> }>, note: string): string {
	const offeredBy = (value: string) => offers.filter(({ values }) => values.has(value)).map(({ trigger }) => trigger);
	const isEverywhere = EVENT_TYPES.every(({ value }) => offeredBy(value).length === offers.length);
	return [
		'# Events',
		'',
		note,
		'',
		`What can start a workflow. Choose events under *Trigger On* of the [triggers](reference/triggers.md); past ones are listed by [Event: Get Many](reference/event.md#get-many). ${isEverywhere ? `Every event is offered by both: ${offers.map(({ trigger }) => `**${trigger}**`).join(' and ')}.` : 'The last column says which trigger offers an event.'}`,
		'',
		`*Access at Risk* stands for all events after which a guest could stand before a closed door: ${EVENTS_OF_ACCESS_AT_RISK.map((type) => `\`${type}\``).join(', ')}.`,
		'',
		'The service may send events that are not listed here. *All Events* lets them through, and *Additional Event Types* takes their names, as the service writes them. These are named by the service in some places and missing in others: `access_code.issued`, `access_code.delay_in_issuing`, `access_code.failed_to_issue`, `access_code.failed_to_update`, `access_code.failed_to_expire`, `access_code.failed_to_remove`. A service that does not know a type can refuse it: the message then names it when you publish, and a polling trigger that is published already goes on with the other types and says so.',
		'',
		'Every event has `event_id`, `event_type`, `created_at` (when it was noted), `occurred_at` (when it happened) and `workspace_id`, and most have `event_description`, a sentence of the service. Events about devices and codes may have the metadata of your own, in `device_custom_metadata` and `connected_account_custom_metadata`. IDs let you look up the rest: give `device_id` to *Device: Get*, for example.',
		'',
		EVENT_GROUPS.map(({ name }) => `[${name}](#${slug(name)})`).join(' · '),
		'',
		...EVENT_GROUPS.flatMap(({ name: group, types }) => [
			`## ${group}`,
			'',
			...(ALSO_HAS[group] ? [ALSO_HAS[group], ''] : []),
			`| Event | What has happened | Value |${isEverywhere ? '' : ' Offered by |'}`,
			`| --- | --- | --- |${isEverywhere ? '' : ' --- |'}`,
			...types
				.map(({ value, description }) => ({ value, label: wordsOf.get(value)?.slice(group.length + 2) ?? '', description }))
				.sort((a, b) => a.label.localeCompare(b.label))
				.map(({ value, label, description }) => `| ${label} | ${prose(description)} | \`${value}\` |${isEverywhere ? '' : ` ${offeredBy(value).join(', ')} |`}`),
			'',
		]),
	].join('\n');
}

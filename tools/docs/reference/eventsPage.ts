import {
	EVENT_GROUPS,
	EVENT_TYPES,
	EVENTS_OF_ACCESS_AT_RISK,
	MAIN_EVENT_TYPES,
} from '../../../nodes/DeviceAccess/events/eventTypes';
import { prose, slug } from './prose';

/** The fields of the events of a group, in addition to those of all events. */
const ALSO_HAS: Readonly<Record<string, string>> = {
	'Access Code':
		'Each also has `access_code_id`, `device_id` and `connected_account_id`. *Mask PINs* hides PINs in them.',
	'Unmanaged Access Code':
		'Each also has `access_code_id`, `device_id` and `connected_account_id`.',
	'Access Grant': 'Each also has `access_grant_id`.',
	'Access Method':
		'Each also has `access_method_id`, and the IDs and keys of its grants in `access_grant_ids` and `access_grant_keys`.',
	'Access System':
		'Each also has `acs_system_id` and the ID of its subject, such as `acs_entrance_id`.',
	'Action Attempt':
		'Each also has `action_attempt_id`, `action_type` and `status`, and most have `device_id`. Converting or deleting an access code sends no such event: use the events of access codes.',
	'Connected Account': 'Each also has `connected_account_id`.',
	Device: 'Each also has `device_id` and `connected_account_id`.',
	Lock: 'Each also has `device_id` and `connected_account_id`.',
};

const wordsOf = new Map(EVENT_TYPES.map(({ value, name }) => [value, name]));

/** Every event type by group: its label, its value, its meaning, and the triggers that offer it. */
export function eventsPage(
	offers: ReadonlyArray<{ trigger: string; values: ReadonlySet<string> }>,
	note: string,
): string {
	const offeredBy = (value: string) =>
		offers.filter(({ values }) => values.has(value)).map(({ trigger }) => trigger);
	const isEverywhere = EVENT_TYPES.every(({ value }) => offeredBy(value).length === offers.length);
	return [
		'# Events',
		'',
		note,
		'',
		`Look up the events that can start a workflow. The [triggers](reference/triggers.md) offer the most used ones under *Trigger On*, marked with ★ below, and all others under *More Events*. [Get many events](reference/event.md#get-many) lists past events. ${isEverywhere ? `Both triggers offer every event: ${offers.map(({ trigger }) => `**${trigger}**`).join(' and ')}.` : 'The last column says which trigger offers an event.'}`,
		'',
		`*Access at Risk* stands for these events, after which a guest might not get in: ${EVENTS_OF_ACCESS_AT_RISK.map((type) => `\`${type}\``).join(', ')}. For access codes without a grant, also choose \`access_code.failed_to_set_on_device\` and \`access_code.delay_in_setting_on_device\`.`,
		'',
		"The service may send events that are not listed here. Choose *All Events* to get them too, or enter their names under *Additional Event Types*. These include the events of thermostats, noise sensors, cameras, phones and enrollment automations, such as `thermostat.temperature_changed`. The service's documentation mentions these only in some places: `access_code.issued`, `access_code.delay_in_issuing`, `access_code.failed_to_issue`, `access_code.failed_to_update`, `access_code.failed_to_expire`, `access_code.failed_to_remove`, `access_code.failed_to_delete`. If the service does not know a type, you cannot publish the workflow, and the message names the type. If the service stops accepting a type later, each check of a published polling trigger fails and names the type, until you remove it or the service accepts it again. Nothing is lost.",
		'',
		'Every event has `event_type`, `occurred_at` (when it happened), `created_at` (when the service recorded it), `event_id` and `workspace_id`. Most have `event_description`, a sentence from the service. Events about devices and access codes may have your own metadata, in `device_custom_metadata` and `connected_account_custom_metadata`. Use the IDs to look up the rest. For example, pass `device_id` to *Get device*.',
		'',
		EVENT_GROUPS.map(({ name }) => `[${name}](#${slug(name)})`).join(' · '),
		'',
		...EVENT_GROUPS.flatMap(({ name: group, types }) => [
			`## ${group}`,
			'',
			...(ALSO_HAS[group] ? [ALSO_HAS[group], ''] : []),
			`| Event | What happened | Value |${isEverywhere ? '' : ' Offered by |'}`,
			`| --- | --- | --- |${isEverywhere ? '' : ' --- |'}`,
			...types
				.map(({ value, description }) => ({
					value,
					label: wordsOf.get(value)?.slice(group.length + 2) ?? '',
					description,
				}))
				.sort((a, b) => a.label.localeCompare(b.label))
				.map(
					({ value, label, description }) =>
						`| ${label}${MAIN_EVENT_TYPES.includes(value) ? ' ★' : ''} | ${prose(description)} | \`${value}\` |${isEverywhere ? '' : ` ${offeredBy(value).join(', ')} |`}`,
				),
			'',
		]),
	].join('\n');
}

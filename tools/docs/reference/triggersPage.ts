import type { INodeTypeDescription } from 'n8n-workflow';
import { EVENT_ITEM } from '../../schemas/items';
import { fieldList } from './fieldList';
import { SHARED_FIELDS, shareFields } from './sharedFields';

/** The behavior of each trigger that its fields do not show, by the name of the node. */
const BEHAVIOUR: Readonly<Record<string, readonly string[]>> = {
	deviceAccessTrigger: [
		'Starts the workflow immediately when an event happens. The service calls n8n, so it must be able to reach the address of your n8n. When you publish the workflow, the node registers its webhook with the service. When you unpublish it, the node removes the webhook. With *Automatic*, *Execute step* registers another webhook for the test, which does not affect the published workflow.',
		'The node checks the signature of every delivery. A delivery that is not from the service, or comes too late, starts nothing. A delivery that the service repeats within 30 hours does not start the workflow twice. [Scaling](../scaling.md#several-webhook-processes) lists the exceptions.',
		'If the node cannot check deliveries because its registration was lost or replaced, it registers again, at most once every five minutes in each n8n process. The next item says so in `trigger_message`. If you delete the webhook at the service, no delivery comes: unpublish the workflow and publish it again. A workflow that you copy to another n8n registers its own webhook there and leaves the original alone.',
	],
	deviceAccessPollingTrigger: [
		"At each check, starts the workflow once with all new events: one item per event, oldest first. n8n asks the service for new events at the times that you set under *Poll Times*, which is one of n8n's own fields. Your n8n needs no public address.",
		'The trigger starts from the moment when you first publish the workflow. Events from times when n8n was down or the workflow was unpublished come with the next check. *Fetch Test Event* returns the newest matching event.',
		'When you choose more events or devices, they count from a few minutes before the last check, like the others: of the checks that n8n remembers, which are the first after you publish and those that returned an event. If the trigger was quiet for weeks, add a trigger of its own for what you choose. If you remove the trigger and add it again under the same name, it resumes where it stopped, as long as it returned an event in the last day. Otherwise, it starts from the moment when you publish the workflow. The same happens if you rename the trigger, or choose a credential for another workspace: look for missed events with *Get many events*.',
	],
};

const EVENTS_HAVE =
	'Every event has `event_type`, `occurred_at`, `created_at`, `event_id` and `workspace_id`. Most have `event_description`, a sentence from the service. Events about devices and codes also have `device_id` and `connected_account_id`. Those about codes have `access_code_id`, too.';

/** Throws for a field of an event that the sentences leave out. */
function whatEventsHave(): string {
	const missing = Object.keys(EVENT_ITEM.properties).filter(
		(key) => !EVENTS_HAVE.includes(`\`${key}\``),
	);
	if (missing.length > 0) throw new Error(`Say which events have ${missing.join(', ')}`);
	return EVENTS_HAVE;
}

/** The page of both triggers: when to use which, their fields, and their output. */
export function triggersPage(descriptions: readonly INodeTypeDescription[], note: string): string {
	const fields = descriptions.map(({ properties }) => fieldList(properties));
	const shared = shareFields(fields);
	return [
		'# Triggers',
		'',
		note,
		'',
		'Both triggers start a workflow when something happens, such as a converted access code or a lock that goes offline, and both return the same items. Use the **Device Access Trigger** to start the workflow immediately. Use the **Device Access Polling Trigger** if the service cannot reach your n8n. For a walkthrough, see [React to events](../guides/react-to-events.md).',
		'',
		...descriptions.flatMap((description, index) => [
			...triggerSection(description, shared.without(fields[index] ?? [])),
			'',
		]),
		`## ${SHARED_FIELDS}`,
		'',
		...shared.lines,
		'',
		'## Output',
		'',
		`One item per event, with all its fields. What happened and when comes first, then names and your own keys. IDs come last. ${whatEventsHave()} [Events](../events.md) lists what else each event has.`,
		'',
		'The polling trigger returns events oldest first. The instant trigger starts one execution per event. A retried delivery comes late, so use `occurred_at` to put events in order.',
		'',
		'*Include Access Code* adds `access_code`, the full record of the access code. *Include Device Name* adds `device_name`. If the node cannot read one of them, it is empty, and `access_code_message` or `device_name_message` says why.',
		'',
		'[All resources](README.md)',
		'',
	].join('\n');
}

const triggerSection = (
	{ displayName, name }: INodeTypeDescription,
	fields: readonly string[],
): string[] => [
	`## ${displayName}`,
	'',
	...(BEHAVIOUR[name] ?? []).flatMap((paragraph) => [paragraph, '']),
	'**Fields**',
	'',
	...fields,
];

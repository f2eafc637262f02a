import type { INodeTypeDescription } from 'n8n-workflow';
import { schemaOf } from '../../support/outputSchemas';
import { fieldList } from './fieldList';
import { prose } from './prose';

/** What each of the two does that no field of it tells, by the name of the node. */
const BEHAVIOUR: Readonly<Record<string, readonly string[]>> = {
	deviceAccessTrigger: [
		'The service calls n8n, so it must be able to reach the address of your n8n from outside. When you publish the workflow the node registers its webhook at the service, and when you unpublish it the node removes it. *Execute workflow* registers another one for the test, which does not disturb the published workflow.',
		'The signature of every delivery is checked. What does not come from the service, or comes too late, starts nothing. A delivery that the service repeats within 30 hours starts nothing twice; [Scaling](../scaling.md#several-webhook-processes) tells the exceptions.',
		'Should its registration at the service be lost or replaced, the node registers again by itself, at most once in five minutes, and the next item says so in `trigger_message`. A workflow that is copied to another n8n registers there by itself and leaves the registration of the original.',
	],
	deviceAccessPollingTrigger: [
		"n8n asks the service for new events at the times that you set under *Poll Times*, which is a field of n8n's own. Nothing has to reach your n8n from outside.",
		'It starts from the moment in which the workflow is published for the first time. Events from times in which n8n was down, or the workflow was not published, come with the next check. *Execute workflow* shows the newest event that fits.',
		'When you change which events or which devices you want, what you newly choose counts from the moment in which you publish the change. A trigger that you remove and add again under its name goes on where it stood within a day; after that it starts from the moment in which the workflow is then published. With a credential of another workspace it starts from then, too.',
	],
};

/** Both triggers: when to use which, their fields, and what comes out. */
export function triggersPage(descriptions: readonly INodeTypeDescription[], note: string): string {
	const keys = Object.keys(schemaOf().properties ?? {}).map((key) => `\`${key}\``);
	return [
		'# Triggers',
		'',
		note,
		'',
		'A workflow begins with a trigger. Both triggers start it for events at the service, and both give the same items. Use the **Device Access Trigger** to be told at once, and the **Device Access Polling Trigger** where the service cannot reach your n8n. For a way through see [React to conversions](../guides/react-to-conversions.md).',
		'',
		...descriptions.flatMap((description) => [...triggerSection(description), '']),
		'## Output',
		'',
		`An item for each event, as the service gives it. Most events have ${keys.join(', ')}. The page [events](../events.md) says what each of them has besides.`,
		'',
		'With *Include Access Code* also `access_code`, the full record of the code; where it cannot be read that is empty, and `access_code_message` says why.',
		'',
		'[All resources](README.md)',
		'',
	].join('\n');
}

const triggerSection = ({ displayName, name, description, properties }: INodeTypeDescription): string[] => [
	`## ${displayName}`,
	'',
	prose(description),
	'',
	...(BEHAVIOUR[name] ?? []).flatMap((paragraph) => [paragraph, '']),
	'**Fields**',
	'',
	...fieldList(properties),
];

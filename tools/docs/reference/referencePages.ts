import type { INodePropertyOptions } from 'n8n-workflow';
import type { Page } from '../page';
import { DeviceAccessApi } from '../../../credentials/DeviceAccessApi.credentials';
// With .ts, because tsx would read the .node.json beside it.
import { DeviceAccessPollingTrigger } from '../../../nodes/DeviceAccess/DeviceAccessPollingTrigger.node.ts';
import { DeviceAccessTrigger } from '../../../nodes/DeviceAccess/DeviceAccessTrigger.node.ts';
import { resources } from '../../../nodes/DeviceAccess/resources';
import { credentialPage } from './credentialPage';
import { eventsPage } from './eventsPage';
import { indexPage } from './indexPage';
import { pageRecords } from './outputText';
import { slug } from './prose';
import { resourcePage } from './resourcePage';
import { triggersPage } from './triggersPage';

const NOTE = '<!-- Written by `npm run docs` from the nodes: change the texts there, not here. -->';

/** Every page of the reference, and the page of events, by path below `docs`. */
export function referencePages(): Page[] {
	const triggers = [
		new DeviceAccessTrigger().description,
		new DeviceAccessPollingTrigger().description,
	];
	const offers = triggers.map(({ displayName, properties }) => {
		const choices = properties
			.filter(({ name }) => name === 'triggerOn' || name === 'moreEvents')
			.flatMap(({ options }) => (options ?? []) as INodePropertyOptions[]);
		return { trigger: displayName, values: new Set(choices.map(({ value }) => String(value))) };
	});
	const records = pageRecords(resources);
	return [
		['reference/README.md', indexPage(resources, NOTE)],
		...resources.map((resource): Page => [
			`reference/${slug(resource.name)}.md`,
			resourcePage(resource, records, NOTE),
		]),
		['reference/triggers.md', triggersPage(triggers, NOTE)],
		['reference/credential.md', credentialPage(new DeviceAccessApi(), NOTE)],
		['events.md', eventsPage(offers, NOTE)],
	];
}

import type { ICredentialType, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';
import type { Resource } from '../../../nodes/DeviceAccess/operation/types';
import { credentialPage } from './credentialPage';
import { eventsPage } from './eventsPage';
import { indexPage } from './indexPage';
import { slug } from './prose';
import { resourcePage } from './resourcePage';
import { triggersPage } from './triggersPage';

/** The sources of the reference. */
export interface ReferenceSource {
	resources: readonly Resource[];
	triggers: readonly INodeTypeDescription[];
	credential: ICredentialType;
}

const NOTE = '<!-- Generated from the nodes: change the texts there, not here. -->';

/** Every page of the reference, and the page of events, by path below `docs`. */
export function referencePages({
	resources,
	triggers,
	credential,
}: ReferenceSource): Array<[path: string, page: string]> {
	const offers = triggers.map(({ displayName, properties }) => {
		const choices = properties
			.filter(({ name }) => name === 'triggerOn' || name === 'moreEvents')
			.flatMap(({ options }) => (options ?? []) as INodePropertyOptions[]);
		return { trigger: displayName, values: new Set(choices.map(({ value }) => String(value))) };
	});
	return [
		['reference/README.md', indexPage(resources, NOTE)],
		...resources.map((resource): [string, string] => [
			`reference/${slug(resource.name)}.md`,
			resourcePage(resource, NOTE),
		]),
		['reference/triggers.md', triggersPage(triggers, NOTE)],
		['reference/credential.md', credentialPage(credential, NOTE)],
		['events.md', eventsPage(offers, NOTE)],
	];
}

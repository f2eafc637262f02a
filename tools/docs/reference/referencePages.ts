import { DeviceAccessApi } from '../../../credentials/DeviceAccessApi.credentials';
// With .ts, because tsx would read the .node.json beside it.
import { DeviceAccessPollingTrigger } from '../../../nodes/DeviceAccess/DeviceAccessPollingTrigger.node.ts';
import { DeviceAccessTrigger } from '../../../nodes/DeviceAccess/DeviceAccessTrigger.node.ts';
import { resources } from '../../../nodes/DeviceAccess/resources';
import { type Page, withBlocks } from '../page';
import { eventsPage } from './eventsPage';
import { fieldList } from './fieldList';
import { indexPage } from './indexPage';
import { pageRecords } from './outputText';
import { slug } from './prose';
import { resourcePage } from './resourcePage';
import { SHARED_FIELDS, shareFields } from './sharedFields';

/** Every page of `docs` that is written from the nodes, or has lists and tables that are. */
export function referencePages(): Page[] {
	const records = pageRecords(resources);
	const fieldsOfCredential = fieldList(new DeviceAccessApi().properties);
	return [
		['reference/README.md', indexPage(resources)],
		...resources.map((resource): Page => [
			`reference/${slug(resource.name)}.md`,
			resourcePage(resource, records),
		]),
		['reference/triggers.md', triggersPage()],
		[
			'reference/credential.md',
			withBlocks('reference/credential.md', new Map([['**Fields**', fieldsOfCredential]])),
		],
		['events.md', eventsPage()],
	];
}

function triggersPage(): string {
	const triggers = [
		new DeviceAccessTrigger().description,
		new DeviceAccessPollingTrigger().description,
	].map(({ displayName, properties }) => ({ displayName, fields: fieldList(properties) }));
	const shared = shareFields(triggers.map(({ fields }) => fields));
	return withBlocks(
		'reference/triggers.md',
		new Map([
			...triggers.map(({ displayName, fields }): [string, string[]] => [
				displayName,
				shared.without(fields),
			]),
			[SHARED_FIELDS, shared.lines],
		]),
	);
}

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { DeviceAccessApi } from '../../credentials/DeviceAccessApi.credentials';
import { DeviceAccess } from '../../nodes/DeviceAccess/DeviceAccess.node';
import { DeviceAccessPollingTrigger } from '../../nodes/DeviceAccess/DeviceAccessPollingTrigger.node';
import { DeviceAccessTrigger } from '../../nodes/DeviceAccess/DeviceAccessTrigger.node';
import { shownFields } from '../support/engine/shownFields';
import { resources } from '../../nodes/DeviceAccess/resources';
import { EVENT_TYPES } from '../../nodes/DeviceAccess/events/eventTypes';
import { isEventType, slug } from '../../tools/docs/reference/prose';
import { SHARED_FIELDS } from '../../tools/docs/reference/sharedFields';
import { DOCS_FOLDER, readPage } from '../../tools/docs/page';
import { referencePages } from '../../tools/docs/reference/referencePages';
import { RECORDS } from '../../tools/schemas/records';

const action = new DeviceAccess().description;
const triggers = [
	new DeviceAccessTrigger().description,
	new DeviceAccessPollingTrigger().description,
];
const credential = new DeviceAccessApi();
const pages = referencePages();
const pageOf = (path: string) => new Map(pages).get(path) ?? '';

it.each(pages)('docs/%s is up to date; if not, `npm run generate` writes it', (path, text) => {
	expect(readPage(path)).toBe(text);
});

it('the reference folder contains no page about something that no longer exists', () => {
	expect(
		readdirSync(join(DOCS_FOLDER, 'reference'))
			.map((name) => `reference/${name}`)
			.sort(),
	).toEqual(
		pages
			.map(([path]) => path)
			.filter((path) => path.startsWith('reference/'))
			.sort(),
	);
});

function labelsOf(fields: readonly INodeProperties[]): string[] {
	return fields.flatMap(({ type, displayName, options = [] }) => {
		if (type === 'notice') return [];
		if (type === 'collection') return [displayName, ...labelsOf(options as INodeProperties[])];
		if (type === 'fixedCollection')
			return [
				displayName,
				...(options as INodePropertyCollection[]).flatMap(({ values }) => labelsOf(values)),
			];
		const choices = (options as INodePropertyOptions[]).filter(
			({ value }) => !isEventType(value) && value !== '*',
		);
		return [displayName, ...choices.map(({ name }) => name)];
	});
}

const sectionOf = (page: string, heading: string) =>
	page.split(/^## /m).find((section) => section.startsWith(`${heading}\n`)) ?? '';

const operations = resources.flatMap((resource) =>
	resource.operations.map((operation) => ({
		resource,
		operation,
		title: `${resource.name}: ${operation.name}`,
	})),
);

it.each(operations)(
	'the section of $title names every field and option that the editor shows for it, unless the index does; their choices are there or among the shared fields',
	({ resource, operation }) => {
		const page = pageOf(`reference/${slug(resource.name)}.md`);
		const section = sectionOf(page, operation.name);
		const shown = shownFields(
			action.properties.filter(({ name }) => name !== 'resource' && name !== 'operation'),
			resource.value,
			operation.value,
		);
		expect(shown.length).toBeGreaterThan(0);
		const text = section + pageOf('reference/README.md');
		expect(
			shown
				.filter(({ type, displayName }) => type !== 'notice' && !text.includes(displayName))
				.map(({ displayName }) => displayName),
		).toEqual([]);
		const all = text + sectionOf(page, SHARED_FIELDS);
		// The choices of the fields to select are the names of the record's fields.
		const described = shown.filter(({ name }) => name !== 'outputFieldNames');
		expect(labelsOf(described).filter((label) => !all.includes(label))).toEqual([]);
		expect(
			shown.filter(
				({ displayName, required }) =>
					required && !section.includes(`**${displayName}** (required`),
			),
		).toEqual([]);
	},
);

it('the pages of the triggers and of the credential name every field, option and choice', () => {
	const missing = (page: string, fields: readonly INodeProperties[]) =>
		labelsOf(fields).filter((label) => !page.includes(label));
	const page = pageOf('reference/triggers.md');
	expect(
		triggers.flatMap(({ displayName, properties }) =>
			missing(sectionOf(page, displayName) + sectionOf(page, SHARED_FIELDS), properties),
		),
	).toEqual([]);
	expect(missing(pageOf('reference/credential.md'), credential.properties)).toEqual([]);
});

it('the events page has a row for each type, with its value', () => {
	const rows = pageOf('events.md')
		.split('\n')
		.filter((line) => line.startsWith('| '));
	expect(
		EVENT_TYPES.filter(
			({ value }) => rows.filter((row) => row.includes(`\`${value}\``)).length !== 1,
		),
	).toEqual([]);
});

it.each([
	['access-group', 'acs_access_group'],
	['device', 'device'],
	['unmanaged-device', 'unmanaged_device'],
])(
	'the page %s says which fields only Simplified has, and misses none of them in the full record',
	(page, record) => {
		const text = pageOf(`reference/${page}.md`);
		const keysAfter = (words: string) =>
			text
				.split('\n')
				.flatMap((line) => line.split(words)[1]?.split('. ')[0]?.match(/`\w+`/g) ?? [])
				.map((key) => key.slice(1, -1));
		const isOfService = (key: string) =>
			key in ((RECORDS[record] as { properties?: object }).properties ?? {});
		const simplified = keysAfter('[*Simplified*](README.md#output): ');
		expect(simplified.length).toBeGreaterThan(5);
		expect(keysAfter('Not in *Raw*: ')).toEqual(simplified.filter((key) => !isOfService(key)));
		expect(
			keysAfter('full [record](#the-record), without ').filter((key) => !isOfService(key)),
		).toEqual([]);
	},
);

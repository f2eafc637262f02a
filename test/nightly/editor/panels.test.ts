import { isDeepStrictEqual } from 'node:util';
import type { IDataObject, INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import { DeviceAccess } from '../../../nodes/DeviceAccess/DeviceAccess.node';
import { resources } from '../../../nodes/DeviceAccess/resources';
import type { WorkflowNode } from '../../../host/n8n/n8nClient';
import { waitFor } from '../../../host/process/waitFor';
import { startEditor, type TestEditor } from '../../e2e/editor/pages/startEditor';
import { packageNode } from '../../e2e/workflowFiles';

let test: TestEditor;
let workflowId: string;
let nodes: readonly WorkflowNode[];

const OPERATIONS = resources.flatMap(({ value, operations }) =>
	operations.map((operation) => [value, operation.value] as const),
);
const { properties } = new DeviceAccess().description;

/** How long the editor may take to show the fields of an opened node. */
const RENDER_TIME_LIMIT_MS = 20_000;

/** Parameters without a description in the editor: their names explain them, or they only contain others. */
const WITHOUT_DESCRIPTION = ['Credential', 'Resource', 'Operation'];

beforeAll(async () => {
	test = await startEditor(__filename);
	nodes = OPERATIONS.map(([resource, operation], index) => ({
		...packageNode('action', `${resource} ${operation}`, { resource, operation }, test.credential),
		position: [(index % 10) * 200, Math.floor(index / 10) * 200] as const,
	}));
	workflowId = (
		await test.n8n.client.importWorkflow({ name: 'Every operation', nodes, connections: {} })
	).id;
	await test.editor.openWorkflow(workflowId);
});

afterAll(async () => {
	await test?.stop();
});

/** The fields that a new node of the operation shows according to the registry: those whose conditions the defaults meet. */
function expectedFields(resource: string, operation: string): INodeProperties[] {
	const values: Record<string, unknown> = { resource, operation };
	const isShown = ({ displayOptions }: INodeProperties) =>
		Object.entries(displayOptions?.show ?? {}).every(([name, shown]) =>
			(shown as unknown[]).includes(values[name]),
		);
	const shown: INodeProperties[] = [];
	for (const property of properties) {
		if (!isShown(property)) continue;
		values[property.name] ??= property.default;
		shown.push(property);
	}
	return shown;
}

it.each(OPERATIONS)(
	'the panel of %s %s shows its own fields alone, each with a description, and marks what must be filled in',
	async (resource, operation) => {
		const { editor, browser } = test;
		await browser.keepScreenshotOnFailure(editor.page, `${resource} ${operation}`, async () => {
			const node = nodes.find(({ name }) => name === `${resource} ${operation}`);
			const view = await editor.openNodeById(
				workflowId,
				node?.id ?? '',
				`${resource} ${operation}`,
			);
			const fields = expectedFields(resource, operation);
			const expected = {
				labels: ['Credential', ...fields.filter(({ type }) => type !== 'notice').flatMap(labelsOf)],
				withoutDescription: WITHOUT_DESCRIPTION,
				marked: fields.filter(isMissing).map(({ name }) => name),
			};
			const read = async () => {
				const labels = await view.labels();
				return {
					labels: labels.map(({ label }) => label),
					withoutDescription: labels
						.filter(({ label, hasDescription }) => !hasDescription && !isHeading(fields, label))
						.map(({ label }) => label),
					marked: await view.marked(),
				};
			};
			// The editor changes the title first and the fields after it.
			await waitFor(
				'the fields',
				async () => isDeepStrictEqual(await read(), expected) || undefined,
				RENDER_TIME_LIMIT_MS,
			).catch(() => {});
			expect(await read()).toEqual(expected);
		});
	},
);

/** Whether the editor marks the field: it is required and empty. */
const isMissing = ({ required, default: value }: INodeProperties) =>
	required === true &&
	(value === '' ||
		(Array.isArray(value)
			? value.length === 0
			: typeof value === 'object' && value !== null && 'value' in value && value.value === ''));

/** With those of the rows that a new node has. */
function labelsOf({ displayName, type, default: rows, options = [] }: INodeProperties): string[] {
	if (type !== 'fixedCollection') return [displayName];
	const collections = options as INodePropertyCollection[];
	return [
		displayName,
		...collections.flatMap(({ name, displayName: title, values }) => {
			const count = [(rows as IDataObject | undefined)?.[name] ?? []].flat().length;
			const labels = Array.from({ length: count }, () => values.map((value) => value.displayName));
			return count === 0 ? [] : [title, ...labels.flat()];
		}),
	];
}

const isHeading = (fields: INodeProperties[], label: string) =>
	fields.some(
		({ displayName, type, options = [] }) =>
			['collection', 'fixedCollection'].includes(type) &&
			[
				displayName,
				...options.map((option) => 'displayName' in option && option.displayName),
			].includes(label),
	);

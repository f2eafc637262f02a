import {
	OPTION_OF_ISSUES,
	OPTIONS_OF_ALL,
	OPTIONS_OF_ATTEMPTS,
	OPTIONS_OF_LISTS,
} from '../../../nodes/DeviceAccess/operation/form/options';
import { fieldsOf, optionsOf } from '../../../nodes/DeviceAccess/operation/form/operationFields';
import { OPTION_OF_WORKSPACE } from '../../../nodes/DeviceAccess/operation/form/workspace';
import { toProperty } from '../../../nodes/DeviceAccess/operation/form/toNodeProperties';
import type {
	Field,
	Fields,
	Operation,
	Resource,
} from '../../../nodes/DeviceAccess/operation/types';
import { coveredEndpoints } from '../coveredEndpoints';
import { kindOf } from '../../kindOf';
import { fieldList, ofOptions } from './fieldList';
import { outputText } from './outputText';
import { enumerate, prose } from './prose';

/** Options of many operations, which the index of the reference describes once, with their heading there. */
const SHARED_OPTIONS: Array<[heading: string, options: Fields]> = [
	['waiting', OPTIONS_OF_ATTEMPTS],
	['errors-and-warnings', OPTION_OF_ISSUES],
	[
		'options-of-every-operation',
		{ ...OPTIONS_OF_ALL, ...OPTIONS_OF_LISTS, ...OPTION_OF_WORKSPACE },
	],
];

/** One operation as a section of its resource's page: its description, fields, output and retries. */
export function operationSection(resource: Resource, operation: Operation): string[] {
	const more = operation.reference?.more;
	return [
		`## ${operation.name}`,
		'',
		`${prose(operation.description)}${more ? ` More: ${more}.` : ''}`,
		'',
		'**Fields**',
		'',
		...fieldLines(operation),
		'',
		'**Output**',
		'',
		...outputText(resource.value, operation),
		'',
		`**Retries:** ${retryText(operation)}`,
		'',
		`<sub>Action: ${operation.action}. In a workflow file: resource \`${resource.value}\`, operation \`${operation.value}\`. ${endpointsText(endpointsOf(resource, operation))}</sub>`,
	];
}

function fieldLines(operation: Operation): string[] {
	const options = optionsOf(operation);
	const shared = SHARED_OPTIONS.map(([heading, all]): [string, string[]] => [
		heading,
		labelsOf(options, (name) => name in all),
	]).filter(([, labels]) => labels.length > 0);
	const own = Object.fromEntries(
		Object.entries(options).filter(([name]) => !SHARED_OPTIONS.some(([, all]) => name in all)),
	);
	return [
		...fieldList(toProperties(fieldsOf(operation))),
		'- **Options**:',
		...[
			...ofOptions(fieldList(toProperties(own))),
			...shared.map(([heading, labels]) => `- [${enumerate(labels)}](README.md#${heading})`),
		].map((line) => `  ${line}`),
	];
}

const toProperties = (fields: Fields) =>
	Object.entries(fields).map(([name, field]) => toProperty(name, field));

const labelsOf = (fields: Fields, isWanted: (name: string) => boolean): string[] =>
	Object.entries(fields)
		.filter(([name]) => isWanted(name))
		.map(([, field]: [string, Field]) => field.displayName);

function retryText(operation: Operation): string {
	if (operation.reference?.retries) return operation.reference.retries;
	if (operation.endpoint === undefined) return 'There is no request to retry.';
	if (operation.effect === 'read')
		return 'The node retries failed requests. You can safely execute it again.';
	const rule =
		'The node retries a request only if [it cannot have taken effect](README.md#retries).';
	return kindOf(operation).name === 'desiredState'
		? `${rule} You can safely execute it again: it changes only what still differs.`
		: rule;
}

const endpointsText = (paths: string[]): string =>
	paths.length === 0
		? 'It sends no request.'
		: `Endpoints: ${enumerate(paths.map((path) => `\`${path}\``))}.`;

/** The endpoint of the operation's own request first, then its other endpoints. */
function endpointsOf({ value: resource }: Resource, operation: Operation): string[] {
	const { value, endpoint } = operation;
	const kind = kindOf(operation);
	const readBack = kind.name === 'done' && kind.readBack ? [kind.readBack.endpoint] : [];
	const others = coveredEndpoints()
		.filter(({ operations }) => operations.includes(`${resource}.${value}`))
		.map(({ path }) => path);
	return [...new Set([endpoint ?? [], readBack, others].flat())];
}

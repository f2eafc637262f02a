import {
	OPTION_OF_ISSUES,
	OPTIONS_OF_ALL,
	OPTIONS_OF_ATTEMPTS,
	OPTIONS_OF_LISTS,
	OPTION_OF_WORKSPACE,
} from '../../../nodes/DeviceAccess/operation/form/options';
import { OUTPUT_FIELDS } from '../../../nodes/DeviceAccess/operation/form/outputFields';
import { fieldsOf, optionsOf } from '../../../nodes/DeviceAccess/operation/form/readParameters';
import { toProperty } from '../../../nodes/DeviceAccess/operation/form/toNodeProperties';
import { ATTEMPT_FIELDS } from '../../../nodes/DeviceAccess/operation/kinds/one';
import { LIST_FIELDS } from '../../../nodes/DeviceAccess/operation/kinds/many';
import type {
	Field,
	Fields,
	Operation,
	Resource,
} from '../../../nodes/DeviceAccess/operation/types';
import { coveredEndpoints } from '../coveredEndpoints';
import { kindOf } from '../../kindOf';
import { fieldList, ofOptions } from './fieldList';
import { outputText, type PageRecord } from './outputText';
import { prose } from './prose';

/** Options that the index of the reference describes once for all operations that have them. */
const SHARED_OPTIONS: Fields = {
	...OPTIONS_OF_ATTEMPTS,
	...OPTION_OF_ISSUES,
	...OPTIONS_OF_ALL,
	...OPTIONS_OF_LISTS,
	...OPTION_OF_WORKSPACE,
};

/** One operation as a section of its resource's page: what is its own. */
export function operationSection(
	resource: Resource,
	operation: Operation,
	fields: readonly string[],
	records: readonly PageRecord[],
): string[] {
	const more = operation.reference?.more;
	return [
		`## ${operation.name}`,
		'',
		`${prose(operation.description)}${more ? ` More: ${more}.` : ''}`,
		'',
		...(fields.length > 0 ? [...fields, ''] : []),
		...outputText(resource, operation, records),
		'',
		...retryLines(operation),
		`<sub>*${operation.action}* · \`${operation.value}\` · ${endpointsText(endpointsOf(resource, operation))}</sub>`,
	];
}

/** The fields of an operation, without those that many operations have. */
export function ownFields(operation: Operation): string[] {
	const fields = Object.entries(fieldsOf(operation)).filter(
		([name, field]) => !isEverywhere(name, field),
	);
	const options = optionsOf(operation);
	const own = Object.entries(options).filter(([name]) => !(name in SHARED_OPTIONS));
	const ownLines = ofOptions(fieldList(toProperties(Object.fromEntries(own))));
	const waiting = Object.keys(options).some((name) => name in OPTIONS_OF_ATTEMPTS)
		? ['[Waiting](README.md#waiting)']
		: [];
	const optionLines =
		ownLines.length > 0
			? [
					'- **Options**:',
					...[...ownLines, ...waiting.map((link) => `- ${link}`)].map((line) => `  ${line}`),
				]
			: waiting.map((link) => `- **Options**: ${link}`);
	return [...fieldList(toProperties(Object.fromEntries(fields))), ...optionLines];
}

/** Whether the index of the reference describes the field, as that of all lists, output forms or slow actions. */
const isEverywhere = (name: string, { description }: Field): boolean =>
	[LIST_FIELDS, ATTEMPT_FIELDS, OUTPUT_FIELDS].some(
		(fields: Fields) => name in fields && fields[name]?.description === description,
	);

const toProperties = (fields: Fields) =>
	Object.entries(fields).map(([name, field]) => toProperty(name, field));

function retryLines({ reference, kind }: Operation): string[] {
	if (reference?.retries) return [`**Retries:** ${reference.retries}`, ''];
	return kindOf({ kind }).name === 'desiredState'
		? ['You can safely execute it again: it changes only what still differs.', '']
		: [];
}

const endpointsText = (paths: string[]): string =>
	paths.length === 0 ? 'no request' : paths.map((path) => `\`${path}\``).join(', ');

/** The endpoint of the operation's own request first, then its other endpoints. */
function endpointsOf({ value: resource }: Resource, operation: Operation): string[] {
	const { value, endpoint } = operation;
	const kind = kindOf(operation);
	const readBack = kind.name === 'one' && kind.readBack ? [kind.readBack.endpoint] : [];
	const others = coveredEndpoints()
		.filter(({ operations }) => operations.includes(`${resource}.${value}`))
		.map(({ path }) => path);
	return [...new Set([endpoint ?? [], readBack, others].flat())];
}

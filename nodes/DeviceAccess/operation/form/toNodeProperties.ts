import type { IDisplayOptions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { BUILDER_HINTS } from './builderHints';
import { fieldsOf, optionsField, optionsOf } from './readParameters';
import { type OperationForm, shareFields } from './shareFields';
import type { Field, FieldRow, Fields, NestedField, Operation, Resource } from '../types';

/**
 * The fields of each operation keep their order. A new node starts with `firstResource` and the
 * first operation of each resource.
 */
export function toNodeProperties(
	resources: readonly Resource[],
	firstResource: Resource,
): INodeProperties[] {
	const forms = resources.flatMap(({ value, operations }) =>
		operations.map((operation): OperationForm => ({
			resource: value,
			operation: operation.value,
			properties: operationFields(operation),
		})),
	);
	return [
		resourceProperty(resources, firstResource),
		...resources.map(operationProperty),
		...shareFields(forms),
	];
}

export function toSubtitle(resources: readonly Resource[]): string {
	const actions = resources.flatMap(({ value, operations }) =>
		operations.map((operation) => [`${value} ${operation.value}`, operation.action]),
	);
	return `={{ (${JSON.stringify(Object.fromEntries(actions))})[$parameter["resource"] + " " + $parameter["operation"]] }}`;
}

const firstValue = ([first]: ReadonlyArray<{ value: string }>) => first?.value ?? '';

function resourceProperty(
	resources: readonly Resource[],
	firstResource: Resource,
): INodeProperties {
	const options = resources.map(({ name, value, description }) => ({ name, value, description }));
	return {
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options,
		default: firstValue([firstResource]),
	};
}

function operationProperty({ value, operations }: Resource): INodeProperties {
	const options: INodePropertyOptions[] = operations.map(
		({ name, value: operation, action, description }) => ({
			name,
			value: operation,
			action,
			description,
		}),
	);
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [value] } },
		options,
		default: firstValue(operations),
	};
}

function operationFields(operation: Operation): INodeProperties[] {
	const fields = {
		...fieldsOf(operation),
		options: optionsField(optionsOf(operation)),
	};
	return Object.entries(fields).map(([name, field]) => toProperty(name, field));
}

/** `showWhen` has booleans as text; n8n compares booleans. */
const toShownValue = (value: string) =>
	value === 'true' || value === 'false' ? value === 'true' : value;

export function toProperty(name: string, field: Field): INodeProperties {
	const {
		showWhen = {},
		options,
		...rest
	} = field.type === 'dateTime' ? withDateForm(field) : { ...field };
	delete rest.takesAnything;
	delete rest.takesList;
	delete rest.takesBoolean;
	delete rest.isFilter;
	delete rest.keepsLocalTime;
	delete rest.notSent;
	delete rest.skipsMissing;
	delete rest.wire;
	delete rest.read;
	delete rest.clears;
	delete rest.laterThan;
	delete rest.ifEmpty;
	delete rest.leftOutBy;
	const show: NonNullable<IDisplayOptions['show']> = {};
	for (const [other, values] of Object.entries(showWhen)) show[other] = values.map(toShownValue);
	const propertyHint = BUILDER_HINTS[`${name} ${field.type}`];
	return {
		...structuredClone(rest),
		name,
		...(propertyHint === undefined ? {} : { builderHint: { propertyHint } }),
		...(options ? { options: options.map(toOption) } : {}),
		...(Object.keys(show).length > 0 ? { displayOptions: { show } } : {}),
	} as INodeProperties;
}

/** A field that keeps local times often gets only a date. */
const withDateForm = (field: Field): Field => ({
	...field,
	description: `${field.description?.replace(/\.$/, '')}. In an expression, use the form ${field.keepsLocalTime ? '2030-01-31 or ' : ''}2030-01-31T15:00${field.leftOutBy ? ` or '${field.leftOutBy}'` : ''}.`,
});

function toOption(option: INodePropertyOptions | NestedField | FieldRow) {
	if ('values' in option)
		return { ...option, values: option.values.map((field) => toProperty(field.name, field)) };
	return 'type' in option ? toProperty(option.name, option) : structuredClone(option);
}

export function toTriggerProperties(fields: Fields, options: Fields): INodeProperties[] {
	return Object.entries({ ...fields, options: optionsField(options) }).map(([name, field]) =>
		toProperty(name, field),
	);
}

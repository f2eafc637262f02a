import { type INodeProperties, UnexpectedError } from 'n8n-workflow';

/** The fields of an operation or of one of its collections, without conditions on both. */
export interface OperationForm {
	resource: string;
	operation: string;
	properties: INodeProperties[];
}

/** It is shown for every existing combination of one of the resources and one of the operations. */
interface SharedField {
	property: INodeProperties;
	resources: string[];
	operations: string[];
	/** For a collection, with the entries that it has there. */
	forms: OperationForm[];
	/** The fields right above it in its forms. */
	above: Set<SharedField>;
}

/** Each form with the property that shows the field there; undefined until there is one. */
type Uses = Map<OperationForm, SharedField | undefined>;

/**
 * Merges the equal fields of several operations into as few properties as possible, because n8n
 * goes through all properties of a node, shown or not, several times in each execution. Each form
 * keeps its order; throws if two contradict each other.
 *
 * @param root '/' for the entries of a collection, whose conditions look outside of it
 */
export function shareFields(
	forms: readonly OperationForm[],
	root: '' | '/' = '',
): INodeProperties[] {
	const usesOf = new Map<string, Uses>();
	const keyOf = keysOfFields();
	const withUses = forms.map((form) => ({
		form,
		entries: form.properties.map((property) => {
			const key = keyOf(property);
			const uses = usesOf.get(key) ?? new Map<OperationForm, SharedField | undefined>();
			usesOf.set(key, uses.set(form, undefined));
			return { property, uses };
		}),
	}));
	const fields = new Set<SharedField>();
	for (const { form, entries } of withUses) {
		let last: SharedField | undefined;
		for (const { property, uses } of entries) {
			const field = share(property, form, uses, forms);
			field.forms.push({ ...form, properties: entriesOf(property) });
			if (last) field.above.add(last);
			fields.add(field);
			last = field;
		}
	}
	return inOrder(fields).map((field) => toProperty(field, root, forms));
}

const entriesOf = ({ type, options = [] }: INodeProperties) =>
	type === 'collection' ? (options as INodeProperties[]) : [];

type KeyOf = (property: INodeProperties) => string;

/**
 * Equal keys mean one property. Collections become one as far as no entry has another type or
 * default in one of them.
 */
function keysOfFields(): KeyOf {
	const collections = new Map<string, Array<Map<string, string>>>();
	return (property) => {
		if (property.type !== 'collection') return JSON.stringify(property);
		const outside = JSON.stringify({ ...property, options: undefined });
		const known = collections.get(outside) ?? [];
		collections.set(outside, known);
		const starts = entriesOf(property).map(
			({ name, type, default: preset }) => [name, JSON.stringify([type, preset])] as const,
		);
		const fits = (collection: Map<string, string>) =>
			starts.every(([name, start]) => (collection.get(name) ?? start) === start);
		const place = known.findIndex(fits);
		const collection = known[place] ?? new Map<string, string>();
		for (const [name, start] of starts) collection.set(name, start);
		return `${place === -1 ? known.push(collection) - 1 : place} ${outside}`;
	};
}

/** Reuses the property that shows the field there, or one that can be extended to the form. */
function share(
	property: INodeProperties,
	form: OperationForm,
	uses: Uses,
	forms: readonly OperationForm[],
): SharedField {
	const shown = uses.get(form);
	if (shown) return shown;
	for (const field of new Set(uses.values())) {
		if (!field) continue;
		const resources = [...new Set([...field.resources, form.resource])];
		const operations = [...new Set([...field.operations, form.operation])];
		const covered = forms.filter(
			({ resource, operation }) => resources.includes(resource) && operations.includes(operation),
		);
		if (!covered.every((each) => uses.has(each) && (uses.get(each) ?? field) === field)) continue;
		for (const each of covered) uses.set(each, field);
		return Object.assign(field, { resources, operations });
	}
	const created: SharedField = {
		property,
		resources: [form.resource],
		operations: [form.operation],
		forms: [],
		above: new Set(),
	};
	uses.set(form, created);
	return created;
}

/**
 * A field that others depend on comes early: until n8n has resolved it, n8n resolves the others
 * again and again.
 */
function inOrder(fields: ReadonlySet<SharedField>): SharedField[] {
	const conditions = new Set(
		[...fields].flatMap(({ property }) => Object.keys(property.displayOptions?.show ?? {})),
	);
	const left = new Set(fields);
	const ordered: SharedField[] = [];
	while (left.size > 0) {
		const free = [...left].filter(({ above }) => [...above].every((field) => !left.has(field)));
		const next = free.find(({ property }) => conditions.has(property.name)) ?? free[0];
		if (!next)
			throw new UnexpectedError(
				`Operations order these fields differently: ${[...left].map(({ property }) => property.name).join(', ')}`,
			);
		ordered.push(next);
		left.delete(next);
	}
	return ordered;
}

function toProperty(
	field: SharedField,
	root: '' | '/',
	all: readonly OperationForm[],
): INodeProperties {
	const { property, forms } = field;
	const show = { ...placesOf(field, root, all), ...property.displayOptions?.show };
	return {
		...property,
		...(property.type === 'collection' && { options: shareFields(forms, '/') }),
		...(Object.keys(show).length > 0 && { displayOptions: { show } }),
	};
}

/** The conditions on resource and operation. In a collection, one that leaves none of its forms out is not needed. */
function placesOf(
	{ resources, operations }: SharedField,
	root: '' | '/',
	all: readonly OperationForm[],
): Record<string, string[]> {
	const isOfResources = ({ resource }: OperationForm) => resources.includes(resource);
	const isOfOperations = ({ operation }: OperationForm) => operations.includes(operation);
	const byResource = root === '' || !all.filter(isOfOperations).every(isOfResources);
	const left = byResource ? all.filter(isOfResources) : all;
	const byOperation = root === '' || !left.every(isOfOperations);
	return {
		...(byResource && { [`${root}resource`]: resources }),
		...(byOperation && { [`${root}operation`]: operations }),
	};
}

import type { INodeProperties } from 'n8n-workflow';

const PLACES = ['resource', 'operation', '/resource', '/operation'];

/** The fields that the editor can show for an operation, and the entries of their collections, without the conditions on the resource and the operation. */
export function shownFields(
	properties: readonly INodeProperties[],
	resource: string,
	operation: string,
): INodeProperties[] {
	return properties
		.filter((property) => isShown(property, [resource, operation]))
		.map((property) => ({
			...withoutPlace(property),
			...(property.type === 'collection' && {
				options: shownFields((property.options ?? []) as INodeProperties[], resource, operation),
			}),
		}));
}

function isShown(
	{ displayOptions: { show = {} } = {} }: INodeProperties,
	place: [string, string],
): boolean {
	return PLACES.every((name, index) => show[name]?.includes(place[index % 2] ?? '') ?? true);
}

function withoutPlace({ displayOptions, ...property }: INodeProperties): INodeProperties {
	const show = Object.entries(displayOptions?.show ?? {}).filter(
		([name]) => !PLACES.includes(name),
	);
	return show.length > 0
		? { ...property, displayOptions: { show: Object.fromEntries(show) } }
		: property;
}

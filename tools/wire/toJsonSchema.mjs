/** The vendor's marks of parameters that a client should not send. */
const NOT_PROMISED = new Set(['x-undocumented', 'x-deprecated']);

const PROSE = new Set(['description', 'default', 'deprecated', 'example', 'title']);

/** Converts a schema of OpenAPI 3.0 to JSON Schema, which has no `nullable`, boolean `exclusiveMinimum` or `discriminator`. */
export function toJsonSchema(schema) {
	if (Array.isArray(schema)) return schema.map(toJsonSchema);
	if (typeof schema !== 'object' || schema === null) return schema;
	const { nullable, discriminator, exclusiveMinimum, properties, ...rest } = schema;
	const converted = converting(
		Object.entries(rest).filter(
			([name]) => !PROSE.has(name) && (!name.startsWith('x-') || NOT_PROMISED.has(name)),
		),
	);
	if (properties) converted.properties = converting(Object.entries(properties));
	if (exclusiveMinimum === true) {
		converted.exclusiveMinimum = converted.minimum;
		delete converted.minimum;
	}
	const whole =
		discriminator?.propertyName === undefined
			? unionOf(converted)
			: byTag(converted, discriminator.propertyName);
	if (nullable !== true) return whole;
	return Object.keys(whole).length === 0 ? { type: 'null' } : { anyOf: [{ type: 'null' }, whole] };
}

/** The vendor writes any union as `oneOf`, even if a value can fit several variants, such as text and time. */
const unionOf = ({ oneOf, ...rest }) => (oneOf ? { ...rest, anyOf: oneOf } : rest);

const converting = (entries) =>
	Object.fromEntries(entries.map(([name, value]) => [name, toJsonSchema(value)]));

/** Applies each variant of a union only to values with its tag, so that an error is about the intended variant. */
export function byTag({ oneOf, ...rest }, tag) {
	const tagsOf = (variant) => variant.properties[tag].enum;
	const required = { type: 'object', required: [tag] };
	const isOf = (tags) => ({ ...required, properties: { [tag]: { enum: tags } } });
	return {
		...rest,
		...isOf([...new Set(oneOf.flatMap(tagsOf))]),
		allOf: oneOf.map((variant) => ({ anyOf: [{ not: isOf(tagsOf(variant)) }, variant] })),
	};
}

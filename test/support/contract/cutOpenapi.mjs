// Extracts the part that the tests need from the vendor's OpenAPI (5 MB of JavaScript, beside 60 MB of types), as JSON Schema.
// jest runs it before the tests; it repeats the work only for a different version of the package.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const PACKAGE = join(ROOT, 'node_modules', '@seamapi', 'types');

/** The file with the extract, which `contract.ts` reads. */
const CUT = join(ROOT, '.tmp', 'contract.json');

/** The vendor's marks of parameters that a client should not send. */
const NOT_PROMISED = new Set(['x-undocumented', 'x-deprecated']);

const PROSE = new Set(['description', 'default', 'deprecated', 'example', 'title']);

/** Converts a schema of OpenAPI 3.0 to JSON Schema, which has no `nullable`, boolean `exclusiveMinimum` or `discriminator`. */
function toJsonSchema(schema) {
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
function byTag({ oneOf, ...rest }, tag) {
	const tagsOf = (variant) => variant.properties[tag].enum;
	const required = { type: 'object', required: [tag] };
	const isOf = (tags) => ({ ...required, properties: { [tag]: { enum: tags } } });
	return {
		...rest,
		...isOf([...new Set(oneOf.flatMap(tagsOf))]),
		allOf: oneOf.map((variant) => ({ anyOf: [{ not: isOf(tagsOf(variant)) }, variant] })),
	};
}

/** Splits the union of all attempts by `action_type`, then by `status`, because the vendor declares neither as a discriminator. */
function attemptsByTag(variants) {
	const typeOf = (variant) => variant.properties.action_type.enum[0];
	const ofTypes = [...new Set(variants.map(typeOf))].map((type) => ({
		properties: { action_type: { enum: [type] } },
		allOf: [byTag({ oneOf: variants.filter((variant) => typeOf(variant) === type) }, 'status')],
	}));
	return byTag({ oneOf: ofTypes }, 'action_type');
}

const isCurrent = (cut, version) => cut.version === version && cut.documented !== undefined;

async function cutOpenapi() {
	const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'));
	if (existsSync(CUT) && isCurrent(JSON.parse(readFileSync(CUT, 'utf8')), version)) return;
	const { default: openapi } = await import(join(PACKAGE, 'lib', 'seam', 'connect', 'openapi.js'));
	const schemas = toJsonSchema(openapi.components.schemas);
	schemas.action_attempt = attemptsByTag(schemas.action_attempt.anyOf);
	const posts = Object.entries(openapi.paths).flatMap(([path, { post }]) =>
		post ? [[path, post]] : [],
	);
	const ofPosts = (schemaOf) =>
		Object.fromEntries(posts.map(([path, post]) => [path, toJsonSchema(schemaOf(post) ?? {})]));
	mkdirSync(dirname(CUT), { recursive: true });
	writeFileSync(
		CUT,
		JSON.stringify({
			version,
			documented: posts.flatMap(([path, post]) => (post['x-undocumented'] ? [] : [path])),
			schemas,
			requests: ofPosts((post) => post.requestBody?.content['application/json'].schema),
			answers: ofPosts((post) => post.responses['200']?.content?.['application/json']?.schema),
		}),
	);
}

// jest requires a default export
export default cutOpenapi;

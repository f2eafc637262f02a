// Extracts the part that the tests need from the vendor's OpenAPI (5 MB of JavaScript, beside 60 MB of types), as JSON Schema.
// jest runs it before the tests; it repeats the work only for a different version of the package.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { byTag, toJsonSchema } from '../../../tools/wire/toJsonSchema.mjs';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const PACKAGE = join(ROOT, 'node_modules', '@seamapi', 'types');

/** The file with the extract, which `contract.ts` reads. */
const CUT = join(ROOT, '.tmp', 'contract.json');

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

import type { Exchange } from '../../../sandbox/http/exchanges';
import { contract, errorsOf, namesIn, type JsonSchema } from './contract';

/** An exchange, or only its request. */
export type HeldExchange = Pick<Exchange, 'path' | 'request'> & Partial<Pick<Exchange, 'answer'>>;

/**
 * How a request and its answer differ from the vendor's OpenAPI, one line each: `/path?parameter keyword` for a request,
 * `/path member keyword` or `record.member keyword` for an answer. `undeclared`: the OpenAPI does not name it.
 */
export function findDifferences({ path, request, answer }: HeldExchange): string[] {
	const { requests, answers } = contract();
	return [
		...ofRequest(path, requests[path] ?? {}, request),
		...(answer ? ofAnswer(path, answers[path] ?? {}, answer) : []),
	];
}

function ofRequest(path: string, schema: JsonSchema, request: Record<string, unknown>): string[] {
	const declared = namesIn(schema);
	const sent = Object.keys(request).filter((name) => request[name] !== undefined);
	return [
		...errorsOf(schema, request).map((error) => `${path}?${error}`),
		...sent
			.filter((name) => !Object.hasOwn(declared, name))
			.map((name) => `${path}?${name} undeclared`),
	];
}

function ofAnswer(
	path: string,
	{ properties = {}, required = [] }: JsonSchema,
	answer: Record<string, unknown>,
): string[] {
	const missing = required.filter((member) => answer[member] === undefined);
	const undeclared = Object.keys(answer).filter(
		(member) => answer[member] !== undefined && !Object.hasOwn(properties, member),
	);
	return [
		...missing.map((member) => `${path} ${member} required`),
		...undeclared.map((member) => `${path} ${member} undeclared`),
		...Object.entries(properties).flatMap(([member, schema]) =>
			answer[member] === undefined ? [] : ofMember(`${path} ${member}`, schema, answer[member]),
		),
	];
}

function ofMember(place: string, schema: JsonSchema, value: unknown): string[] {
	const reference = schema.$ref ?? schema.items?.$ref;
	if (reference === undefined) return errorsOf(schema, value).map((error) => `${place}.${error}`);
	const name = reference.split('/').at(-1) ?? '';
	const record = contract().schemas[name] ?? {};
	const records = (schema.items ? value : [value]) as Array<Record<string, unknown>>;
	return [...new Set(records.flatMap((one) => ofRecord(name, record, one)))];
}

function ofRecord(name: string, schema: JsonSchema, record: Record<string, unknown>): string[] {
	const { properties: declared = {}, allOf } = schema;
	// A union names its members only in the conditions under 'allOf', by tag: an undeclared one cannot be found here, and a
	// record with an unknown tag has nothing else to be compared with.
	const unknownTags = allOf
		? Object.entries(declared).filter(
				([tag, values]) => values.enum?.includes(record[tag]) === false,
			)
		: [];
	if (unknownTags.length > 0) return unknownTags.map(([tag]) => `${name}.${tag} enum`);
	const undeclared =
		allOf || schema.properties === undefined
			? []
			: Object.keys(record).filter(
					(member) => record[member] !== undefined && !Object.hasOwn(declared, member),
				);
	return [
		...errorsOf(schema, record).map((error) => `${name}.${error}`),
		...undeclared.map((member) => `${name}.${member} undeclared`),
	];
}

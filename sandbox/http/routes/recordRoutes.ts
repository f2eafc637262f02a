import { invalidInput, notFound } from '../../domain/serviceError';
import type { SandboxSettings } from '../../faults/settings';
import type { Sequenced } from '../../state/orderedList';
import type { WorkspaceState } from '../../state/state';
import { paginate } from '../pagination';
import { type Parameters, parametersOf, type Path } from '../../schemas/parameters';
import type { SandboxHere } from '../sandboxService';
import { type Answer, defineRoute, type Route } from './defineRoute';

// How requests find records: `getRoute` answers with one, `listRoute` with those that the filters keep.

type Entry<Data> = Sequenced & { record: Data };

/** A kind of records: what answers call it, where a workspace has it, and its form on the wire. */
export interface RecordKind<Data extends object> {
	/** Such as `acs_entrance`, whose IDs are `acs_entrance_id`. */
	readonly name: string;
	/** The name with an "s" by default. */
	readonly plural?: string;
	in(workspace: WorkspaceState): {
		readonly entries: ReadonlyArray<Entry<Data>>;
		get(id: string): Data | undefined;
	};
	show(data: Data, here: SandboxHere): object;
}

type Rule<Data> = (value: never, here: SandboxHere) => (data: Data) => boolean;

/**
 * How parameters choose records. Without a rule, `x_id` keeps the records that have this value as `x_id`, and a list
 * `x_ids` those whose `x_id` is in it.
 */
export type Rules<P extends Path, Data> = {
	readonly [Name in keyof Parameters<P>]?: (
		value: Exclude<Parameters<P>[Name], undefined>,
		here: SandboxHere,
	) => (data: Data) => boolean;
};

/** Keeps the records one of whose texts contains the given text, in any case. */
export const bySearch =
	<Data>(textsOf: (data: Data, here: SandboxHere) => ReadonlyArray<string | null | undefined>) =>
	(value: string, here: SandboxHere) => {
		const wanted = value.toLowerCase();
		return (data: Data) => textsOf(data, here).some((text) => text?.toLowerCase().includes(wanted));
	};

/** The rules of parameters that mean the same in all lists. */
const SHARED_RULES: Readonly<Record<string, Rule<never>>> = {
	created_before: (value: string) => (data: { created_at: string }) =>
		Date.parse(data.created_at) < Date.parse(value),
	custom_metadata_has:
		(wanted: Record<string, unknown>) => (data: { custom_metadata: Record<string, unknown> }) =>
			Object.entries(wanted).every(([key, value]) => data.custom_metadata[key] === value),
};

export const one = <Data extends object>(
	kind: RecordKind<Data>,
	data: Data,
	here: SandboxHere,
) => ({
	[kind.name]: kind.show(data, here),
});

export const several = <Data extends object>(
	kind: RecordKind<Data>,
	records: readonly Data[],
	here: SandboxHere,
) => ({
	[kind.plural ?? `${kind.name}s`]: records.map((data) => kind.show(data, here)),
});

/** Finds a record by one of the named parameters. Throws 400 without any, 404 `NAME_not_found`. */
export function findOne<P extends Path, Data extends object>(
	kind: RecordKind<Data>,
	parameters: object,
	here: SandboxHere,
	names: readonly string[] = [`${kind.name}_id`],
	rules: Rules<P, Data> = {},
): Data {
	const values = parameters as Record<string, unknown>;
	const named = names.find((name) => values[name] !== undefined);
	if (named === undefined) throw invalidInput(`One of ${names.join(', ')} is required`);
	const kept = kind.in(here.workspace);
	const isNamed = keptBy([named], rules, values, here);
	const found =
		named === `${kind.name}_id`
			? kept.get(String(values[named]))
			: kept.entries.find(({ record }) => isNamed(record))?.record;
	if (!found) throw notFound(kind.name, { [named]: values[named] });
	return found;
}

export function getRoute<P extends Path, Data extends object>(
	path: P,
	kind: RecordKind<Data>,
	rules: Rules<P, Data> = {},
): Route {
	const names = Object.keys(parametersOf(path).properties);
	return defineRoute({
		path,
		answer: (here, { parameters }) => {
			return one(kind, findOne(kind, parameters, here, names, rules), here);
		},
	});
}

export function actRoute<Data extends object>(
	path: Path,
	kind: RecordKind<Data>,
	act: (here: SandboxHere, data: Data) => void,
): Route {
	return defineRoute({
		path,
		answer: (here, { parameters }) => act(here, findOne(kind, parameters, here)),
	});
}

const PAGE_PARAMETERS: ReadonlySet<string> = new Set(['limit', 'page_cursor']);

interface ListOptions<P extends Path, Data> {
	/** 500 by default. */
	defaultLimit?: number;
	/** Whether the answer has pages; by default if the path has a `limit`. */
	hasPages?(settings: SandboxSettings): boolean;
	/** Refuses a request without any filter. */
	needsFilter?: true;
	from?(parameters: Parameters<P>, here: SandboxHere): ReadonlyArray<Entry<Data>>;
}

export function listRoute<P extends Path, Data extends object>(
	path: P,
	kind: RecordKind<Data>,
	rules: Rules<P, Data> = {},
	options: ListOptions<P, Data> = {},
): Route {
	const { properties } = parametersOf(path);
	const names = Object.keys(properties).filter((name) => !PAGE_PARAMETERS.has(name));
	const hasLimit = Object.hasOwn(properties, 'limit');
	return defineRoute({
		path,
		answer(here, request): Answer {
			const parameters = request.parameters as Record<string, unknown>;
			if (options.needsFilter && names.every((name) => parameters[name] === undefined))
				throw invalidInput(`One of ${names.join(', ')} is required`);
			const all = options.from?.(request.parameters, here) ?? kind.in(here.workspace).entries;
			const keeps = keptBy(names, rules, parameters, here);
			const matches = ({ record }: Entry<Data>) => keeps(record);
			const show = (entries: ReadonlyArray<Entry<Data>>) =>
				several(
					kind,
					entries.map(({ record }) => record),
					here,
				);
			if (!(options.hasPages?.(here.settings) ?? hasLimit)) return show(all.filter(matches));
			const { entries, pagination } = paginate(
				here,
				all,
				{ ...request, parameters },
				{ defaultLimit: options.defaultLimit, matches },
			);
			return { ...show(entries), pagination };
		},
	});
}

function keptBy<P extends Path, Data>(
	names: readonly string[],
	ownRules: Rules<P, Data>,
	parameters: Readonly<Record<string, unknown>>,
	here: SandboxHere,
): (data: Data) => boolean {
	const rules: Readonly<Record<string, Rule<Data>>> = { ...SHARED_RULES, ...ownRules };
	const kept = names.flatMap((name) => {
		const value = parameters[name];
		if (value === undefined) return [];
		return [rules[name]?.(value as never, here) ?? hasValue(name, value)];
	});
	return (data) => kept.every((keeps) => keeps(data));
}

function hasValue(name: string, value: unknown): (data: unknown) => boolean {
	const valueOf = (data: unknown, member: string) => (data as Record<string, unknown>)[member];
	return Array.isArray(value)
		? (data) => value.includes(valueOf(data, name.replace(/s$/, '')))
		: (data) => valueOf(data, name) === value;
}

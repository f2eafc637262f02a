import { invalidInput, notFound } from '../../domain/serviceError';
import type { SandboxSettings } from '../../faults/settings';
import type { Sequenced } from '../../state/orderedList';
import type { WorkspaceState } from '../../state/state';
import { paginate } from '../pagination';
import { type Parameters, parametersOf, type Path } from '../../schemas/parameters';
import type { SandboxService } from '../sandboxService';
import { type Answer, defineRoute, type Route } from './defineRoute';

// How requests find records: `getRoute` answers with one, `listRoute` with those that the filters keep.

export interface Where {
	readonly service: SandboxService;
	readonly workspace: WorkspaceState;
}

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
	show(data: Data, where: Where): object;
}

type Rule<Data> = (value: never, where: Where) => (data: Data) => boolean;

/**
 * How parameters choose records. Without a rule, `x_id` keeps the records that have this value as `x_id`, and a list
 * `x_ids` those whose `x_id` is in it.
 */
export type Rules<P extends Path, Data> = {
	readonly [Name in keyof Parameters<P>]?: (
		value: Exclude<Parameters<P>[Name], undefined>,
		where: Where,
	) => (data: Data) => boolean;
};

/** Keeps the records one of whose texts contains the given text, in any case. */
export const bySearch =
	<Data>(textsOf: (data: Data, where: Where) => ReadonlyArray<string | null | undefined>) =>
	(value: string, where: Where) => {
		const wanted = value.toLowerCase();
		return (data: Data) =>
			textsOf(data, where).some((text) => text?.toLowerCase().includes(wanted));
	};

/** The rules of parameters that mean the same in all lists. */
const SHARED_RULES: Readonly<Record<string, Rule<never>>> = {
	created_before: (value: string) => (data: { created_at: string }) =>
		Date.parse(data.created_at) < Date.parse(value),
	custom_metadata_has:
		(wanted: Record<string, unknown>) => (data: { custom_metadata: Record<string, unknown> }) =>
			Object.entries(wanted).every(([key, value]) => data.custom_metadata[key] === value),
};

export const one = <Data extends object>(kind: RecordKind<Data>, data: Data, where: Where) => ({
	[kind.name]: kind.show(data, where),
});

export const several = <Data extends object>(
	kind: RecordKind<Data>,
	records: readonly Data[],
	where: Where,
) => ({
	[kind.plural ?? `${kind.name}s`]: records.map((data) => kind.show(data, where)),
});

/** Finds a record by one of the named parameters. Throws 400 without any, 404 `NAME_not_found`. */
export function findOne<P extends Path, Data extends object>(
	kind: RecordKind<Data>,
	parameters: object,
	where: Where,
	names: readonly string[] = [`${kind.name}_id`],
	rules: Rules<P, Data> = {},
): Data {
	const values = parameters as Record<string, unknown>;
	const named = names.find((name) => values[name] !== undefined);
	if (named === undefined) throw invalidInput(`One of ${names.join(', ')} is required`);
	const kept = kind.in(where.workspace);
	const isNamed = keptBy([named], rules, values, where);
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
		answer: (service, { workspace, parameters }) => {
			const where = { service, workspace };
			return one(kind, findOne(kind, parameters, where, names, rules), where);
		},
	});
}

export function actRoute<Data extends object>(
	path: Path,
	kind: RecordKind<Data>,
	act: (service: SandboxService, workspace: WorkspaceState, data: Data) => void,
): Route {
	return defineRoute({
		path,
		answer: (service, { workspace, parameters }) =>
			act(service, workspace, findOne(kind, parameters, { service, workspace })),
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
	from?(parameters: Parameters<P>, where: Where): ReadonlyArray<Entry<Data>>;
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
		answer(service, request): Answer {
			const parameters = request.parameters as Record<string, unknown>;
			const where = { service, workspace: request.workspace };
			if (options.needsFilter && names.every((name) => parameters[name] === undefined))
				throw invalidInput(`One of ${names.join(', ')} is required`);
			const all = options.from?.(request.parameters, where) ?? kind.in(request.workspace).entries;
			const keeps = keptBy(names, rules, parameters, where);
			const matches = ({ record }: Entry<Data>) => keeps(record);
			const show = (entries: ReadonlyArray<Entry<Data>>) =>
				several(
					kind,
					entries.map(({ record }) => record),
					where,
				);
			if (!(options.hasPages?.(service.settings) ?? hasLimit)) return show(all.filter(matches));
			const { entries, pagination } = paginate(
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
	where: Where,
): (data: Data) => boolean {
	const rules: Readonly<Record<string, Rule<Data>>> = { ...SHARED_RULES, ...ownRules };
	const kept = names.flatMap((name) => {
		const value = parameters[name];
		if (value === undefined) return [];
		return [rules[name]?.(value as never, where) ?? hasValue(name, value)];
	});
	return (data) => kept.every((keeps) => keeps(data));
}

function hasValue(name: string, value: unknown): (data: unknown) => boolean {
	const valueOf = (data: unknown, member: string) => (data as Record<string, unknown>)[member];
	return Array.isArray(value)
		? (data) => value.includes(valueOf(data, name.replace(/s$/, '')))
		: (data) => valueOf(data, name) === value;
}

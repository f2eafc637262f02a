import { type Static, type TSchema, Type } from 'typebox';
import { invalidInput, notFound } from '../../domain/serviceError';
import type { SandboxSettings } from '../../faults/settings';
import { DateTime, NonEmptyText, PageParameters, Uuid } from '../../schemas/primitives';
import type { Sequenced } from '../../state/orderedList';
import type { WorkspaceState } from '../../state/state';
import { paginate } from '../pagination';
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

/** An optional parameter that chooses records, by a rule. */
export interface Rule<Data> {
	readonly schema: TSchema;
	keeps(value: unknown, where: Where): (data: Data) => boolean;
}

/**
 * The optional parameters that choose records. Without a rule, `x_id` keeps the records that have
 * this value as `x_id`, and a list `x_ids` those whose `x_id` is in it.
 */
export type Filters<Data> = Readonly<Record<string, TSchema | Rule<Data>>>;

export const by = <Schema extends TSchema, Data>(
	schema: Schema,
	keeps: (value: Static<Schema>, where: Where) => (data: Data) => boolean,
): Rule<Data> => ({ schema, keeps: keeps as Rule<Data>['keeps'] });

/** Keeps the records one of whose texts contains the given text, in any case. */
export const bySearch = <Data>(
	textsOf: (data: Data, where: Where) => ReadonlyArray<string | null | undefined>,
): Rule<Data> =>
	by(NonEmptyText, (value, where) => {
		const wanted = value.toLowerCase();
		return (data) => textsOf(data, where).some((text) => text?.toLowerCase().includes(wanted));
	});

export const createdBefore: Rule<{ created_at: string }> = by(
	DateTime,
	(value) => (data) => Date.parse(data.created_at) < Date.parse(value),
);

export const byMetadata: Rule<{ custom_metadata: Record<string, unknown> }> = by(
	Type.Record(Type.String(), Type.Union([Type.String(), Type.Boolean()])),
	(wanted) => (data) =>
		Object.entries(wanted).every(([key, value]) => data.custom_metadata[key] === value),
);

/** A valid parameter for records that no fixture has, so nothing matches. */
export const matchesNothing: Rule<object> = by(NonEmptyText, () => () => false);

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

/** Finds a record by its ID or by another parameter. Throws 400 without any, 404 `NAME_not_found`. */
export function findOne<Data extends object>(
	kind: RecordKind<Data>,
	others: Filters<Data>,
	parameters: Record<string, unknown>,
	where: Where,
): Data {
	const id = `${kind.name}_id`;
	const names = [id, ...Object.keys(others)];
	const named = names.find((name) => parameters[name] !== undefined);
	if (named === undefined) throw invalidInput(`One of ${names.join(', ')} is required`);
	const kept = kind.in(where.workspace);
	const isNamed = keptBy(others, { [named]: parameters[named] }, where);
	const found =
		named === id
			? kept.get(String(parameters[id]))
			: kept.entries.find(({ record }) => isNamed(record))?.record;
	if (!found) throw notFound(kind.name, { [named]: parameters[named] });
	return found;
}

export function getRoute<Data extends object>(
	path: Route['path'],
	kind: RecordKind<Data>,
	others: Filters<Data> = {},
): Route {
	const id = `${kind.name}_id`;
	const isIdAlone = Object.keys(others).length === 0;
	return defineRoute({
		path,
		parameters: isIdAlone ? { [id]: Uuid } : { [id]: Type.Optional(Uuid), ...schemasOf(others) },
		answer: (service, { workspace, parameters }) => {
			const where = { service, workspace };
			return one(kind, findOne(kind, others, parameters, where), where);
		},
	});
}

export function actRoute<Data extends object>(
	path: Route['path'],
	kind: RecordKind<Data>,
	act: (service: SandboxService, workspace: WorkspaceState, data: Data) => void,
): Route {
	return defineRoute({
		path,
		parameters: { [`${kind.name}_id`]: Uuid },
		answer: (service, { workspace, parameters }) =>
			act(service, workspace, findOne(kind, {}, parameters, { service, workspace })),
	});
}

interface ListOptions<Data> {
	/** 500 by default. */
	defaultLimit?: number;
	/** Whether the answer has pages, as it has by default. */
	hasPages?: false | ((settings: SandboxSettings) => boolean);
	/** Refuses a request without any filter. */
	needsFilter?: true;
	required?: Record<string, TSchema>;
	from?(parameters: Record<string, unknown>, where: Where): ReadonlyArray<Entry<Data>>;
}

export function listRoute<Data extends object>(
	path: Route['path'],
	kind: RecordKind<Data>,
	filters: Filters<Data>,
	options: ListOptions<Data> = {},
): Route {
	const { hasPages = () => true, required = {}, defaultLimit } = options;
	const names = Object.keys(filters);
	return defineRoute({
		path,
		parameters: {
			...required,
			...schemasOf(filters),
			...(hasPages ? PageParameters : {}),
		},
		answer(service, request): Answer {
			const parameters: Record<string, unknown> = request.parameters;
			const where = { service, workspace: request.workspace };
			if (options.needsFilter && names.every((name) => parameters[name] === undefined))
				throw invalidInput(`One of ${names.join(', ')} is required`);
			const all = options.from?.(parameters, where) ?? kind.in(request.workspace).entries;
			const keeps = keptBy(filters, parameters, where);
			const matches = ({ record }: Entry<Data>) => keeps(record);
			const show = (entries: ReadonlyArray<Entry<Data>>) =>
				several(
					kind,
					entries.map(({ record }) => record),
					where,
				);
			if (!hasPages || !hasPages(service.settings)) return show(all.filter(matches));
			const { entries, pagination } = paginate(
				all,
				{ ...request, parameters },
				{ defaultLimit, matches },
			);
			return { ...show(entries), pagination };
		},
	});
}

function keptBy<Data>(
	filters: Filters<Data>,
	parameters: Record<string, unknown>,
	where: Where,
): (data: Data) => boolean {
	const rules = Object.entries(filters).flatMap(([name, filter]) => {
		const value = parameters[name];
		if (value === undefined) return [];
		return ['keeps' in filter ? (filter as Rule<Data>).keeps(value, where) : hasValue(name, value)];
	});
	return (data) => rules.every((keeps) => keeps(data));
}

function hasValue(name: string, value: unknown): (data: unknown) => boolean {
	const valueOf = (data: unknown, member: string) => (data as Record<string, unknown>)[member];
	return Array.isArray(value)
		? (data) => value.includes(valueOf(data, name.replace(/s$/, '')))
		: (data) => valueOf(data, name) === value;
}

const schemasOf = <Data>(filters: Filters<Data>) =>
	Object.fromEntries(
		Object.entries(filters).map(([name, filter]) => [
			name,
			Type.Optional('keeps' in filter ? (filter as Rule<Data>).schema : (filter as TSchema)),
		]),
	);

import { firstText, idsIn, isText, type WireObject } from './records';

/** More fields depend on the type. One that is null is absent. */
export interface ServiceEvent extends WireObject {
	event_id: string;
	event_type: string;
	created_at: string;
	device_id?: string | null;
	access_code_id?: string | null;
}

/** Leaves out entries without an ID, a type or a time, because they cannot be told apart. */
export function readEvents(values: WireObject[]): ServiceEvent[] {
	return values.filter(
		(value): value is ServiceEvent =>
			isText(value.event_id) &&
			isText(value.event_type) &&
			typeof value.created_at === 'string' &&
			!Number.isNaN(Date.parse(value.created_at)),
	);
}

export const happenedAt = ({ occurred_at: occurredAt, created_at: createdAt }: ServiceEvent) =>
	typeof occurredAt === 'string' && !Number.isNaN(Date.parse(occurredAt)) ? occurredAt : createdAt;

export const happenedAtMs = (event: ServiceEvent): number => Date.parse(happenedAt(event));

export const grantIdsIn = ({ access_grant_id: id, access_grant_ids: ids }: WireObject): string[] =>
	[firstText(id) ?? [], idsIn(ids)].flat();

import type { ServiceEvent, WireObject } from './records';
import { firstText, idsIn } from './values';

/** When it happened, in ISO 8601. */
export const happenedAt = ({ occurred_at: occurredAt, created_at: createdAt }: ServiceEvent) =>
	typeof occurredAt === 'string' && !Number.isNaN(Date.parse(occurredAt)) ? occurredAt : createdAt;

/** When it happened, in milliseconds since 1970. */
export const happenedAtMs = (event: ServiceEvent): number => Date.parse(happenedAt(event));

/** IDs of the grants that an event names. */
export const grantIdsIn = ({ access_grant_id: id, access_grant_ids: ids }: WireObject): string[] =>
	[firstText(id) ?? [], idsIn(ids)].flat();

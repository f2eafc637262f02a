import { type ServiceEvent, type WireObject, firstText, idsIn } from './records';

export const happenedAt = ({ occurred_at: occurredAt, created_at: createdAt }: ServiceEvent) =>
	typeof occurredAt === 'string' && !Number.isNaN(Date.parse(occurredAt)) ? occurredAt : createdAt;

export const happenedAtMs = (event: ServiceEvent): number => Date.parse(happenedAt(event));

export const grantIdsIn = ({ access_grant_id: id, access_grant_ids: ids }: WireObject): string[] =>
	[firstText(id) ?? [], idsIn(ids)].flat();

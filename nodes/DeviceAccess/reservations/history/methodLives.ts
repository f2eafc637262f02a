import { happenedAtMs } from '../../wire/events';
import type { ServiceEvent, WireObject } from '../../wire/records';
import { firstText, idsIn } from '../../wire/values';

/** A PIN, card or key of a stay, from its creation to its deletion. */
export interface MethodLife {
	id: string;
	grantId: string;
	/** Undefined if only later events are known. In milliseconds since 1970. */
	createdAtMs?: number;
	isDeleted: boolean;
	/** Such as 'code' or 'card'; undefined if neither its record nor its PIN is known. */
	mode?: string;
	/** Every PIN that it had. */
	pins: ReadonlySet<string>;
}

/**
 * The methods of grants, also those that no longer exist. `records` are those that exist, by the ID
 * of their grant.
 */
export function methodLivesOf(
	events: readonly ServiceEvent[],
	records: ReadonlyArray<readonly [grantId: string, method: WireObject]>,
): MethodLife[] {
	const lives = new Map<string, MethodLife & { pins: Set<string> }>();
	const lifeOf = (id: string, grantId: string) => {
		const life = lives.get(id) ?? { id, grantId, isDeleted: false, pins: new Set() };
		lives.set(id, life);
		return life;
	};
	for (const [grantId, method] of records) {
		const life = lifeOf(String(method.access_method_id), grantId);
		life.mode = firstText(method.mode) ?? undefined;
		const createdAtMs = Date.parse(String(method.created_at));
		if (!Number.isNaN(createdAtMs)) life.createdAtMs = createdAtMs;
		addPin(life, method.code);
	}
	for (const event of events) {
		const [, kind] = /^access_method\.(\w+)$/.exec(event.event_type) ?? [];
		const [grantId] = idsIn(event.access_grant_ids);
		if (kind === undefined || typeof event.access_method_id !== 'string') continue;
		const life = lifeOf(event.access_method_id, grantId ?? '');
		addPin(life, event.code);
		if (kind === 'created') life.createdAtMs ??= happenedAtMs(event);
		if (kind === 'deleted') life.isDeleted = true;
	}
	return [...lives.values()];
}

function addPin(life: { pins: Set<string>; mode?: string }, code: unknown): void {
	if (typeof code !== 'string' || code === '') return;
	life.pins.add(code);
	life.mode ??= 'code';
}

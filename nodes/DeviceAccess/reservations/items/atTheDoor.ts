import type { WireObject } from '../../wire/records';
import { type Grant, hasPins, isOver, locksOf, nameOfDevice } from '../grants/grant';
import { atRiskProblems } from './item';
import { NEAR_MS } from './tell';

/** Needs a grant whose codes were read. */
export function atTheDoor(grant: Grant, nowMs: number): WireObject {
	const locks = locksOf(grant).map((lock) => lockOf(lock, grant));
	return {
		is_at_risk: !isOver(grant, nowMs) && atRiskProblems(grant, nowMs, NEAR_MS).length > 0,
		pin_on_locks: onAll(locks.map(({ has_pin: hasPin }) => hasPin)),
		locks,
	};
}

/** Null if it is not known of every lock. */
const onAll = (known: readonly unknown[]): boolean | null => {
	if (known.includes(false)) return false;
	return known.length === 0 || known.includes(null) ? null : true;
};

function lockOf(lock: WireObject, { codes, pin }: Grant): WireObject {
	const { online, battery_level: battery } = (lock.properties ?? {}) as WireObject;
	const hasPin = pin === undefined ? null : (hasPins(lock, codes) ?? null);
	const level = typeof battery === 'number' ? battery : null;
	const name = nameOfDevice(lock);
	const state = [
		...(typeof online === 'boolean' ? [online ? 'online' : 'offline'] : []),
		...(level === null ? [] : [`battery ${Math.round(level * 100)}%`]),
	];
	return {
		device_id: lock.device_id,
		name,
		is_online: typeof online === 'boolean' ? online : null,
		battery_level: level,
		can_unlock: lock.can_remotely_unlock === true,
		has_pin: hasPin,
		text: `${[name, state.join(', ')].filter((part) => part !== '').join(': ')}. ${PIN_ON_LOCK[String(hasPin)]}`,
	};
}

const PIN_ON_LOCK: Readonly<Record<string, string>> = {
	true: 'The PIN is on the lock.',
	false: 'The PIN is not on the lock.',
	null: 'Whether the PIN is on the lock is not known.',
};

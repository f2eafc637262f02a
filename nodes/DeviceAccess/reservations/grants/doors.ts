import { isConnectionLost, isLock, isSetOnLock, seriousErrors } from '../../wire/issues';
import type { WireObject } from '../../wire/records';
import type { GrantRecords } from './grantRecords';

export const locksOf = ({ devices }: Pick<GrantRecords, 'devices'>): WireObject[] =>
	devices.filter(isLock);

export const doorsOf = (records: Pick<GrantRecords, 'devices' | 'entrances'>): WireObject[] => [
	...locksOf(records),
	...(records.entrances ?? []),
];

const isOnline = ({ properties }: WireObject): boolean =>
	(properties as WireObject | undefined)?.online !== false;

/** True for a lock that has no other trouble than being offline. */
export function isOnlyOffline(lock: WireObject): boolean {
	const errors = seriousErrors(lock.errors);
	return errors.every(isConnectionLost) && (!isOnline(lock) || errors.length > 0);
}

/**
 * True if a lock has every PIN of the guest, so that the door opens, online or not. Undefined if the
 * codes were not read, or do not tell.
 */
export function hasPins(
	{ device_id: id }: WireObject,
	codes: readonly WireObject[] = [],
): boolean | undefined {
	const found = codes
		.filter(({ device_id: deviceId, status }) => deviceId === id && status !== 'removing')
		.map(isSetOnLock);
	return found.length === 0 || found.includes(undefined) ? undefined : !found.includes(false);
}

/** True if a lock can open for the guest: it is online, or has the PINs already. */
export const canOpen = (lock: WireObject, codes: readonly WireObject[] = []): boolean =>
	isOnline(lock) || hasPins(lock, codes) === true;

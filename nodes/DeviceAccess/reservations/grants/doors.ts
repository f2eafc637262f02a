import { isLock } from '../../wire/locks';
import type { WireObject } from '../../wire/records';
import type { GrantRecords } from './grantRecords';

/** The locks that a grant opens. */
export const locksOf = ({ devices }: Pick<GrantRecords, 'devices'>): WireObject[] =>
	devices.filter(isLock);

/** The locks and entrances that a grant opens. */
export const doorsOf = (records: Pick<GrantRecords, 'devices' | 'entrances'>): WireObject[] => [
	...locksOf(records),
	...(records.entrances ?? []),
];

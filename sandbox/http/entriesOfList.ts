import type { Collection, Entry } from '../state/collection';
import type { SandboxService } from './sandboxService';

/** The entries that a list shows: those of `listLagMs` ago, unless the request names IDs. */
export const entriesOfList = <T extends object>(
	{ clock, settings: { listLagMs } }: SandboxService,
	collection: Collection<T>,
	namesIds: boolean,
): ReadonlyArray<Entry<T>> =>
	listLagMs === 0 || namesIds ? collection.entries : collection.entriesAt(clock.now() - listLagMs);

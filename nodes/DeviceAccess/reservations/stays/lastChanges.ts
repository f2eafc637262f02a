import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { isWireObject } from '../../wire/records';
import type { StayInput } from './stayInput';

/** How many guests to remember. The oldest are forgotten first. */
const MOST_REMEMBERED = 10_000;

/** Remembers when each reservation was last changed at its source, so that an older change that arrives later does nothing. */
export interface LastChanges {
	isOutdated(stay: StayInput): boolean;
	note(stay: StayInput): void;
}

/**
 * Reads the changes from the workflow's static data, which n8n saves after an execution of a published workflow. If
 * executions run in parallel, the last to end wins. So the node may apply an old change, which Sync Many corrects.
 */
export function readLastChanges({
	context,
	workspaceId,
}: {
	context: Pick<IExecuteFunctions, 'getWorkflowStaticData'>;
	workspaceId?: string;
}): LastChanges {
	const data: IDataObject = context.getWorkflowStaticData('node');
	if (!isWireObject(data.lastChanges)) data.lastChanges = {};
	const applied = data.lastChanges as IDataObject;
	// A copy of the names, oldest first, because reading them from the static data takes a millisecond.
	const names = new Set(Object.keys(applied));
	// One node can serve several workspaces, in which different reservations may have the same key.
	const place = workspaceId === undefined ? '' : `${workspaceId} `;
	// The guest number at the end avoids names that every object has, such as `constructor`.
	const nameOf = ({ prefix, reservationKey, guestNumber }: StayInput) =>
		`${place}${prefix}${reservationKey}:${guestNumber}`;
	// Ending guest 1's access ends the access of all guests.
	const endOf = ({ prefix, reservationKey }: StayInput) => `${place}${prefix}${reservationKey}:all`;
	const isBefore = (changedAtMs: number, name: string) => changedAtMs < Number(applied[name]);
	const forget = (name: string) => {
		names.delete(name);
		delete applied[name];
	};
	const remember = (name: string, changedAtMs: number) => {
		// Removed and added again, because the order shows which name is the oldest.
		forget(name);
		names.add(name);
		applied[name] = changedAtMs;
	};
	return {
		isOutdated: (stay) =>
			stay.changedAtMs !== undefined &&
			(isBefore(stay.changedAtMs, nameOf(stay)) || isBefore(stay.changedAtMs, endOf(stay))),
		note: (stay) => {
			if (stay.changedAtMs === undefined) return;
			const endsAll = stay.meaning === 'endsAccess' && stay.guestNumber === 1;
			if (endsAll) forget(nameOf(stay));
			remember(endsAll ? endOf(stay) : nameOf(stay), stay.changedAtMs);
			for (const oldest of names) {
				if (names.size <= MOST_REMEMBERED) return;
				forget(oldest);
			}
		},
	};
}

import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { isWireObject } from '../../wire/records';
import type { StayInput } from './stayInput';

/** How many reservations to remember. The oldest are forgotten first. */
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
export function readLastChanges(context: Pick<IExecuteFunctions, 'getWorkflowStaticData'>): LastChanges {
	const data: IDataObject = context.getWorkflowStaticData('node');
	if (!isWireObject(data.lastChanges)) data.lastChanges = {};
	const applied = data.lastChanges as IDataObject;
	// The guest number at the end avoids names that every object has, such as `constructor`.
	const nameOf = ({ prefix, reservationKey, guestNumber }: StayInput) => `${prefix}${reservationKey}:${guestNumber}`;
	return {
		isOutdated: (stay) => stay.changedAtMs !== undefined && stay.changedAtMs < Number(applied[nameOf(stay)]),
		note: (stay) => {
			if (stay.changedAtMs === undefined) return;
			delete applied[nameOf(stay)];
			applied[nameOf(stay)] = stay.changedAtMs;
			const names = Object.keys(applied);
			for (const name of names.slice(0, Math.max(names.length - MOST_REMEMBERED, 0))) delete applied[name];
		},
	};
}

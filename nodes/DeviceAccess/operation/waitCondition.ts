import type { IDataObject } from 'n8n-workflow';
import type { LookUpFailures } from '../lists/batchedLookUps';
import type { SendRequest } from '../transport/request';
import type { LookUp } from '../waiting/awaitOutcomes';
import type { WireObject } from '../wire/records';
import type { Field, Fields } from './types';

/** A state that the record reaches after the answer, and that items can wait for. */
export interface WaitCondition {
	/** The option and its name, which workflows store. Without one, every item waits. */
	optionName?: string;
	option?: Field;
	/** Wire name of the ID that `lookUp` takes. */
	idField: string;
	/** Outcome when the state is reached. */
	outcome: string;
	reachedSentence: string;
	pendingSentence: string;
	failedSentence: string;
	/** What to do after a failure. */
	failedAdvice?: string;
	/**
	 * Reads the state from the record in the answer. Without this, every record is looked up after a
	 * first pause.
	 */
	readState?: (record: WireObject) => RecordState;
	/**
	 * Looks up the state of many records. Never throws: failures are noted in `failures`, record by
	 * record.
	 */
	lookUp: (send: SendRequest, failures: LookUpFailures) => LookUp<RecordState>;
}

/**
 * Says whether a record has reached the state. `failed` means that it never will, `waitingForLock`
 * that the service continues once the lock is back online. `restriction` says what the record cannot
 * do, such as doors that a key does not open. `reasons` has the service's explanation, and `type`
 * its code for the first one. `advice` replaces that of the condition; empty for none.
 */
export type RecordState =
	| { is: 'pending'; record: WireObject }
	| { is: 'reached'; record: WireObject; restriction?: string }
	| { is: 'waitingForLock'; record: WireObject; reasons: string[] }
	| { is: 'failed'; record: WireObject; reasons: string[]; type?: string; advice?: string };

/** The result of a wait: the last state of the record, or why it could not be read. */
export interface AwaitedRecord {
	state?: RecordState;
	unreadable?: string;
}

/** True if the item waits for the state: because its option is on, or because every item waits. */
export const isAwaited = (
	condition: WaitCondition | undefined,
	options: IDataObject,
): condition is WaitCondition =>
	condition !== undefined &&
	(condition.optionName === undefined || options[condition.optionName] === true);

/** The entry of Options that waits for the state. */
export const conditionOption = (condition: WaitCondition | undefined): Fields =>
	condition?.optionName && condition.option ? { [condition.optionName]: condition.option } : {};

import { describeError } from '../../errors/describeError';
import type { LookUpFailures } from '../../lists/batchedLookUps';
import type { Clock } from '../../transport/clock';
import type { SendRequest } from '../../transport/request';
import { awaitOutcomes, type WaitLimits } from '../../waiting/awaitOutcomes';
import type { WireObject } from '../../wire/records';
import type { AwaitedRecord, RecordState, WaitCondition } from '../waitCondition';

/**
 * Waits, within `limits`, until the records of all items have reached the state or never will.
 * Skips records for which `readState` already says so. Never throws for a failed lookup: the record
 * stays pending with the reason.
 */
export async function awaitRecords(
	send: SendRequest,
	records: ReadonlyArray<{ id: string; record?: WireObject }>,
	condition: WaitCondition,
	limits: WaitLimits,
	{ signal, clock }: { signal?: AbortSignal; clock?: Clock } = {},
): Promise<Map<string, AwaitedRecord>> {
	const failures: LookUpFailures = new Map();
	const latest = new Map<string, RecordState>();
	for (const { id, record } of records)
		if (condition.readState && record) latest.set(id, condition.readState(record));
	const isOpen = (state: RecordState | undefined) => state === undefined || state.is === 'pending';
	const lookUpStates = condition.lookUp(send, failures);
	const lookUp = async (ids: string[]) => {
		const found = await lookUpStates(ids);
		for (const [id, state] of found) latest.set(id, state);
		return new Map([...found].filter(([, state]) => !isOpen(state)));
	};
	const open = records.filter(({ id }) => isOpen(latest.get(id))).map(({ id }) => id);
	await awaitOutcomes(new Set(open), lookUp, limits, { failures, signal, clock });
	return new Map(
		records.map(({ id }) => [
			id,
			{
				state: latest.get(id),
				unreadable: failures.has(id) ? describeError(failures.get(id)).message : undefined,
			},
		]),
	);
}

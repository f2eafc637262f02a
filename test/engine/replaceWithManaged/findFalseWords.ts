import { inspect } from 'node:util';
import type { IDataObject } from 'n8n-workflow';
import type { Sandbox } from '../../../sandbox/createSandbox';
import type { NodeRun } from '../../../host/engine/runNode';
import { alone } from '../../support/assert/alone';
import { codesWithPin, DELETE, OLD_CODE } from './oldCode';
import type { OnLock, ReplacementOutcome } from '../../../tools/docs/observed/replacementTable';

const PIN = alone(OLD_CODE.pin);

/** What may be on the lock for each outcome of the item; `pending` promises nothing. */
const TRUE_OF: Readonly<Record<string, OnLock[]>> = {
	replaced: ['the new code'],
	unchanged: ['the old code', 'the old code, managed'],
	locked_out: ['nothing', 'the new code, not set'],
};

const RECOVERY = {
	device_id: OLD_CODE.deviceId,
	device_name: 'Room 201',
	name: OLD_CODE.name,
	code: OLD_CODE.pin,
	starts_at: null,
	ends_at: null,
};

/** Checks the promises that hold in every row. Returns a sentence for each false statement and each broken promise. */
export function findFalseWords(
	{ outcome, onLock }: ReplacementOutcome,
	item: IDataObject | undefined,
	{ sandbox, run, log }: { sandbox: Sandbox; run: NodeRun; log: string[] },
): string[] {
	const needsHelp = outcome === 'pending' || outcome === 'locked_out';
	const { next_step: nextStep, ...recovery } = (item?.recovery ?? {}) as IDataObject;
	const texts = [item?.message, item?.errors, nextStep, log, run.error];
	const sent = (path: string) => sandbox.requests.of(path).filter(({ status }) => status !== 429);
	return [
		...(outcome !== undefined && !(TRUE_OF[outcome]?.includes(onLock) ?? true)
			? [`says ${outcome}, and on the lock is: ${onLock}`]
			: []),
		...(needsHelp && JSON.stringify(recovery) !== JSON.stringify(RECOVERY)
			? ['does not carry all that is needed to finish by hand']
			: []),
		...(needsHelp && !nextStep ? ['does not say what to do next'] : []),
		...(!needsHelp && item?.recovery ? ['asks a person for help without need'] : []),
		...(needsHelp !== log.length > 0 ? [`is ${needsHelp ? 'not ' : ''}told in the log`] : []),
		...(codesWithPin(sandbox).length > 1 ? ['put the PIN on the lock twice'] : []),
		...(sent(DELETE).length > 1 ? ['sent the deletion twice'] : []),
		...(createdTwice(sandbox) ? ['let the code be created twice'] : []),
		...(PIN.test(inspect(texts, { depth: null })) ? ['tells the PIN in a text'] : []),
		...(run.status === 'success' && !item ? ['has no item'] : []),
	];
}

/** Whether a code was created twice; the service emits an event for each new code. */
function createdTwice({ state }: Sandbox): boolean {
	const created = [...state.workspaces.values()]
		.flatMap(({ events }) => events)
		.filter(({ event_type: type }) => type === 'access_code.created');
	return created.length > 1;
}

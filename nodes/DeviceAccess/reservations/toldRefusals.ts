import { createHash } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { isWireObject } from '../wire/records';
import type { Refusal } from './listGuard';

/** A message that got lost is repeated the next day. */
const TOLD_FOR_MS = 24 * 3_600_000;

/**
 * True if an execution of the last 24 hours has said the same of the same stays, so that a list that
 * comes every hour asks once. In published workflows only, like all static data of n8n.
 */
export function wasToldToday(
	context: Pick<IExecuteFunctions, 'getWorkflowStaticData'>,
	{ problem: { code }, grants }: Refusal,
	nowMs: number,
): boolean {
	const data = context.getWorkflowStaticData('node');
	const told = isWireObject(data.toldRefusals) ? data.toldRefusals : {};
	const keys = [...new Set(grants.map(({ key }) => key.reservationKey))].sort();
	const of = createHash('sha256').update(JSON.stringify(keys)).digest('hex').slice(0, 16);
	const before = Object.hasOwn(told, code) ? told[code] : undefined;
	if (isWireObject(before) && before.of === of && Number(before.at) > nowMs - TOLD_FOR_MS)
		return true;
	data.toldRefusals = { ...told, [code]: { of, at: nowMs } };
	return false;
}

import { InvalidParameterError, rethrow, wasNotSent } from '../errors/errors';
import { type FailedOrder, hasStopped, type ItemRun } from '../operation';
import { takeObject } from '../transport/httpCall';
import { mapWithConcurrency } from '../transport/mapWithConcurrency';
import type { SendRequest } from '../transport/request';
import { deviceName, type WireObject } from '../wire/records';
import { isUnknownCode } from './awaitNewCode';
import type { Caution } from './caution';
import { accessObstacle, isConvertible, replacementObstacle } from './findObstacles';
import { readLock } from './lockState';
import { replaceCode } from './replaceCode';
import {
	reasonOf,
	type Replacement,
	type ReplacementResult,
	toReplacementResult,
	toVanishedResult,
} from './replacementResult';

const GET = '/access_codes/unmanaged/get';

/** What one item asks for. */
export interface Wanted {
	id: string;
	newName?: string;
	evenIfConvertible: boolean;
}

/** What is done about it, as its code and lock are. */
export interface Order extends Wanted {
	replacement: Replacement;
}

/** Without continue-on-fail, nothing more is checked after a failure. */
export async function checkAll(
	run: ItemRun,
	wanted: ReadonlyArray<Wanted | undefined>,
): Promise<Array<Order | FailedOrder | undefined>> {
	let hasFailed = false;
	const check = async (one: Wanted | undefined): Promise<Order | FailedOrder | undefined> => {
		try {
			return one && { ...one, replacement: await readReplacement(run.send, one) };
		} catch (error) {
			hasFailed = true;
			return { is: 'fail', error };
		}
	};
	const isOver = () => hasStopped(run) || (hasFailed && !run.continueOnFail);
	const { requestsInFlight } = run.settings;
	return refuseRepeated(await mapWithConcurrency(wanted, requestsInFlight, check, isOver));
}

/** Fails every later item about the same code, because the change cannot be made twice. */
function refuseRepeated(orders: ReadonlyArray<Order | FailedOrder | undefined>) {
	const firstIndexes = new Map<string, number>();
	return orders.map((order, index): Order | FailedOrder | undefined => {
		if (!order || 'is' in order) return order;
		const first = firstIndexes.get(order.id) ?? index;
		firstIndexes.set(order.id, first);
		if (first === index) return order;
		const why = `item ${first} already replaces this code`;
		return { is: 'fail', error: refuse(why, "Add a 'Remove Duplicates' node before this one.") };
	});
}

/** From its first change on, neither Stop nor the failure of another item holds it back. */
export async function replace(
	{ send, settings }: ItemRun,
	order: Order,
	{ caution, uncancellable }: { caution: Caution; uncancellable: SendRequest },
): Promise<ReplacementResult> {
	const { replacement } = order;
	return await caution.inTurn(
		replacement,
		async () =>
			caution.heldBack(replacement) ??
			(await checkAgain(send, order)) ??
			// Another replacement can have failed meanwhile.
			caution.heldBack(replacement) ??
			(await replaceCode(uncancellable, replacement, settings)),
	);
}

/** A long time can pass between the check and the write. Undefined if all is as it was. */
async function checkAgain(
	send: SendRequest,
	{ replacement, ...wanted }: Order,
): Promise<ReplacementResult | undefined> {
	try {
		const now = await readReplacement(send, wanted);
		if (JSON.stringify(now) !== JSON.stringify(replacement))
			throw refuse('someone else changed the code in the meantime');
		return undefined;
	} catch (error) {
		if (wasNotSent(error)) return rethrow(error);
		if (isUnknownCode(error)) return await toVanishedResult(send, replacement);
		const isRefused = error instanceof InvalidParameterError;
		return toReplacementResult(
			replacement,
			{ is: 'failed', reasons: isRefused ? [] : [reasonOf(error)] },
			{ outcome: 'unchanged', sentence: isRefused ? error.message : 'Nothing was changed' },
		);
	}
}

async function readReplacement(
	send: SendRequest,
	{ id, newName, evenIfConvertible }: Wanted,
): Promise<Replacement> {
	const body = { access_code_id: id };
	const code = takeObject(await send({ endpoint: GET, body, effect: 'read' }), 'access_code');
	const lock = await readLock(send, String(code.device_id));
	const replacement = toReplacement(code, lock.device, newName);
	if (isConvertible(code, lock.device) && !evenIfConvertible) {
		const obstacle = accessObstacle(code, lock.device);
		throw refuse(
			`this code can be converted${obstacle ? `, but not now: ${obstacle}` : ''}`,
			"Use 'Convert to Managed', which keeps the PIN working without interruption, or turn on 'Even If Convertible' under Options.",
			replacement.deviceId,
		);
	}
	const obstacle = replacementObstacle(code, lock, replacement.name ?? '', Date.now());
	if (obstacle) throw refuse(obstacle, undefined, replacement.deviceId);
	return replacement;
}

function toReplacement(
	code: WireObject,
	device: WireObject,
	newName: string | undefined,
): Replacement {
	const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
	return {
		oldAccessCodeId: String(code.access_code_id),
		deviceId: String(code.device_id),
		deviceName: deviceName(device),
		pin: text(code.code) ?? '',
		name: newName ?? text(code.name),
		startsAt: text(code.starts_at),
		endsAt: text(code.ends_at),
	};
}

export const refuse = (why: string, advice?: string, deviceId?: string) =>
	new InvalidParameterError(`Nothing was changed: ${why}`, advice, undefined, undefined, deviceId);

import { InvalidParameterError, rethrow, wasNotStarted } from '../../../errors/errors';
import { takeObject } from '../../../transport/httpCall';
import { mapWithConcurrency } from '../../../transport/mapWithConcurrency';
import type { SendRequest } from '../../../transport/request';
import type { WireObject } from '../../../wire/records';
import {
	defineOperation,
	desiredState,
	type FailedOrder,
	type Fields,
	hasStopped,
	type ItemRun,
	type ItemValues,
	OPTIONS_OF_WAITING,
	optionalText,
	type Reconciled,
	requestOf,
} from '../../../operation';
import {
	concludeVanished,
	type Replacement,
	type ReplacementOutcome,
	type ReplacementResult,
	toReplacementResult,
} from './replacementResult';
import { isUnknownCode } from './awaitNewCode';
import { replaceCode } from './replaceCode';
import { accessObstacle, isConvertible, replacementObstacle } from './findObstacles';
import { narrowingDeviceField, unmanagedAccessCodeField } from '../../fields/locators';
import { readLock } from '../lockState';

const GET = '/access_codes/unmanaged/get';

const FIELDS = {
	deviceId: narrowingDeviceField,
	accessCodeId: unmanagedAccessCodeField,
	replaceNotice: {
		displayName:
			"The PIN does not work until the new code is on the lock, and the person could be locked out. Keep the items: 'recovery' has what you need to finish by hand.",
		type: 'notice',
		default: '',
	},
} as const satisfies Fields;

const readFields = requestOf(FIELDS);

export const replaceUnmanagedAccessCode = defineOperation({
	value: 'replaceWithManaged',
	name: 'Replace With Managed',
	action: 'Replace unmanaged access code with managed',
	description:
		'Delete a code that cannot be converted, and create a managed one with its PIN. In between, it does not work.',
	endpoint: '/access_codes/unmanaged/delete',
	effect: 'write',
	reference: {
		more: '[Replace With Managed](../replace-with-managed.md)',
		outcomes: {
			replaced: 'The new code replaced the old one',
			unchanged: 'The old code stays as it was',
			pending: "The node does not know whether the PIN works. See 'recovery' for what to do.",
			locked_out: "The PIN does not work. See 'recovery' for what to do.",
		} satisfies Record<ReplacementOutcome, string>,
		retries:
			'The node sends the deletion again only if [it cannot have taken effect](README.md#retries). It may send the creation again: after an unclear answer, only if the lock has no code with this PIN. See [The creation](../replace-with-managed.md#the-creation).',
	},
	isRepeatable: false,
	kind: desiredState<Wanted, ItemRun, Reconciled, Order>({
		about: 'access_code_id',
		options: OPTIONS_OF_WAITING,
		needsOneWorkspace: 'The node checks all items before it changes the first one.',
		read: readWanted,
		groupOf: ({ replacement }) => replacement.deviceId,
		prepare: async (run, wanted) => ({ shared: run, orders: await checkAll(run, wanted) }),
		reconcile: async ({ shared: run, uncancellable }, order) => {
			const { record, logWarning } = await replace(run, order, uncancellable);
			if (logWarning) run.context.logger.warn(logWarning);
			return { toRecord: () => record };
		},
		hints: {
			locked_out:
				"If 'outcome' is 'locked_out', the PIN does not work now. See 'recovery' in the item for what to do.",
		},
	}),
	fields: FIELDS,
	options: {
		evenIfConvertible: {
			displayName: 'Even If Convertible',
			type: 'boolean',
			default: false,
			description:
				'Whether to also replace codes that can be converted. Use it only after a conversion failed, because converting keeps the PIN working without interruption.',
		},
		name: {
			displayName: 'Name',
			type: 'string',
			default: '',
			placeholder: 'e.g. Guest 101',
			description:
				'A name for the new code, if the lock does not accept the old name. Leave empty to keep the old name.',
		},
	},
});

/** What one item asks for. */
interface Wanted {
	id: string;
	newName?: string;
	evenIfConvertible: boolean;
}

/** What is done about it, as its code and lock are. */
interface Order extends Wanted {
	replacement: Replacement;
}

function readWanted({ options, ...values }: ItemValues): Wanted {
	if (options.maskPinCodes === true) {
		throw refuse(
			"'Mask PINs' is on",
			'Turn it off. If something goes wrong after the old code is deleted, you need the PIN from the output.',
		);
	}
	return {
		id: String(readFields({ ...values, options }).access_code_id),
		newName: optionalText(options.name),
		evenIfConvertible: options.evenIfConvertible === true,
	};
}

/** Without continue-on-fail, nothing more is checked after a failure. */
async function checkAll(
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

/**
 * Reads the code and its lock again first, because a long time can pass between the check and the
 * write. From the first change on, neither Stop nor the failure of another item holds it back.
 */
async function replace(
	{ send, settings }: ItemRun,
	{ replacement, ...wanted }: Order,
	uncancellable: SendRequest,
): Promise<ReplacementResult> {
	try {
		const now = await readReplacement(send, wanted);
		if (JSON.stringify(now) !== JSON.stringify(replacement))
			throw refuse('someone else changed the code in the meantime');
	} catch (error) {
		if (wasNotStarted(error)) return rethrow(error);
		if (isUnknownCode(error))
			return toReplacementResult(replacement, await concludeVanished(send, replacement));
		const sentence = error instanceof InvalidParameterError ? error.message : 'Nothing was changed';
		return toReplacementResult(replacement, {
			outcome: 'unchanged',
			sentence,
			reasons: error instanceof InvalidParameterError ? [] : [error],
		});
	}
	return await replaceCode(uncancellable, replacement, settings);
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
		deviceName: text(device.display_name) ?? text(device.nickname),
		pin: text(code.code) ?? '',
		name: newName ?? text(code.name),
		startsAt: text(code.starts_at),
		endsAt: text(code.ends_at),
	};
}

const refuse = (why: string, advice?: string, deviceId?: string) =>
	new InvalidParameterError(`Nothing was changed: ${why}`, advice, undefined, undefined, deviceId);

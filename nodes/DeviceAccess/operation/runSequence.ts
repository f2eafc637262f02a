import { CancelledError, InvalidParameterError, NotStartedError } from '../errors/errors';
import { mapWithConcurrency } from '../transport/mapWithConcurrency';
import { cancelSignal, type SendRequest } from '../transport/request';
import type { CheckedItem, ReturnsSequence } from './defineOperation';
import { hasStopped, type ItemRun, type ItemState } from './itemRun';
import { type ItemValues, readParameters } from './readParameters';
import { recordShaper } from './shapeRecord';

/** An item that nothing speaks against, and what was entered for it. */
type Checked = CheckedItem & { values: ItemValues };

type CheckState = Checked | { failed: unknown } | undefined;

/**
 * Two passes over all items: each one is checked before the first one is changed. Without continue-on-fail an item that
 * fails its check ends the run with nothing changed. At most 'Requests in Flight' groups are worked on at once, the items
 * of a group one after another; what has begun is brought to its end, whatever happens to the run.
 */
export async function runSequence(run: ItemRun, returns: ReturnsSequence): Promise<ItemState[]> {
	const checks = refuseRepeated(await checkAll(run, returns));
	const states: ItemState[] = checks.map((check) => (check && 'failed' in check ? check : undefined));
	if (hasStopped(run, states)) return states;
	const groups = new Map<string, Array<{ check: Checked; itemIndex: number }>>();
	checks.forEach((check, itemIndex) => {
		if (check && 'run' in check) groups.set(check.group, [...(groups.get(check.group) ?? []), { check, itemIndex }]);
	});
	const isOver = () => cancelSignal(run.context)?.aborted === true;
	const runGroup = async (group: Array<{ check: Checked; itemIndex: number }>) => {
		for (const { check, itemIndex } of group) {
			if (!isOver()) states[itemIndex] = await runChecked(run, check);
		}
	};
	await mapWithConcurrency([...groups.values()], run.settings.requestsInFlight, runGroup, isOver);
	return states;
}

async function checkAll({ context, operation, settings, send, stop, continueOnFail }: ItemRun, returns: ReturnsSequence): Promise<CheckState[]> {
	return await mapWithConcurrency<unknown, CheckState>(
		context.getInputData(),
		settings.requestsInFlight,
		async (_item, itemIndex) => {
			try {
				// n8n repeats the whole node when its first item has failed, and would lose what this run has found out.
				if (continueOnFail && context.getNode().retryOnFail) throw retryIsOn();
				const values = readParameters(context, operation, itemIndex);
				return { ...(await returns.check({ send, body: operation.request(values), values, settings })), values };
			} catch (error) {
				if (error instanceof NotStartedError) return undefined;
				if (!continueOnFail) stop.abort();
				return { failed: error };
			}
		},
		() => stop.signal.aborted,
	);
}

const retryIsOn = () => new InvalidParameterError("Nothing was changed: 'Retry On Fail' is on", "Switch it off in the node's settings. It would send every item again.");

/** The second item about the same thing fails: it could not be done twice, and may ask for something else. */
function refuseRepeated(checks: CheckState[]): CheckState[] {
	const firstIndexById = new Map<string, number>();
	return checks.map((check, itemIndex) => {
		if (!check || 'failed' in check) return check;
		const firstIndex = firstIndexById.get(check.id);
		if (firstIndex === undefined) {
			firstIndexById.set(check.id, itemIndex);
			return check;
		}
		const message = `Nothing was changed: item ${firstIndex} of the input asks for the same`;
		return { failed: new InvalidParameterError(message, "Put the node 'Remove Duplicates' before this one.") };
	});
}

async function runChecked({ context, operation, send }: ItemRun, { run, values }: Checked): Promise<ItemState> {
	const sendToTheEnd: SendRequest = async (request) => await send({ ...request, outlivesStop: true });
	try {
		const { record, alarm } = await run(sendToTheEnd);
		if (alarm) context.logger.warn(alarm);
		return { records: [recordShaper(operation, values)(record)], values };
	} catch (error) {
		return error instanceof CancelledError ? undefined : { failed: error };
	}
}

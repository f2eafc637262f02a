import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import {
	describeError,
	type ErrorReport,
	joinSentences,
	mayHaveActed,
} from '../../errors/describeError';
import { toNodeError } from '../../errors/toNodeError';
import type { ItemState, PreparedRun } from '../types';
import { markForErrorOutput } from './markForErrorOutput';
import { withoutUndefined } from '../../wire/withoutUndefined';

/**
 * The output of a run: paired items in input order. With continue-on-fail, a failed item becomes `{
 * error, details }`. Otherwise, throws the error of the first failed item. A failure beyond the
 * input items becomes an item in any case.
 */
export function finishItems(run: PreparedRun, states: readonly ItemState[]): INodeExecutionData[] {
	const output: INodeExecutionData[] = [];
	const lastItem = run.context.getInputData().length - 1;
	states.forEach((state, index) => {
		// There can be more states than input items. The extra ones are paired with the last input
		// item.
		const itemIndex = Math.min(index, lastItem);
		for (const part of state?.is === 'several' ? state.parts : [state]) {
			if (part?.is === 'failed') {
				// A further state tells what no item is to blame for. It must not lose the items.
				if (!run.continueOnFail && index <= lastItem)
					throw stopError(run, states, part.error, itemIndex);
				output.push(failedItem(run, part.error, itemIndex));
			} else if (part && 'records' in part) {
				for (const json of part.records) output.push({ json, pairedItem: { item: itemIndex } });
			}
		}
	});
	return output;
}

/**
 * The values to hide: the key, and the PIN in an input item that is an access code. A PIN with
 * letters is hidden only if it is listed here.
 */
function secretsOf({ context, secrets }: PreparedRun, itemIndex: number): string[] {
	const code = context.getInputData()[itemIndex]?.json.code;
	return typeof code === 'string' || typeof code === 'number'
		? [...secrets, String(code)]
		: secrets;
}

/**
 * With the error output, only `error` and `details`, by which n8n knows such an item if it is not
 * marked.
 */
function failedItem(run: PreparedRun, error: unknown, itemIndex: number): INodeExecutionData {
	const { context } = run;
	const report = describeError(error, secretsOf(run, itemIndex));
	const { message, description, details } = report;
	const json: IDataObject = {
		error: message,
		details: withoutUndefined({
			description: description || undefined,
			...details,
		}) as IDataObject,
	};
	const item: INodeExecutionData = { json, pairedItem: { item: itemIndex } };
	markForErrorOutput(context, item, () =>
		toNodeError(context.getNode(), error, { itemIndex, secrets: secretsOf(run, itemIndex) }),
	);
	if (item.error !== undefined || context.getNode().onError !== 'continueErrorOutput')
		Object.assign(json, failedMembers(run, report, itemIndex));
	return item;
}

const failedMembers = (
	{ context, operation }: PreparedRun,
	report: ErrorReport,
	itemIndex: number,
) =>
	operation.failedMembers?.(report, context.getInputData()[itemIndex]?.json ?? {}, (name) => {
		try {
			return context.getNodeParameter(name, itemIndex, undefined, { skipValidation: true });
		} catch {
			return undefined;
		}
	});

function stopError(
	run: PreparedRun,
	states: readonly ItemState[],
	error: unknown,
	itemIndex: number,
) {
	const addition = whatWasAccepted(run, states, itemIndex);
	return toNodeError(run.context.getNode(), error, {
		itemIndex,
		addition,
		secrets: secretsOf(run, itemIndex),
	});
}

/**
 * Says how many items the service accepted, because their changes are not undone. Undefined for
 * reads and for a single item.
 */
function whatWasAccepted(
	{ operation: { effect } }: PreparedRun,
	states: readonly ItemState[],
	failedIndex: number,
): string | undefined {
	if (effect === 'read' || states.length === 1) return undefined;
	const accepted = states.filter(isAccepted).length;
	const doubtful = states.map((state) => state?.is === 'failed' && mayHaveActed(state.error));
	const others = doubtful.filter((isDoubtful, index) => isDoubtful && index !== failedIndex).length;
	const none = `${doubtful.includes(true) ? 'As far as the node knows, the' : 'The'} service accepted none of the ${states.length} items`;
	return joinSentences([
		accepted === 0
			? none
			: `The service accepted ${accepted} of ${states.length} items. Accepted changes are not undone`,
		others > 0 &&
			`For ${others} of the other items, it is unknown whether the service carried out the action`,
	]);
}

const isAccepted = (state: ItemState) =>
	state?.is === 'accepted' ||
	state?.is === 'finished' ||
	(state?.is === 'failed' && state.wasAccepted === true);

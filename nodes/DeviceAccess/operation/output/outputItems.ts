import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	NodeApiError,
	NodeExecutionHint,
	NodeOperationError,
} from 'n8n-workflow';
import { describeError, type ErrorReport, joinSentences } from '../../errors/describeError';
import { ActionFailedError, InvalidParameterError, mayHaveActed } from '../../errors/errors';
import { maskPinsIf } from '../../errors/maskPins';
import { toNodeError } from '../../errors/toNodeError';
import { isText, withoutUndefined } from '../../wire/records';
import { readIds } from '../form/requestOf';
import type { FailedItem, ItemState, Kind, PreparedItem, PreparedRun } from '../types';

/**
 * Throws the error of the first failed item, unless the node continues. A failure beyond the input
 * items becomes an item in any case.
 */
export function outputItems(
	run: PreparedRun,
	states: readonly ItemState[],
	items: readonly PreparedItem[],
): INodeExecutionData[] {
	const output: INodeExecutionData[] = [];
	states.forEach((state, index) => {
		const place = placeOf(run, items, index);
		for (const part of state?.is === 'several' ? state.parts : [state]) {
			if (part?.is === 'failed') {
				// A further state must not lose the items.
				const stops = part.isOfRun ? !run.context.continueOnFail() : !run.continueOnFail;
				if (stops && place.itemIndex !== undefined) throw stopError(run, states, part, place);
				output.push(failedItem(run, part, place));
			} else if (part && 'records' in part) {
				for (const json of part.records)
					output.push({ json: filledIn(json, carried(run, place)), pairedItem: place.pairedItem });
			}
		}
	});
	return output;
}

/** Where an output item comes from. Beyond the input items, it has no input. */
interface Place {
	itemIndex?: number;
	item?: PreparedItem;
	input: IDataObject;
	/**
	 * Empty beyond the input items: a link to any of them would lead a later node to another guest's
	 * address. Not undefined, because n8n would then fill it in.
	 */
	pairedItem: NonNullable<INodeExecutionData['pairedItem']>;
}

const placeOf = (run: PreparedRun, items: readonly PreparedItem[], index: number): Place =>
	index < items.length
		? {
				itemIndex: index,
				item: items[index],
				input: run.context.getInputData()[index]?.json ?? {},
				pairedItem: { item: index },
			}
		: { input: {}, pairedItem: [] };

/**
 * The key, and the PIN in an input item that is an access code. A PIN with letters is hidden only
 * if it is listed here.
 */
function secretsOf(
	{ secrets }: Pick<PreparedRun, 'secrets'>,
	{ input: { code } }: Place,
): string[] {
	return typeof code === 'string' || typeof code === 'number'
		? [...secrets, String(code)]
		: secrets;
}

/**
 * With the error output, the item has only `error` and `details` if n8n knows it by nothing else.
 * An action's item begins like those of items that did not fail.
 */
function failedItem(run: PreparedRun, failed: FailedItem, place: Place): INodeExecutionData {
	const { context } = run;
	const { error, names } = failed;
	const { itemIndex, pairedItem } = place;
	const secrets = secretsOf(run, place);
	const report = describeError(error, secrets);
	const failure = {
		error: report.message,
		details: withoutUndefined({
			description: report.description || undefined,
			device_name: names?.device_name ?? undefined,
			...report.details,
		}) as IDataObject,
	};
	const output = errorOutputOf(context);
	const json: IDataObject =
		output === 'itself'
			? failure
			: {
					...beginOf(run, failed, report, output),
					...idsOfFailed(run, failed, report, place, secrets),
					...failure,
					...filledIn(failedMembers(run, report, place), carried(run, place)),
					...(failed.ids as IDataObject),
				};
	return markForErrorOutput(context, { json, pairedItem }, () =>
		toNodeError(context.getNode(), error, { itemIndex, secrets }),
	);
}

/** To the error output, n8n sends a copy with the input, whose name must not get lost. */
function beginOf(
	{ operation }: PreparedRun,
	{ names, error }: FailedItem,
	{ message }: ErrorReport,
	output: 'copy' | undefined,
): IDataObject {
	const outcome = mayHaveActed(error) ? UNKNOWN : FAILED;
	if (operation.kind.about === undefined) return { outcome };
	const { name = null, device_name: deviceName = null } = names ?? {};
	const begin = { outcome, name, device_name: deviceName, message };
	return output === undefined
		? begin
		: Object.fromEntries(Object.entries(begin).filter(([, value]) => value !== null));
}

/** The IDs and keys of what the item is about, as far as they can be read. */
function idsOfFailed(
	{ operation }: PreparedRun,
	{ names }: FailedItem,
	{ details }: ErrorReport,
	{ item }: Place,
	secrets: readonly string[],
): IDataObject {
	const known = { device_id: names?.device_id, ...details };
	const sent = item && 'body' in item ? item.body : {};
	const asked = { ...readIds(operation, item?.values), ...sent };
	return Object.fromEntries(
		Object.entries({ ...known, ...asked }).filter(
			(entry): entry is [string, string] =>
				NAME_OF_ID.test(entry[0]) && isText(entry[1]) && !secrets.includes(entry[1]),
		),
	);
}

/** A request and an action attempt are only about the call. */
const NAME_OF_ID = /^(?!request_|action_attempt_).*_(?:id|key)$/;

function carried(
	{ operation: { carries = [] } }: PreparedRun,
	{ item, input }: Place,
): IDataObject {
	const names = carries.filter((name) => Object.hasOwn(input, name));
	const said = Object.fromEntries(names.map((name) => [name, input[name]]));
	return maskPinsIf(item?.values?.options.maskPinCodes === true, said) as IDataObject;
}

const filledIn = (json: IDataObject, said: IDataObject = {}): IDataObject => ({
	...json,
	...Object.fromEntries(Object.entries(said).filter(([name]) => (json[name] ?? null) === null)),
});

const parameterOf =
	({ context }: Pick<PreparedRun, 'context'>, itemIndex: number) =>
	(name: string): unknown => {
		try {
			return context.getNodeParameter(name, itemIndex, undefined, { skipValidation: true });
		} catch {
			return undefined;
		}
	};

const failedMembers = (run: PreparedRun, report: ErrorReport, { itemIndex, input }: Place) =>
	(run.operation.failedMembers?.(
		report,
		input,
		itemIndex === undefined ? () => undefined : parameterOf(run, itemIndex),
		run.context.getTimezone(),
	) ?? {}) as IDataObject;

function stopError(
	run: PreparedRun,
	states: readonly ItemState[],
	{ error, names, isOfRun }: FailedItem,
	place: Place,
) {
	const { itemIndex } = place;
	const addition = joinSentences([
		whatWasAccepted(run, states, itemIndex),
		(states.length > 1 || error instanceof ActionFailedError) &&
			!(isOfRun && run.operation.returnsFailed) &&
			CONTINUE,
	]);
	return toNodeError(run.context.getNode(), error, {
		itemIndex,
		addition,
		deviceName: isAboutDevice(error) ? (names?.device_name ?? undefined) : undefined,
		secrets: secretsOf(run, place),
	});
}

/** A refused field is not about the device that the item happens to have. */
const isAboutDevice = (error: unknown) =>
	!(error instanceof InvalidParameterError) || error.deviceId !== undefined;

const CONTINUE =
	"To continue despite failed items, set 'On Error' to 'Continue' in the node's settings";

/** Accepted changes are not undone. Undefined for reads and for a single item. */
function whatWasAccepted(
	{ operation: { effect } }: PreparedRun,
	states: readonly ItemState[],
	failedIndex: number | undefined,
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
	(state?.is === 'finished' && !state.isUnchanged) ||
	(state?.is === 'failed' && state.wasAccepted === true);

/**
 * n8n sends a `copy` with its input, or the item `itself` if no source is known, for example if the
 * node runs alone in the editor.
 */
function errorOutputOf(context: IExecuteFunctions): 'copy' | 'itself' | undefined {
	if (context.getNode().onError !== 'continueErrorOutput') return undefined;
	try {
		return context.getInputSourceData() ? 'copy' : 'itself';
	} catch {
		return 'itself';
	}
}

/**
 * n8n recognizes a failed item by `error` beside json. But when the node ends, it replaces the json
 * of every item that still has `error`. So `error` is not enumerable: n8n sees it, but does not copy it to the error output.
 */
function markForErrorOutput(
	context: IExecuteFunctions,
	item: INodeExecutionData,
	error: () => NodeApiError | NodeOperationError,
): INodeExecutionData {
	if (errorOutputOf(context) !== 'copy') return item;
	return Object.defineProperty(item, 'error', { value: error(), enumerable: false });
}

const FAILED = 'failed';

/** The service may have carried out the write, and nothing has shown whether it did. */
const UNKNOWN = 'unknown';

/** The hint shows it even if all items have this outcome. */
export type OutcomeHints = Readonly<Record<string, string>>;

const PENDING =
	"The service is still working on pending items. Check them later, or raise 'Wait Timeout' under Options.";

const UNREAD =
	"The state of pending items could not be read, and 'message' says why. The service may have finished them. Do not send them again before you have looked.";

const UNKNOWN_OUTCOME =
	"The service may have carried out unknown items. 'message' or 'details' says what to look at before you send them again.";

export function executionHints(
	kind: Kind,
	output: INodeExecutionData[],
	states: readonly ItemState[],
	items: readonly PreparedItem[],
	secrets: string[] = [],
): NodeExecutionHint[] {
	const message = hintOf(kind, output, states, items, secrets);
	return message === undefined ? [] : [{ message, location: 'outputPane' }];
}

/** An exception must not lose the output, so the hint then tells it. */
function hintOf(
	kind: Kind,
	output: INodeExecutionData[],
	states: readonly ItemState[],
	items: readonly PreparedItem[],
	secrets: string[],
): string | undefined {
	try {
		return kind.hint?.(output, states, items);
	} catch (error) {
		return `The items are complete, but could not be summed up: ${describeError(error, secrets).message}.`;
	}
}

/** Undefined if all items have the same outcome without a hint. */
export function hintOfOutcomes(
	output: INodeExecutionData[],
	hints: OutcomeHints = {},
	states: readonly ItemState[] = [],
): string | undefined {
	const counts = countOutcomes(output);
	const outcomes = [...counts.keys()];
	if (counts.size < 2 && !outcomes.some((outcome) => Object.hasOwn(hints, outcome)))
		return undefined;
	const parts = [...counts].map(([outcome, count]) => `${count} ${outcome}`);
	const isUnread = states.some((state) => state?.is === 'finished' && state.isUnread);
	const texts: OutcomeHints = {
		pending: isUnread ? UNREAD : PENDING,
		[UNKNOWN]: UNKNOWN_OUTCOME,
		...hints,
	};
	return [
		`Of ${output.length} ${output.length === 1 ? 'item' : 'items'}: ${parts.join(', ')}.`,
		...outcomes.flatMap((outcome) => texts[outcome] ?? []),
	].join(' ');
}

function countOutcomes(output: INodeExecutionData[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const { json } of output) {
		const isTold = json.error === undefined || json.outcome === UNKNOWN;
		const outcome = isTold && typeof json.outcome === 'string' ? json.outcome : FAILED;
		counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
	}
	return counts;
}

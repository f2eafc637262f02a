import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';
import type { ErrorReport } from '../errors/describeError';
import type { SendRequest } from '../transport/request';
import type { WaitLimits } from '../waiting/awaitOutcomes';
import type { Endpoint, RequestMembers } from '../wire/endpoints';
import type { WireObject } from '../wire/records';

/** Of any request. */
type Member = RequestMembers[Endpoint];

/** An n8n property without its place. `showWhen` names values of other fields of the operation. */
export type Field = Omit<INodeProperties, 'name' | 'displayOptions' | 'options'> & {
	readonly showWhen?: Readonly<Record<string, readonly string[]>>;
	/** An expression may also return a list. */
	takesList?: true;
	/** Gets no offset, because the operation applies the time zone itself. */
	keepsLocalTime?: true;
	/** Whatever an expression returns is read as text, and fails no item. */
	takesAnything?: true;
	takesBoolean?: true;
	/** Added without a value, it fails the item, because it would let everything through. */
	isFilter?: true;
	/** In a collection: left out if its expression returns nothing. */
	skipsMissing?: true;
	/** Used only by the node, for example to show other fields or to filter a list itself. */
	notSent?: true;
	/** Its name in the request, such as `customer_data.address`; for a collection, the object. */
	wire?: Member | `${Member}.${string}`;
	/** Reads the value for the request, if its type does not say how. */
	read?: (label: string, value: unknown) => unknown;
	/** Left empty, it clears the member of the record. */
	clears?: true;
	/** The name of the field beside it with the earlier time. */
	laterThan?: string;
	/** The word for a time that is left out on purpose. `read` gets the word. */
	leftOutBy?: 'now' | 'never';
	/** By default, the message follows from its description. */
	ifEmpty?: readonly [message: string, advice: string];
	readonly options?: ReadonlyArray<INodePropertyOptions | NestedField | FieldRow>;
};

/** `showWhen` names the fields beside it. */
export type NestedField = Field & { readonly name: string };

export interface FieldRow {
	readonly displayName: string;
	readonly name: string;
	readonly values: readonly NestedField[];
}

export type Fields = Readonly<Record<string, Field>>;

/** A hidden or empty text is ''. */
export type FieldValue<F extends Field> = F['type'] extends 'boolean'
	? boolean
	: F['type'] extends 'number'
		? number
		: F['type'] extends 'multiOptions'
			? string[]
			: F['type'] extends 'collection' | 'fixedCollection'
				? IDataObject
				: string;

export type FieldValues<F extends Fields> = { [Name in keyof F]: FieldValue<F[Name]> };

export type ItemValues = IDataObject & { options: IDataObject };

export interface RunSettings {
	requestsInFlight: number;
	timeoutMs: number;
	maxRetries: number;
	maxRateLimitWaitMs: number;
	maxPages: number;
	wait: WaitLimits;
}

export interface PreparedRun {
	context: IExecuteFunctions;
	operation: Operation;
	continueOnFail: boolean;
	settings: RunSettings;
	/** Values that no text may contain. */
	secrets: string[];
	/** Aborted once an item failed and stopped the run, or the workflow was canceled. */
	stop: AbortController;
}

/** The part of a run that handles the items of one workspace. */
export interface ItemRun extends PreparedRun {
	send: SendRequest;
	/** Undefined for an API key, and for operations without a workspace. */
	workspaceId?: string;
	/** The same in all executions that use this workspace with the same credential. Never stored. */
	account: string;
	/** Resolves when no request waits, except those of limited devices. */
	awaitRoom: () => Promise<void>;
	/** No other write starts before `work` has ended. */
	holdWrites: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

export interface ItemWork {
	itemIndex: number;
	input: IDataObject;
	values: ItemValues;
	body: WireObject;
}

export interface FinishedItem {
	is: 'finished';
	records: IDataObject[];
	hasMore?: boolean;
	/** True if the service did not tell the state of its record. */
	isUnread?: boolean;
	/** True if the write was not needed, not possible, or only rehearsed. */
	isUnchanged?: boolean;
}

export interface ItemNames {
	name: string | null;
	device_name: string | null;
	device_id?: string;
}

export interface FailedItem {
	is: 'failed';
	error: unknown;
	names?: ItemNames;
	/** Of what it is about, if no input item says so. */
	ids?: WireObject;
	/** True if the service accepted a change of this item before it failed. */
	wasAccepted?: boolean;
	/** True if not the item failed, but what comes before all items. */
	isOfRun?: boolean;
}

/** How an item has ended. Undefined if it was not started. */
export type ItemState =
	| FinishedItem
	/** The input item has several things to read, each with its own end. */
	| { is: 'several'; parts: ReadonlyArray<FinishedItem | FailedItem> }
	| FailedItem
	| undefined;

export interface Kind {
	/** Used only by the documentation and the tests. */
	readonly name: string;
	readonly fields: Fields;
	readonly options: Fields;
	/**
	 * Returns one state per item, then any further states for records that no item names. Throws
	 * nothing that concerns only one item.
	 */
	run(run: ItemRun, items: readonly PreparedItem[]): Promise<ItemState[]>;
	/** Throws for what the operation refuses. */
	readonly read?: (values: ItemValues, input: IDataObject) => unknown;
	/** The wire name of the ID that an action is about. Adds the outcome and names to its items. */
	readonly about?: string;
	/** The default of its operations. */
	readonly isRepeatable?: boolean;
	/** Why all items must be in one workspace. */
	readonly needsOneWorkspace?: string;
	hint?(
		output: INodeExecutionData[],
		states: readonly ItemState[],
		items: readonly PreparedItem[],
	): string | undefined;
}

/** `values` has those that are valid. */
export interface UnreadItem extends FailedItem {
	input?: IDataObject;
	values?: ItemValues;
}

export type PreparedItem = ItemWork | UnreadItem;

export interface OutputForms {
	simplify: (record: WireObject) => WireObject;
	idField: string;
	/** By the name in the output. A path is, for example, `properties.online`. */
	selectable: Readonly<Record<string, { label: string; path: string }>>;
}

export type FailedMembers = (
	error: ErrorReport,
	input: IDataObject,
	parameter: (name: string) => unknown,
	/** Of the workflow. */
	timeZone: string,
) => WireObject;

export interface Operation {
	/** Stored in workflows: never changes. */
	value: string;
	name: string;
	action: string;
	description: string;
	/** Undefined for an operation that sends no request. */
	endpoint?: Endpoint;
	/** Set if it depends on the values. `endpoint` is then the one that a new node uses. */
	endpointFor?: (values: ItemValues) => Endpoint;
	effect: 'read' | 'write';
	/**
	 * False for a write that makes something a second time, or fails, if the node sends it again. n8n's
	 * *Retry On Fail* sends all items again, so the node then refuses to run. By default, as the kind says.
	 */
	isRepeatable?: boolean;
	/** True for what opens a door at once: a request that must wait long fails. */
	opensDoor?: true;
	/**
	 * For a write that sets what another item can set otherwise: the members of the body that say
	 * which record it changes, or none if all items go one after another. Two in flight can arrive in
	 * any order.
	 */
	inOrderOf?: readonly string[];
	kind: Kind;
	fields: Fields;
	options?: Fields;
	output?: OutputForms;
	/** Adds the option to sum up errors, warnings and pending mutations. */
	hasIssues?: boolean;
	/** The wire body of one item, if it is more than its fields say (`ofFields`). */
	request?: (values: ItemValues, ofFields: () => WireObject) => WireObject;
	/**
	 * True for lists, in which one item that fails must not stop the others: it becomes an item,
	 * whatever *On Error* says. What fails for all items fails the node.
	 */
	returnsFailed?: boolean;
	/** What an item that failed has beside `error` and `details`. */
	failedMembers?: FailedMembers;
	/** Members of the input item that its item has too, unless it says them itself. */
	carries?: readonly string[];
	reference?: OperationReference;
}

/** What docs/reference says beyond fields and kind, in Markdown. Links begin at that folder. */
export interface OperationReference {
	more?: string;
	/** Follows the sentence that says what the output items are. */
	items?: string;
	/** Set if the kind does not know them. */
	outcomes?: Readonly<Record<string, string>>;
	/** Replaces the sentences on retries. */
	retries?: string;
}

export interface Resource {
	/** Stored in workflows: never changes. */
	value: string;
	name: string;
	description: string;
	operations: readonly Operation[];
}

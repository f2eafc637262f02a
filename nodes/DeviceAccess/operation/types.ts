import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';
import type { ErrorReport } from '../errors/describeError';
import type { SendRequest } from '../transport/request';
import type { WireObject } from '../wire/records';

/**
 * A field of an operation: an n8n property without its place. Its key is its name. `showWhen` names
 * values of other fields of the operation.
 */
export type Field = Omit<INodeProperties, 'name' | 'displayOptions' | 'options'> & {
	readonly showWhen?: Readonly<Record<string, readonly string[]>>;
	/** A text; an expression may also return a list. */
	takesList?: true;
	/** A date and time that gets no offset, because the operation applies the time zone itself. */
	keepsLocalTime?: true;
	/** A text; whatever else an expression returns is read as text too, and fails no item. */
	takesAnything?: true;
	/** A text; an expression may also return true or false. */
	takesBoolean?: true;
	/**
	 * A filter of a list. Added without a value, it fails the item, because it would let everything
	 * through.
	 */
	isFilter?: true;
	/** Not part of the request: it decides which fields are shown, or shortens their lists. */
	notSent?: true;
	/** Its name in the request, such as `address` or `customer_data.address`; for a collection, the object. */
	wire?: string;
	/** Reads the value for the request, if its type does not say how. */
	read?: (label: string, value: unknown) => unknown;
	/** Left empty, it clears the member of the record. */
	clears?: true;
	/** The name of the field beside it with the earlier time. */
	laterThan?: string;
	/** What an item without it is told, if its description does not say it. */
	ifEmpty?: readonly [message: string, advice: string];
	/** Choices, the fields of a collection, or the rows of a fixedCollection. */
	readonly options?: ReadonlyArray<INodePropertyOptions | NestedField | FieldRow>;
};

/** A field of a collection or of a row: its `showWhen` names the fields beside it. */
export type NestedField = Field & { readonly name: string };

/** A row of a fixedCollection. */
export interface FieldRow {
	readonly displayName: string;
	readonly name: string;
	readonly values: readonly NestedField[];
}

export type Fields = Readonly<Record<string, Field>>;

/** A field's value; its type follows the field's. A hidden or empty text is ''. */
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

/** The values of one item: every field of the operation by name, and `options`. */
export type ItemValues = IDataObject & { options: IDataObject };

/** Limits of the whole run, in milliseconds and counts. */
export interface RunSettings {
	requestsInFlight: number;
	timeoutMs: number;
	maxRetries: number;
	maxRateLimitWaitMs: number;
	maxPages: number;
	waitTimeoutMs: number;
	firstPollIntervalMs: number;
	maxPollIntervalMs: number;
}

/** One run of the node, the same for all items. */
export interface PreparedRun {
	context: IExecuteFunctions;
	operation: Operation;
	continueOnFail: boolean;
	settings: RunSettings;
	/** Values that no text may contain. */
	secrets: string[];
	/**
	 * Aborted once nothing more may start: an item failed and stopped the run, or the workflow was
	 * canceled.
	 */
	stop: AbortController;
}

/** The part of a run that handles the items of one workspace. */
export interface ItemRun extends PreparedRun {
	send: SendRequest;
	/**
	 * Undefined for an API key, which opens only one workspace, and for operations without a
	 * workspace.
	 */
	workspaceId?: string;
	/** Resolves when no request waits, except those of limited devices. Then the next item starts. */
	awaitRoom: () => Promise<void>;
}

export interface ItemWork {
	/** Its index in the input. */
	itemIndex: number;
	input: IDataObject;
	values: ItemValues;
	/** The wire body, from the operation's `request`. */
	body: WireObject;
}

/** An item whose records are final, in the chosen output form. */
export interface FinishedItem {
	is: 'finished';
	records: IDataObject[];
	/** True if the list has, or may have, more records. */
	hasMore?: boolean;
	/** True if the service did not tell the state of its record. */
	isUnread?: boolean;
}

/** What a person calls the record of an item and its device; null if that is not known. */
export interface ItemNames {
	name: string | null;
	device_name: string | null;
}

export interface FailedItem {
	is: 'failed';
	error: unknown;
	names?: ItemNames;
	/** True if the service accepted a change of this item before it failed. */
	wasAccepted?: boolean;
}

/**
 * The state of an item; undefined if it was not started. `accepted`: the service accepted it, and
 * its outcome is open. `unsupported`: the service or the lock does not offer it, and nothing was
 * changed.
 */
export type ItemState<Accepted = unknown> =
	| { is: 'accepted'; accepted: Accepted; work: ItemWork }
	| FinishedItem
	/** The input item has several things to read, each with its own end. */
	| { is: 'several'; parts: ReadonlyArray<FinishedItem | FailedItem> }
	| { is: 'unsupported'; records: IDataObject[] }
	| FailedItem
	| undefined;

/**
 * A kind of operation: the fields it adds, how items are sent, and how they end. One file each in
 * `kinds/`.
 */
export interface Kind {
	/** Used only by the documentation and the tests. */
	readonly name: string;
	/** Fields that follow those of the operation. */
	readonly fields: Fields;
	/** Further entries of Options. */
	readonly options: Fields;
	/**
	 * Runs all items and returns one state per item, then any further states for records that no item
	 * names. Throws nothing that concerns only one item.
	 */
	run(run: ItemRun, items: readonly PreparedItem[]): Promise<ItemState[]>;
	/**
	 * For a write that cannot be made again, such as a deletion: what it is about. If several items
	 * are about the same, it is sent once, and all of them have its outcome.
	 */
	readonly onceFor?: (body: WireObject) => string;
	/** Reads what the operation needs of an item, and throws for what it refuses. */
	readonly read?: (values: ItemValues, input: IDataObject) => unknown;
	/**
	 * For actions, whose items begin with outcome, name, device name and message: the wire name of
	 * the ID of what they are about.
	 */
	readonly about?: string;
	/** Why all items must be in one workspace; undefined if the items are independent. */
	readonly needsOneWorkspace?: string;
	/** The hint above the output, or undefined. */
	hint?(
		output: INodeExecutionData[],
		states: readonly ItemState[],
		items: readonly PreparedItem[],
	): string | undefined;
}

/** An item whose parameters are not all valid, and those that are. */
export interface UnreadItem extends FailedItem {
	input?: IDataObject;
	values?: ItemValues;
}

/** An item with its parameters, or its failure if they are not valid. */
export type PreparedItem = ItemWork | UnreadItem;

/** The output forms of a record (Simplified, Selected Fields). */
export interface OutputForms {
	simplify: (record: WireObject) => WireObject;
	idField: string;
	/** Fields to select: name in the output, label, and path such as `properties.online`. */
	selectable: Readonly<Record<string, { label: string; path: string }>>;
}

/** Members of an item that failed, from its error, its input item, and its parameters by name. */
export type FailedMembers = (
	error: ErrorReport,
	input: IDataObject,
	parameter: (name: string) => unknown,
) => WireObject;

/** One operation of the node. Its kind decides everything else. */
export interface Operation {
	/** Stored in workflows: never changes. */
	value: string;
	name: string;
	action: string;
	description: string;
	/** Undefined for an operation that sends no request. */
	endpoint?: string;
	/**
	 * The endpoint for an item, if it depends on the values. `endpoint` is then the one that a new
	 * node uses.
	 */
	endpointFor?: (values: ItemValues) => string;
	effect: 'read' | 'write';
	/**
	 * For an update: the members of the body that say which record it changes, or none if all items
	 * change the same one. Updates of one record are sent one after another, because two in flight
	 * can arrive in any order.
	 */
	inOrderOf?: readonly string[];
	kind: Kind;
	fields: Fields;
	/** Further entries of Options. */
	options?: Fields;
	output?: OutputForms;
	/**
	 * True if the records have errors, warnings and pending mutations. Adds the option to sum them
	 * up.
	 */
	hasIssues?: boolean;
	/** The wire body of one item, if it is more than its fields say (`ofFields`). */
	request?: (values: ItemValues, ofFields: () => WireObject) => WireObject;
	/** What an item that failed has beside `error` and `details`. */
	failedMembers?: FailedMembers;
	/** The members of an input item that its output item has too, unless it says them itself. */
	carries?: readonly string[];
	reference?: OperationReference;
}

/**
 * What the reference (docs/reference) says about an operation that its fields and kind do not show,
 * in Markdown. Links begin at that folder.
 */
export interface OperationReference {
	/** Where to read more. */
	more?: string;
	/** Follows the sentence that says what the output items are. */
	items?: string;
	/** The values of `outcome` and their meanings, if the kind does not know them. */
	outcomes?: Readonly<Record<string, string>>;
	/** Replaces the sentences on retries. */
	retries?: string;
}

/** A group of operations on one kind of record. */
export interface Resource {
	/** Stored in workflows: never changes. */
	value: string;
	name: string;
	/** Explains the record to a newcomer. */
	description: string;
	operations: readonly Operation[];
}

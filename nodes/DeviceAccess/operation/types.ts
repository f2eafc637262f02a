import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { SendRequest } from '../transport/request';
import type { WireObject } from '../wire/records';

/**
 * A field of an operation: an n8n property without its place. The key it stands under is its name; `showWhen` names
 * values of other fields of the same operation.
 */
export type Field = Omit<INodeProperties, 'name' | 'displayOptions' | 'options'> & {
	readonly showWhen?: Readonly<Record<string, readonly string[]>>;
	/** A text that an expression may also give as a list. */
	takesList?: true;
	/** A date and time without an offset stays one: the operation knows whose time zone counts. */
	keepsLocalTime?: true;
	/** A text that can also be true or false. */
	takesBoolean?: true;
	/** Choices, the fields of a collection, or the rows of a fixedCollection. */
	readonly options?: ReadonlyArray<INodePropertyOptions | NestedField | FieldRow>;
};

/** A field of a collection or of a row: its `showWhen` names the fields beside it. */
export type NestedField = Field & { readonly name: string };

/** What a row of a fixedCollection holds. */
export interface FieldRow {
	readonly displayName: string;
	readonly name: string;
	readonly values: readonly NestedField[];
}

export type Fields = Readonly<Record<string, Field>>;

/** What a person entered: the type follows the type of the field. A hidden or empty text is ''. */
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

/** What a person entered for one item: every field of the operation under its name, and `options`. */
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

/** One execution of the node: the same for all its items. */
export interface PreparedRun {
	context: IExecuteFunctions;
	operation: Operation;
	continueOnFail: boolean;
	settings: RunSettings;
	/** Values that must be in no text. */
	secrets: string[];
	/** Keeps back what has not been sent yet, once an item has failed and the run stops. */
	stop: AbortController;
}

/** The same, for the items of one workspace. */
export interface ItemRun extends PreparedRun {
	send: SendRequest;
	/** Resolves once no request waits but for a rate limit: then the next item starts. */
	awaitRoom: () => Promise<void>;
}

/** One item that is to be sent. */
export interface ItemWork {
	/** Its place in the input. */
	itemIndex: number;
	/** The item that came in: it may be the very record that the operation is about. */
	input: IDataObject;
	values: ItemValues;
	/** The wire body, from the operation's `request`. */
	body: WireObject;
}

/**
 * What has become of one item; undefined: it was not started. `accepted`: the service has taken it up, and its outcome is
 * still to be learned. `unsupported`: the service or the lock does not offer it, and nothing was changed.
 */
export type ItemState<Accepted = unknown> =
	| { is: 'accepted'; accepted: Accepted; work: ItemWork }
	| { is: 'ended'; records: IDataObject[]; hasMore?: boolean }
	| { is: 'unsupported'; records: IDataObject[] }
	| { is: 'failed'; error: unknown; wasAccepted?: boolean }
	| undefined;

/** What an operation means: the fields it adds, how its items are sent, and how they end. One file each in `kinds/`. */
export interface Kind {
	/** For documentation alone; nothing in the nodes asks for it. */
	readonly name: string;
	/** Fields that stand behind those of the operation. */
	readonly fields: Fields;
	/** Further entries of Options. */
	readonly options: Fields;
	/** Brings all items to their end; one state an item. Throws nothing that concerns one item alone. */
	run(run: ItemRun, items: readonly ReadItem[]): Promise<ItemState[]>;
	/** Why all items must be of one workspace; undefined where each item stands for itself. */
	readonly needsOneWorkspace?: string;
	/** What the editor says above the output; undefined where there is nothing to explain. */
	hint?(output: INodeExecutionData[], states: readonly ItemState[], items: readonly ReadItem[]): string | undefined;
}

/** An item whose parameters were read, or that has failed over them. */
export type ReadItem = ItemWork | { is: 'failed'; error: unknown };

/** How a record of this operation is shown when a person chooses an output form (Simplified, Selected Fields). */
export interface OutputForms {
	simplify: (record: WireObject) => WireObject;
	idField: string;
	/** Fields that can be selected: their names in the output, with label and path, such as `properties.online`. */
	selectable: Readonly<Record<string, { label: string; path: string }>>;
}

/** One operation of the node; everything that is not said here is decided by its kind. */
export interface Operation {
	/** Stored in workflows: never changes. */
	value: string;
	name: string;
	/** Sentence in the node panel. */
	action: string;
	description: string;
	endpoint: string;
	/** The endpoint for an item, where its values decide; `endpoint` is then that of a new node. */
	endpointFor?: (values: ItemValues) => string;
	effect: 'read' | 'write';
	kind: Kind;
	fields: Fields;
	/** Further entries of Options. */
	options?: Fields;
	output?: OutputForms;
	/** The records carry errors, warnings and pending mutations: adds the option to sum them up. */
	hasIssues?: boolean;
	/** The wire body of one item. Throws InvalidParameterError before any request when a value cannot be right. */
	request: (values: ItemValues) => WireObject;
}

/** A group of operations on one kind of record. */
export interface Resource {
	/** Stored in workflows: never changes. */
	value: string;
	name: string;
	/** What such a record is, for a person who meets the word for the first time. */
	description: string;
	operations: readonly Operation[];
}

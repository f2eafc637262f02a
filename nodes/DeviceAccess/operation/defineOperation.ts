import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { ListQuery, Page } from '../lists/listAllPages';
import type { BatchedLookUp } from '../lists/lookUpInBatches';
import type { OutcomeEvents } from '../waiting/lookUpOutcomeEvents';
import type { SendRequest } from '../transport/request';
import type { WireObject } from '../wire/records';
import type { LookUp } from '../waiting/waitUntilSettled';
import type { RunSettings } from './readParameters';

/**
 * A field of an operation: an n8n property without its place. The key it stands under is its name; `showWhen` names
 * values of other fields of the same operation.
 */
export type Field = Omit<INodeProperties, 'name' | 'displayOptions' | 'options'> & {
	readonly showWhen?: Readonly<Record<string, readonly string[]>>;
	/** A text that an expression may also give as a list. */
	takesList?: true;
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

/** The answer holds one record under `member`. */
export interface ReturnsOne {
	kind: 'one';
	member: string;
	/** Puts the record under this key of the item in place of spreading it. */
	nestUnder?: string;
	until?: Until;
}

/** The answer to a write holds the whole list under `member`: an item each. */
export interface ReturnsSeveral {
	kind: 'several';
	member: string;
}

/** The answer holds a list under `member`; adds Return All and Limit, and pages. */
export interface ReturnsMany {
	kind: 'many';
	member: string;
	/** Puts each record under this key of its item in place of spreading it. */
	nestUnder?: string;
	/** Lists whose one call covers one device: the values of the fields decide which devices are asked one by one. */
	perDevice?: (values: IDataObject) => DeviceScope | undefined;
	/** What an empty list means, for the person who looks at the output; without it a sentence that fits every list. */
	nothingFound?: string;
	/** The same where the options narrow the list. */
	nothingFits?: string;
	/** Walks the list where the service has no cursor for it. */
	pages?: (send: SendRequest, query: ListQuery) => AsyncGenerator<Page>;
	/** What an option adds to a list that is asked device by device. */
	enrich?: Enrichment;
}

/** What further requests tell about the records of one device; asked once a device, for the records that come out alone. */
export interface Enrichment {
	/** The option that asks for it, and its name, which is stored in workflows. */
	optionName: string;
	add: (send: SendRequest, deviceId: string, records: WireObject[]) => Promise<WireObject[]>;
}

/** The devices that a list is asked for: given ids, or every device of the workspace. */
export type DeviceScope = { deviceIds: string[] } | 'allDevices';

/** The answer says no more than `ok`: the item tells what was done, by the IDs that were sent. */
export interface ReturnsDone {
	kind: 'done';
	/** Wire names of the IDs in the body that name the record. */
	idFields: readonly string[];
	/** The key that is true in the item, as in n8n's `deleted: true`. */
	word: 'added' | 'deleted' | 'removed' | 'updated';
	/** Reads the record after the change, so that the item shows it as it is now. */
	readBack?: { endpoint: string; member: string };
	until?: Until;
}

/** The answer holds an action attempt, or nothing but `ok`; adds Wait for Completion and joins the one wait. */
export interface ReturnsAttempt {
	kind: 'attempt';
	/** Wire name of the ID of what the action is about, in the body that is sent or in the record that comes back. */
	idField: string;
	/** The record in the answer that becomes the item. Without one the item tells the ID and the outcome alone. */
	member?: string;
	/** Word for a finished action in the result item, and its sentences. */
	done: { outcome: string; sentence: string };
	/** What is certain once the service has taken it up. */
	acceptedSentence: string;
	failedSentence: string;
	/** Where a person can look when the service no longer knows the action attempt; by default, at the codes of the device. */
	lookLater?: string;
	/**
	 * Asked of the service before the action is sent; the ID of what the action is about, where the body has none.
	 * Throws InvalidParameterError when the action must not be sent.
	 */
	confirm?: (send: SendRequest, values: IDataObject) => Promise<string>;
	/** Adds n8n's `deleted: true` to the result of a finished deletion. */
	isDeletion?: boolean;
	/** Where the flag on a record, or the service, can say that the action is impossible (facts C5): what a person is told. */
	impossible?: {
		recordFlag: string;
		sentence: string;
		advice: string;
		/** Adds the option to return such an item with the outcome `unsupported` in place of failing it. */
		canBeReturned?: boolean;
	};
	/** How the outcome is learned from an answer without an action attempt. Without it such an answer means done. */
	outcomeEvents?: OutcomeEvents;
	until?: Until;
}

/** A state of the record that comes later than the answer, and that an option lets a person wait for. */
export interface Until {
	/** The option that asks for it, and its name, which is stored in workflows. Without one every item waits. */
	optionName?: string;
	option?: Field;
	/** Wire name of the ID that `lookUp` takes. */
	idField: string;
	/** Word for the result item when the state is reached. */
	outcome: string;
	reachedSentence: string;
	pendingSentence: string;
	failedSentence: string;
	/** Where the record stands that the request itself has given. Without it, every record is looked up after a first pause. */
	readState?: (record: WireObject) => RecordState;
	/**
	 * The look-up of one wait: it tells where many records stand, those that it can read. It never throws; what fails is
	 * noted in `batched`, record by record.
	 */
	lookUp: (send: SendRequest, batched: BatchedLookUp) => LookUp<RecordState>;
}

/** True where the options of an item ask to wait for the state, or every item waits. */
export const isWaitedFor = ({ optionName }: Until, options: IDataObject): boolean => optionName === undefined || options[optionName] === true;

/** Where a record stands on its way to a state. */
export interface RecordState {
	hasReached?: boolean;
	/** Why it will not get there, in words of the service. */
	reasons?: string[];
	record: WireObject;
}

/**
 * Several requests an item, one of which cannot be taken back. All items are checked before the first one is changed, so
 * that a mistake in one of them stops the run while nothing has happened yet.
 */
export interface ReturnsSequence {
	kind: 'sequence';
	/** Reads, and changes nothing. Throws what speaks against the item; resolves with how to go on. */
	check: (step: SequenceStep) => Promise<CheckedItem>;
}

/** What both passes of a sequence work with. */
export interface SequenceStep {
	send: SendRequest;
	/** The wire body of the item, from the operation's `request`. */
	body: WireObject;
	values: IDataObject & { options: IDataObject };
	settings: RunSettings;
}

/** An item that nothing speaks against. */
export interface CheckedItem {
	/** What it is about: a second item about the same is refused. */
	id: string;
	/** Items of one group are run one after another. */
	group: string;
	/**
	 * Changes what is to be changed. `sendToTheEnd` is for everything from the first irreversible request on: neither Stop
	 * nor the failure of another item keeps it back. May throw only while nothing is changed.
	 */
	run: (sendToTheEnd: SendRequest) => Promise<SequenceResult>;
}

export interface SequenceResult {
	record: WireObject;
	/** What must not get lost with the output, which n8n drops after Stop: goes to n8n's log. Holds no PIN. */
	alarm?: string;
}

export type Returns = ReturnsOne | ReturnsSeveral | ReturnsMany | ReturnsDone | ReturnsAttempt | ReturnsSequence;

export const one = (member: string, rest: Omit<ReturnsOne, 'kind' | 'member'> = {}): ReturnsOne => ({ kind: 'one', member, ...rest });
export const several = (member: string): ReturnsSeveral => ({ kind: 'several', member });
export const many = (member: string, rest: Omit<ReturnsMany, 'kind' | 'member'> = {}): ReturnsMany => ({
	kind: 'many',
	member,
	...rest,
});
export const done = (word: ReturnsDone['word'], idFields: readonly string[], rest: Pick<ReturnsDone, 'readBack' | 'until'> = {}): ReturnsDone => ({
	kind: 'done',
	word,
	idFields,
	...rest,
});
export const attempt = (flow: Omit<ReturnsAttempt, 'kind'>): ReturnsAttempt => ({ kind: 'attempt', ...flow });
export const sequence = (check: ReturnsSequence['check']): ReturnsSequence => ({ kind: 'sequence', check });

/** How a record of this operation is shown when a person chooses an output form (Simplified, Selected Fields). */
export interface OutputForms {
	simplify: (record: WireObject) => WireObject;
	idField: string;
	/** Fields that can be selected: their names in the output, with label and path, such as `properties.online`. */
	selectable: Readonly<Record<string, { label: string; path: string }>>;
}

/** One operation of the node; everything that is not said here is decided by `returns`. */
export interface Operation {
	/** Stored in workflows: never changes. */
	value: string;
	name: string;
	/** Sentence in the node panel. */
	action: string;
	description: string;
	endpoint: string;
	effect: 'read' | 'write';
	returns: Returns;
	fields: Fields;
	/** Further entries of Options. */
	options?: Fields;
	output?: OutputForms;
	/** The records carry errors, warnings and pending mutations: adds the option to sum them up. */
	hasIssues?: boolean;
	/** The wire body of one item. Throws InvalidParameterError before any request when a value cannot be right. */
	request: (values: IDataObject) => WireObject;
}

/** Types `request` by its fields, and forgets the types again: the registry holds operations of all shapes. */
export function defineOperation<const F extends Fields, const O extends Fields = Record<never, Field>>(
	operation: Omit<Operation, 'fields' | 'options' | 'request'> & {
		fields: F;
		options?: O;
		request: (values: FieldValues<F> & { options: Partial<FieldValues<O>> }) => WireObject;
	},
): Operation {
	return operation as unknown as Operation;
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

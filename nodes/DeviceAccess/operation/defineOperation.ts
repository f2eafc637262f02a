import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { OutcomeEvents } from '../api/lookUpOutcomeEvents';
import type { WireObject } from '../api/types';

/**
 * A field of an operation: an n8n property without its place. The key it stands under is its name; `showWhen` names
 * values of other fields of the same operation.
 */
export type Field = Omit<INodeProperties, 'name' | 'displayOptions'> & {
	readonly showWhen?: Readonly<Record<string, readonly string[]>>;
};

export type Fields = Readonly<Record<string, Field>>;

/** What a person entered: the type follows the type of the field. A hidden or empty text is ''. */
export type FieldValue<F extends Field> = F['type'] extends 'boolean'
	? boolean
	: F['type'] extends 'number'
		? number
		: F['type'] extends 'multiOptions'
			? string[]
			: F['type'] extends 'collection'
				? IDataObject
				: string;

export type FieldValues<F extends Fields> = { [Name in keyof F]: FieldValue<F[Name]> };

/** The answer holds one record under `member`. */
export interface ReturnsOne {
	kind: 'one';
	member: string;
	/** Puts the record under this key of the item in place of spreading it. */
	nestUnder?: string;
}

/** The answer holds a list under `member`; adds Return All and Limit, and pages. */
export interface ReturnsMany {
	kind: 'many';
	member: string;
	/** Lists whose one call covers one device: the values of the fields decide which devices are asked one by one. */
	perDevice?: (values: IDataObject) => DeviceScope;
}

/** The devices that a list is asked for: given ids, or every device of the workspace. */
export type DeviceScope = { deviceIds: string[] } | 'allDevices';

/** The answer holds an action attempt, or nothing but `ok`; adds Wait for Completion and joins the one wait. */
export interface ReturnsAttempt {
	kind: 'attempt';
	/** Word for a finished action in the result item, and its sentences. */
	done: { outcome: string; sentence: string };
	/** What is certain once the service has taken it up. */
	acceptedSentence: string;
	failedSentence: string;
	/** Adds n8n's `deleted: true` to the result of a finished deletion. */
	isDeletion?: boolean;
	/** The flag on a code's record that says that the action is impossible for it (facts C5), and what a person is told. */
	impossible: {
		recordFlag: string;
		sentence: string;
		advice: string;
		/** Adds the option to return such an item with the outcome `unsupported` in place of failing it. */
		canBeReturned?: boolean;
	};
	/** How the outcome is learned from an answer without an action attempt. */
	outcomeEvents: OutcomeEvents;
}

export type Returns = ReturnsOne | ReturnsMany | ReturnsAttempt;

export const one = (member: string): ReturnsOne => ({ kind: 'one', member });
export const many = (member: string, rest: Omit<ReturnsMany, 'kind' | 'member'> = {}): ReturnsMany => ({
	kind: 'many',
	member,
	...rest,
});
export const attempt = (flow: Omit<ReturnsAttempt, 'kind'>): ReturnsAttempt => ({ kind: 'attempt', ...flow });

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
	operations: readonly Operation[];
}

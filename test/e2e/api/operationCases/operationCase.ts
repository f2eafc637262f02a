import { byId } from '../../workflowFiles';

export type WireRecord = Readonly<Record<string, unknown>>;

/** The tools of a case. */
export interface Stage {
	/** Presses Execute Workflow on a workflow with only the case's operation. Returns the items, or the error in the node panel. */
	run(parameters?: Record<string, unknown>): Promise<unknown>;
	/** Calls the sandbox directly and returns a member of the answer. Throws if the sandbox refuses. */
	ask<Member = WireRecord>(path: string, member: string, body?: object): Promise<Member>;
	/** Whether the sandbox has the record; false if it answers 404. */
	isKnown(path: string, body: object): Promise<boolean>;
	/** Waits until the sandbox no longer has the record, for operations that do not wait for that. Throws after a minute. */
	untilUnknown(path: string, body: object): Promise<void>;
}

/** One operation, run in the real n8n; its items are compared with the direct answers of the sandbox. */
export interface OperationCase {
	/** Resource and operation as a workflow stores them, such as `device.getAll`. */
	readonly operation: `${string}.${string}`;
	/** The steps of a person. */
	readonly title: string;
	readonly play: (stage: Stage) => Promise<void>;
}

/** The output item of the first input item. */
export const paired = (json: unknown) => ({ json, pairedItem: { item: 0 } });

/** Options for short pauses, so that a case takes no longer than the sandbox needs. */
export const QUICKLY = { pollInterval: 0.1, maxPollInterval: 0.2 };

/** A case that reads: its raw items are exactly the one record that the sandbox returns for the same body. */
export function gets(
	operation: OperationCase['operation'],
	title: string,
	field: string,
	[path, member, idName, id]: readonly [string, string, string, string],
	parameters: Record<string, unknown> = {},
): OperationCase {
	return {
		operation,
		title,
		play: async ({ run, ask }) => {
			const record = await ask(path, member, { [idName]: id });

			expect(await run({ [field]: byId(id), ...parameters })).toEqual([paired(record)]);
		},
	};
}

/** A case that lists: its raw items are exactly the records that the sandbox returns, at least one. */
export function lists(
	operation: OperationCase['operation'],
	title: string,
	[path, member, body]: readonly [string, string, object?],
	parameters: Record<string, unknown> = {},
): OperationCase {
	return {
		operation,
		title,
		play: async ({ run, ask }) => {
			const records = await ask<WireRecord[]>(path, member, body);

			expect(records).not.toEqual([]);
			expect(await run({ returnAll: true, ...parameters })).toEqual(records.map(paired));
		},
	};
}

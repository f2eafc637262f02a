import { byId } from '../../workflowFiles';

export type WireRecord = Readonly<Record<string, unknown>>;

/** What a case has at hand. */
export interface Stage {
	/** Presses Execute Workflow on a workflow with the case's operation alone; the items, or the error that the node panel shows. */
	run(parameters?: Record<string, unknown>): Promise<unknown>;
	/** A member of the sandbox's answer, asked for beside the node. Throws when the sandbox refuses. */
	ask<Member = WireRecord>(path: string, member: string, body?: object): Promise<Member>;
	/** Whether the sandbox knows a record: false for its 404. */
	isKnown(path: string, body: object): Promise<boolean>;
	/** Resolves once the sandbox knows the record no more, where the node's operation does not wait for that. Throws after a minute. */
	untilUnknown(path: string, body: object): Promise<void>;
}

/** One operation, run in the real n8n; its items are held against what the sandbox says when it is asked directly. */
export interface OperationCase {
	/** Resource and operation as a workflow stores them, such as `device.getAll`. */
	readonly operation: `${string}.${string}`;
	/** What a person does. */
	readonly title: string;
	readonly play: (stage: Stage) => Promise<void>;
}

/** The item that the first item led to. */
export const paired = (json: unknown) => ({ json, pairedItem: { item: 0 } });

/** Options of waiting under which a case takes no longer than the sandbox. */
export const QUICKLY = { pollInterval: 0.1, maxPollInterval: 0.2 };

/** A read whose raw items are exactly the one record that the sandbox gives for the same body. */
export function gets(operation: OperationCase['operation'], title: string, field: string, [path, member, idName, id]: readonly [string, string, string, string], parameters: Record<string, unknown> = {}): OperationCase {
	return {
		operation,
		title,
		play: async ({ run, ask }) => {
			const record = await ask(path, member, { [idName]: id });

			expect(await run({ [field]: byId(id), ...parameters })).toEqual([paired(record)]);
		},
	};
}

/** A list whose raw items are exactly the records that the sandbox gives, which are more than none. */
export function lists(operation: OperationCase['operation'], title: string, [path, member, body]: readonly [string, string, object?], parameters: Record<string, unknown> = {}): OperationCase {
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

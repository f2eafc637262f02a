import { expect } from 'expect';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../sandbox/createSandbox';
import { callSandbox } from '../sandbox/callSandbox';

export type Body = Readonly<Record<string, unknown>>;

/** One use of an operation: what a person enters, the request that goes out, and the items that come out. */
export interface OperationCase {
	/** How many of the last items are about no input item. */
	further?: number;
	/** The fields of the node, without resource and operation. */
	parameters?: INodeParameters;
	/** The input item. Default: an empty one. */
	input?: IDataObject;
	/** The body that the operation's endpoint gets, or every request that changes something, as path and body; none if it only reads. */
	sends: Body | ReadonlyArray<readonly [path: string, body: Body]>;
	/** The `json` of each item, or how to tell it from the answer and the last request. All items are paired with the one input item. */
	items: readonly unknown[] | ((answered: Body[], sent: Body) => readonly unknown[]);
	/** Runs with a personal access token instead of an API key. */
	withToken?: true;
}

/** A case in a sandbox where something has to be there or has to have happened first. */
export type PreparedCase = (sandbox: Sandbox) => Promise<OperationCase>;

/** The cases of one operation by what they do. The first one is the ordinary use. */
export type Dossier = Readonly<Record<string, OperationCase | PreparedCase>>;

/** The dossiers of a resource by operation. */
export type Dossiers = Readonly<Record<string, Dossier>>;

/** What the case says goes out, as path and body. */
export const requestsOf = (
	{ endpoint = '' }: { endpoint?: string },
	{ sends }: Pick<OperationCase, 'sends'>,
): ReadonlyArray<readonly [path: string, body: Body]> =>
	Array.isArray(sends)
		? (sends as ReadonlyArray<readonly [path: string, body: Body]>)
		: [[endpoint, sends as Body]];

export const anyText: unknown = expect.any(String);
export const aLink: unknown = expect.stringMatching(/^https:/);

/** The members of a change that the access system has made. */
export const made = (word: string) => ({ [word]: true, outcome: word, message: anyText });

/** An action attempt that has succeeded. */
export const succeeded: unknown = expect.objectContaining({ status: 'success', error: null });

/** An action attempt that is pending or has failed. */
export const attempt = (status: 'pending' | 'error'): unknown =>
	expect.objectContaining({ status });

/** A record with these members, among others. */
export const having = (members: Body): unknown => expect.objectContaining(members);

/** The item of an action that was waited for and has ended well. */
export const ended = (outcome: string, rest: Body) => ({
	...rest,
	outcome,
	message: anyText,
	action_attempt: succeeded,
});

/** The item of a change that the service made immediately. */
export const done = (outcome: string, rest: Body) => ({ ...rest, outcome, message: anyText });

/**
 * The item is exactly the one record that the service answered, and the record has these members. Any other member that was
 * sent has the value that was sent.
 */
export const theRecord =
	(members: Body = {}) =>
	(answered: Body[], sent: Body = {}) => {
		const [record = {}] = answered;
		const echoed = Object.entries(sent).filter(([name]) => name in record);
		expect(answered).toMatchObject([{ ...Object.fromEntries(echoed), ...members }]);
		return answered;
	};

/** The items are exactly the records that the service answered, at least one; of each, these members are given. */
export const theRecords =
	(...members: Body[]) =>
	(answered: Body[]) => {
		expect(answered).not.toEqual([]);
		if (members.length > 0) expect(answered).toMatchObject(members);
		return answered;
	};

/** The items are these codes of all devices, each with the name of its lock. */
export const withDeviceNames =
	(items: (answered: Body[]) => Body[]) =>
	(answered: Body[]): Body[] =>
		items(answered).map((code) => ({ ...code, device_name: expect.any(String) }));

/** Calls the sandbox directly. Throws if it refuses. */
export async function call(sandbox: Sandbox, path: string, body: object = {}): Promise<Body> {
	const answer = await callSandbox(sandbox, path, body);
	if (answer.status !== 200)
		throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
	return answer.body;
}

/** Calls the sandbox directly. Returns the ID `idField` of the one record in the answer. */
export async function make(
	sandbox: Sandbox,
	path: string,
	body: object,
	idField: string,
): Promise<string> {
	const records = Object.values(await call(sandbox, path, body)).flat() as Body[];
	const id = records.map((record) => record?.[idField]).find((value) => value !== undefined);
	if (typeof id !== 'string') throw new Error(`${path} answered no ${idField}`);
	return id;
}

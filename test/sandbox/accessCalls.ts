import type { Sandbox } from '../../sandbox/createSandbox';
import { callSandbox } from './callSandbox';

type Member = Record<string, unknown>;

export interface Grant extends Member {
	access_grant_id: string;
	access_method_ids: string[];
	requested_access_methods: Array<Member & { created_access_method_ids: string[] }>;
	errors: Member[];
	warnings: Member[];
	pending_mutations: Member[];
}

export interface Method extends Member {
	access_method_id: string;
	is_issued: boolean;
	errors: Member[];
	warnings: Member[];
	pending_mutations: Member[];
}

export interface Code extends Member {
	access_code_id: string;
	device_id: string;
	code: string;
}

export interface Attempt extends Member {
	action_attempt_id: string;
	status: string;
	error: Member | null;
}

export interface Failure {
	error: { type: string; message: string; validation_errors?: Member };
	ok: false;
}

/** The calls of the tests about grants; each resolves with the relevant member of the answer and rejects if the service refuses. */
export function accessCalls(sandbox: Sandbox) {
	async function call<T>(path: string, parameters: object, member?: string): Promise<T> {
		const { status, body } = await callSandbox<Member>(sandbox, path, parameters);
		if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
		return (member === undefined ? body : body[member]) as T;
	}
	return {
		call,
		createGrant: async (parameters: object) =>
			await call<Grant>('/access_grants/create', parameters, 'access_grant'),
		grant: async (id: string) =>
			await call<Grant>('/access_grants/get', { access_grant_id: id }, 'access_grant'),
		grants: async () => await call<Grant[]>('/access_grants/list', {}, 'access_grants'),
		method: async (id = '') =>
			await call<Method>('/access_methods/get', { access_method_id: id }, 'access_method'),
		methods: async (grantId: string) =>
			await call<Method[]>('/access_methods/list', { access_grant_id: grantId }, 'access_methods'),
		codes: async (grantId: string) =>
			await call<Code[]>('/access_codes/list', { access_grant_id: grantId }, 'access_codes'),
		attempt: async ({ action_attempt_id }: Attempt) =>
			await call<Attempt>('/action_attempts/get', { action_attempt_id }, 'action_attempt'),
		/** Oldest first. */
		events: async (filters: object = {}) =>
			(
				await call<Member[]>(
					'/events/list',
					{ since: '2020-01-01T00:00:00Z', ...filters },
					'events',
				)
			).reverse(),
		/** The refusal of a call: status and body. Rejects if the service accepts the call. */
		async refusal(path: string, parameters: object): Promise<{ status: number } & Failure> {
			const { status, body } = await callSandbox<Failure>(sandbox, path, parameters);
			if (status === 200) throw new Error(`${path} was accepted`);
			return { status, ...body };
		},
	};
}

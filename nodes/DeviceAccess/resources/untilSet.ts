import { takeList } from '../api/readAnswer';
import type { SendRequest } from '../api/request';
import { isWireObject, type WireObject } from '../api/types';
import type { RecordState, Until } from '../operation/defineOperation';

/** Waiting until a managed code works on its lock (specification, access_code.status). */
export const untilSet: Until = {
	optionName: 'waitUntilSet',
	option: {
		displayName: 'Wait Until Set on Device',
		type: 'boolean',
		default: false,
		description:
			'Whether to wait until the code works on the lock. A code that starts later is set shortly before its start, so it stays pending.',
	},
	idField: 'access_code_id',
	outcome: 'set',
	reachedSentence: 'The access code is set on the device',
	pendingSentence: 'The access code is still being set on the device',
	failedSentence: 'The access code could not be set on the device',
	lookUp: async (send, accessCodeIds) => {
		const codes = await listByIds(send, accessCodeIds);
		return new Map(accessCodeIds.map((id) => [id, stateOf(id, codes.get(id))]));
	},
};

async function listByIds(send: SendRequest, accessCodeIds: string[]): Promise<Map<string, WireObject>> {
	const endpoint = '/access_codes/list';
	const body = { access_code_ids: accessCodeIds, limit: accessCodeIds.length };
	const answer = await send({ endpoint, body, effect: 'read', maxRetries: 0 });
	return new Map(takeList(endpoint, answer, 'access_codes').map((code) => [String(code.access_code_id), code]));
}

function stateOf(id: string, code: WireObject | undefined): RecordState {
	if (!code) return { reasons: ['The access code is no longer there'], record: { access_code_id: id } };
	const reasons = messagesOf(code.errors);
	if (reasons.length > 0) return { reasons, record: code };
	return { hasReached: code.status === 'set', record: code };
}

/** The texts of a record's issues. */
export function messagesOf(issues: unknown): string[] {
	if (!Array.isArray(issues)) return [];
	return issues.filter(isWireObject).map(({ message, error_code: code }) => String(message ?? code ?? ''));
}

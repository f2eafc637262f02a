import { takeObject } from '../../../transport/readAnswer';
import type { SendRequest } from '../../../transport/request';
import type { WireObject } from '../../../wire/records';
import type { CheckedWriteResult } from '../../../operation/kinds/checkedWrite';
import type { RunSettings } from '../../../operation/types';
import { awaitNewCode, type Standing } from './awaitNewCode';
import { createNewCode, type Creation } from './createNewCode';
import { removeOldCode, type Removal } from './removeOldCode';
import { isUnknownCode, type Replacement } from './replacement';
import { type ReplacementEnd, toReplacementResult } from './replacementResult';

const GET_MANAGED = '/access_codes/get';

const CREATE_IT = "create the code with 'Access Code: Create' from the values under 'recovery', or at the lock itself.";
const LOOK_AND_CREATE = `See with 'Unmanaged Access Code: Get' whether the old code is still there. Once it is gone, ${CREATE_IT}`;
const LOOK_FOR_NEW = `See with 'Access Code: Get Many' whether the lock has a code with this PIN. If it has none, ${CREATE_IT}`;
const LOOK_AT_NEW = "See with 'Access Code: Get' whether the new code is set by now. Until it is, the PIN does not open the lock.";
const REPLACE_NEW = `Delete the new code with 'Access Code: Delete'. Then ${CREATE_IT}`;

/** Deletes the old code and creates the new one. Never throws: from here on every end is an item. */
export async function replaceCode(sendUncancellable: SendRequest, replacement: Replacement, settings: RunSettings): Promise<CheckedWriteResult> {
	return toReplacementResult(replacement, await carryOut(sendUncancellable, replacement, settings).catch(endOfUnforeseen));
}

async function carryOut(send: SendRequest, replacement: Replacement, settings: RunSettings): Promise<ReplacementEnd> {
	const removal = await removeOldCode(send, replacement, settings);
	if (removal.state === 'vanished') return await endOfVanished(send, replacement);
	if (removal.state !== 'gone') return endOfRemoval(removal);
	const creation = await createNewCode(send, replacement, settings);
	if ('failed' in creation) return endOfCreation(creation);
	return endOfWaiting(await awaitNewCode(send, creation, settings));
}

function endOfRemoval(removal: Exclude<Removal, { state: 'gone' | 'vanished' }>): ReplacementEnd {
	if (removal.state === 'kept') {
		return { outcome: 'unchanged', sentence: 'The old code was not deleted and still works', reasons: [removal.why] };
	}
	const sentences = {
		underWay: 'The service has not finished the deletion of the old code yet, so no new one was created',
		saidToBeGone: 'The service says that the old code is deleted, and lists it all the same, so no new one was created',
		unknown: 'It is not known whether the old code is being deleted, so no new one was created',
	};
	return { outcome: 'pending', sentence: sentences[removal.as], reasons: [removal.why], nextStep: LOOK_AND_CREATE };
}

/** Somebody else was there first, and has converted the code or removed it. Never throws for what the service does. */
export async function endOfVanished(send: SendRequest, { oldAccessCodeId }: Replacement): Promise<ReplacementEnd> {
	try {
		const answer = await send({ endpoint: GET_MANAGED, body: { access_code_id: oldAccessCodeId }, effect: 'read' });
		const newCode = takeObject(answer, 'access_code');
		return { outcome: 'unchanged', sentence: 'Nothing was changed: somebody else has converted the code meanwhile, so it is managed already', newCode };
	} catch (error) {
		if (isUnknownCode(error)) {
			// To create a code that was removed on purpose would let somebody in again.
			const sentence = 'Somebody else has removed the old code meanwhile. No new one was created, for that may have been on purpose';
			return { outcome: 'lockedOut', sentence, nextStep: `If the person is to have access, ${CREATE_IT}` };
		}
		return { outcome: 'pending', sentence: 'The old code is no longer there, and it is not known whether somebody has converted it', reasons: [error], nextStep: LOOK_FOR_NEW };
	}
}

function endOfCreation({ failed, isUncertain }: Exclude<Creation, { code: WireObject }>): ReplacementEnd {
	return isUncertain
		? { outcome: 'pending', sentence: 'The old code is deleted, and it is not known whether the new one was created', reasons: [failed], nextStep: LOOK_FOR_NEW }
		: { outcome: 'lockedOut', sentence: 'The old code is deleted, and no new one could be created', reasons: [failed], nextStep: `Now ${CREATE_IT}` };
}

function endOfWaiting({ state, code, reasons, isUnread }: Standing): ReplacementEnd {
	switch (state) {
		case 'set':
			return { outcome: 'replaced', sentence: 'The access code is managed now: the old code is deleted, the new one is set on the lock', newCode: code };
		case 'scheduled':
			return { outcome: 'replaced', sentence: 'The access code is managed now: the old code is deleted, the new one will be set on the lock in time', newCode: code };
		case 'failed':
			return { outcome: 'lockedOut', sentence: 'The old code is deleted, and the new one could not be set on the lock', reasons, newCode: code, nextStep: REPLACE_NEW };
		case 'open':
			return {
				outcome: 'pending',
				sentence: `The old code is deleted, and ${isUnread ? 'it is not known whether the new one is set on the lock' : 'the new one is not set on the lock yet'}`,
				reasons,
				newCode: code,
				nextStep: LOOK_AT_NEW,
			};
	}
}

/** What nobody has thought of must not take the PIN with it either. */
const endOfUnforeseen = (error: unknown): ReplacementEnd => ({
	outcome: 'pending',
	sentence: 'Something unexpected happened, and it is not known whether the PIN still works',
	reasons: [error],
	nextStep: LOOK_FOR_NEW,
});

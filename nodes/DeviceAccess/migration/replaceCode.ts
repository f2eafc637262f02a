import type { SendRequest } from '../transport/request';
import type { WireObject } from '../wire/records';
import type { RunSettings } from '../operation';
import { awaitNewCode } from './awaitNewCode';
import { createNewCode, type Creation } from './createNewCode';
import {
	concludeNewCode,
	concludeVanished,
	CREATE_IT,
	LOOK_FOR_NEW,
	type Replacement,
	type ReplacementConclusion,
	type ReplacementResult,
	toReplacementResult,
} from './replacementResult';
import { removeOldCode, type Removal } from './removeOldCode';

const LOOK_AND_CREATE = `Use 'Get unmanaged access code' to see whether the old code still exists. Once it is gone, ${CREATE_IT}`;

/** Deletes the old code and creates the new one. Never throws: every result is an item. */
export async function replaceCode(
	sendUncancellable: SendRequest,
	replacement: Replacement,
	settings: RunSettings,
): Promise<ReplacementResult> {
	return toReplacementResult(
		replacement,
		await deleteAndCreate(sendUncancellable, replacement, settings).catch(concludeUnforeseen),
	);
}

async function deleteAndCreate(
	send: SendRequest,
	replacement: Replacement,
	settings: RunSettings,
): Promise<ReplacementConclusion> {
	const removal = await removeOldCode(send, replacement, settings);
	if (removal.state === 'vanished') return await concludeVanished(send, replacement);
	if (removal.state !== 'gone') return concludeRemoval(removal);
	const creation = await createNewCode(send, replacement, settings);
	if ('failed' in creation) return concludeCreation(creation);
	return concludeNewCode(await awaitNewCode(send, creation, settings));
}

function concludeRemoval(
	removal: Exclude<Removal, { state: 'gone' | 'vanished' }>,
): ReplacementConclusion {
	if (removal.state === 'kept') {
		return {
			outcome: 'unchanged',
			sentence: 'The old code was not deleted and still works',
			reasons: [removal.why],
		};
	}
	const sentences = {
		underWay: 'The service is still deleting the old code, so no new one was created',
		saidToBeGone:
			'The service says that the old code is deleted but still lists it, so no new one was created',
		unknown: 'It is unknown whether the old code is being deleted, so no new one was created',
	};
	return {
		outcome: 'pending',
		sentence: sentences[removal.as],
		reasons: [removal.why],
		nextStep: LOOK_AND_CREATE,
	};
}

function concludeCreation({
	failed,
	isUncertain,
}: Exclude<Creation, { code: WireObject }>): ReplacementConclusion {
	return isUncertain
		? {
				outcome: 'pending',
				sentence: 'The old code is deleted, and it is unknown whether the new one was created',
				reasons: [failed],
				nextStep: LOOK_FOR_NEW,
			}
		: {
				outcome: 'locked_out',
				sentence: 'The old code is deleted, but no new one could be created',
				reasons: [failed],
				nextStep: `Now ${CREATE_IT}`,
			};
}

/** Even an unforeseen error must not lose the PIN. */
const concludeUnforeseen = (error: unknown): ReplacementConclusion => ({
	outcome: 'pending',
	sentence: 'Something unexpected happened, and it is unknown whether the PIN still works',
	reasons: [error],
	nextStep: LOOK_FOR_NEW,
});

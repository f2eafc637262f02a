import type { RunSettings } from '../operation';
import type { SendRequest } from '../transport/request';
import type { Progress } from '../waiting/progress';
import { awaitNewCode } from './awaitNewCode';
import { createNewCode } from './createNewCode';
import { removeOldCode } from './removeOldCode';
import {
	CREATE_IT,
	LOOK_FOR_NEW,
	reasonOf,
	type Replacement,
	type ReplacementResult,
	type Said,
	saidOfNewCode,
	toReplacementResult,
	toVanishedResult,
} from './replacementResult';

const LOOK_AND_CREATE = `Use 'Get unmanaged access code' to see whether the old code still exists. Once it is gone, ${CREATE_IT}`;

/** Deletes the old code and creates the new one. Never throws: every result is an item. */
export async function replaceCode(
	sendUncancellable: SendRequest,
	replacement: Replacement,
	settings: RunSettings,
): Promise<ReplacementResult> {
	try {
		return await deleteAndCreate(sendUncancellable, replacement, settings);
	} catch (error) {
		// Even an unforeseen error must not lose the PIN.
		const progress = { is: 'pending', unreadable: reasonOf(error) } as const;
		return toReplacementResult(replacement, progress, {
			outcome: 'pending',
			endangers: 'run',
			sentence: 'Something unexpected happened, and it is unknown whether the PIN still works',
			nextStep: LOOK_FOR_NEW,
		});
	}
}

async function deleteAndCreate(
	send: SendRequest,
	replacement: Replacement,
	settings: RunSettings,
): Promise<ReplacementResult> {
	const removal = await removeOldCode(send, replacement, settings);
	if (removal.found === 'overtaken') return await toVanishedResult(send, replacement);
	if (removal.is !== 'done')
		return toReplacementResult(replacement, removal, saidOfRemoval(removal));
	const creation = await createNewCode(send, replacement, settings);
	if (creation.is !== 'done')
		return toReplacementResult(replacement, creation, saidOfCreation(creation));
	const newCode = await awaitNewCode(send, creation, settings);
	const said = saidOfNewCode(newCode, replacement.pin);
	return { ...toReplacementResult(replacement, newCode, said), hasCreated: true };
}

function saidOfRemoval({ is, attempt, unreadable }: Progress): Said {
	if (is === 'failed')
		return { outcome: 'unchanged', sentence: 'The old code was not deleted and still works' };
	const how =
		unreadable !== undefined || is === 'unknown'
			? 'It is unknown whether the old code is being deleted'
			: attempt?.status === 'success'
				? 'The service says that the old code is deleted but still lists it'
				: 'The service is still deleting the old code';
	return {
		outcome: 'pending',
		endangers: 'lock',
		sentence: `${how}, so no new one was created`,
		nextStep: LOOK_AND_CREATE,
	};
}

const saidOfCreation = ({ is }: Progress): Said =>
	is === 'pending'
		? {
				outcome: 'pending',
				endangers: 'run',
				sentence: 'The old code is deleted, and it is unknown whether the new one was created',
				nextStep: LOOK_FOR_NEW,
			}
		: {
				outcome: 'locked_out',
				endangers: 'run',
				sentence: 'The old code is deleted, but no new one could be created',
				nextStep: `Now ${CREATE_IT}`,
			};

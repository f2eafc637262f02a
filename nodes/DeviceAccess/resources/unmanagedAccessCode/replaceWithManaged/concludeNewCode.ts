import type { NewCodeProgress } from './awaitNewCode';
import { LOOK_AT_NEW, REPLACE_NEW } from './nextSteps';
import type { ReplacementConclusion } from './replacementResult';

/** The result once the old code is deleted, by the state of the new one. */
export function concludeNewCode({
	state,
	code,
	reasons,
	isUnread,
}: NewCodeProgress): ReplacementConclusion {
	switch (state) {
		case 'set':
			return {
				outcome: 'replaced',
				sentence:
					'The access code is now managed: the old code is deleted, and the new one is set on the lock',
				newCode: code,
			};
		case 'scheduled':
			return {
				outcome: 'replaced',
				sentence:
					'The access code is now managed: the old code is deleted, and the new one is scheduled for its start time',
				newCode: code,
			};
		case 'failed':
			return {
				outcome: 'locked_out',
				sentence: 'The old code is deleted, but the new one could not be set on the lock',
				reasons,
				newCode: code,
				nextStep: REPLACE_NEW,
			};
		case 'open':
			return {
				outcome: 'pending',
				sentence: `The old code is deleted, ${isUnread ? 'and it is unknown whether the new one is set on the lock' : 'but the new one is not set on the lock yet'}`,
				reasons,
				newCode: code,
				nextStep: LOOK_AT_NEW,
			};
	}
}

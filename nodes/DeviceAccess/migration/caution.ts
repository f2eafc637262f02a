import { type Replacement, type ReplacementResult, toReplacementResult } from './replacementResult';

const EVERY_LOCK = '';

/**
 * What the replacements of a run learn from each other. What the service refuses one, it can refuse
 * all, so they go one at a time until it has created a new code.
 */
export class Caution {
	private alone: Promise<unknown> | undefined;

	private hasCreated = false;

	/** By the lock whose further codes must stay. */
	private readonly failed = new Map<string, ReplacementResult>();

	async inTurn(
		{ deviceId }: Replacement,
		replace: () => Promise<ReplacementResult>,
	): Promise<ReplacementResult> {
		while (this.alone) await this.alone;
		const work = replace();
		if (!this.hasCreated) this.alone = work.catch(() => undefined);
		try {
			const result = await work;
			this.hasCreated ||= result.hasCreated === true;
			if (result.endangers)
				this.failed.set(
					result.endangers === 'run' || !this.hasCreated ? EVERY_LOCK : deviceId,
					result,
				);
			return result;
		} finally {
			this.alone = undefined;
		}
	}

	/** The result of a code that must not be deleted any more; undefined if it may. */
	heldBack(replacement: Replacement): ReplacementResult | undefined {
		const ofRun = this.failed.get(EVERY_LOCK);
		const failed = ofRun ?? this.failed.get(replacement.deviceId);
		if (!failed) return undefined;
		const [reason = ''] = failed.errors;
		return toReplacementResult(
			replacement,
			{ is: 'failed', reasons: [reason] },
			{
				outcome: 'unchanged',
				sentence: `Nothing was changed, because replacing another code${ofRun ? '' : ' of this lock'} did not succeed, and the same could happen to this one`,
			},
		);
	}
}

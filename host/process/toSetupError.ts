import { describeFailure } from './knownCauses.mjs';
import { CommandFailedError } from './runCommand';
import { SetupError } from './SetupError';

/** Turns a failed command into one message: what failed, and what to do if the cause is known. */
export function toSetupError(error: unknown, whatFailed: string): SetupError {
	const output = error instanceof CommandFailedError ? error.output : String(error);
	return new SetupError(describeFailure(output, whatFailed), { cause: error });
}

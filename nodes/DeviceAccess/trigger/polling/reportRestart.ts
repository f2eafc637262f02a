import { type IPollFunctions, NodeOperationError } from 'n8n-workflow';
import { describeProblem, type StateProblem } from '../stateProblem';

/** Why a polling trigger gives up where it stood. */
export type RestartReason = StateProblem | { kind: 'clockSetBack'; serverTimeMs: number; settledUntilMs: number };

const ADVICE =
	"No event before this moment is returned any more, and some may not have been returned. To see them, use 'Get Many' of the resource 'Event' in a Device Access node. From now on the trigger works as before.";

/**
 * Tells people that a polling trigger starts from now: in n8n's log, and as a failed execution, which is in the list of
 * executions and starts the error workflow. The trigger itself goes on.
 */
export function reportRestart(context: IPollFunctions, reason: RestartReason): void {
	const message = `The trigger starts from now: ${describeReason(reason)}`;
	context.logger.warn(`${context.getNode().name}: ${message}`);
	context.__emitError(new NodeOperationError(context.getNode(), message, { description: ADVICE }));
}

function describeReason(reason: RestartReason): string {
	if (reason.kind !== 'clockSetBack') return `what it had kept of the last check ${describeProblem(reason)}`;
	const [serviceTime, readUntil] = [reason.serverTimeMs, reason.settledUntilMs].map((timeMs) => new Date(timeMs).toISOString());
	return `the service's clock shows ${serviceTime}, but events were read until ${readUntil}. Its clock was set back, or the credential is of another service now`;
}

import { type IPollFunctions, NodeOperationError } from 'n8n-workflow';

/**
 * Tells people what a polling trigger cannot put right by itself: in n8n's log, and as a failed execution, which is in the
 * list of executions and starts the error workflow. The trigger itself goes on.
 */
export function report(context: IPollFunctions, message: string, description: string): void {
	context.logger.warn(`${context.getNode().name}: ${message}`);
	context.__emitError(new NodeOperationError(context.getNode(), message, { description }));
}

/** That the trigger passes over what happened before this moment. `reason`: half a sentence. */
export function reportRestart(context: IPollFunctions, reason: string): void {
	report(context, `The trigger starts from now: ${reason}`,
		"No event before this moment is returned any more, and some may not have been returned. To see them, use 'Get Many' of the resource 'Event' in a Device Access node. From now on the trigger works as before.");
}

/** That the service listed events without an ID, a type or a time. */
export function reportUnreadable(context: IPollFunctions): void {
	report(context, 'The service listed events without an ID, a type or a time, which the trigger left out',
		"Each event needs 'event_id', 'event_type' and 'created_at'. To see what the service lists, use 'Get Many' of the resource 'Event' in a Device Access node, and tell the support of the service.");
}

/** That the service does not take some of the chosen event types. */
export function reportRefusedTypes(context: IPollFunctions, eventTypes: string[]): void {
	report(context, `The service does not take the event types ${eventTypes.join(', ')}: the trigger goes on without them`,
		"Take them out of 'Trigger On' or 'Additional Event Types'. Should the service take them later, their events count from then on.");
}

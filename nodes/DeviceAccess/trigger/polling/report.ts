import { type IPollFunctions, NodeOperationError } from 'n8n-workflow';
import { describeError, joinSentences } from '../../errors/describeError';
import type { EventWindow } from '../../lists/listEvents';

/** A failed execution starts the error workflow. The trigger itself continues. */
export function report(context: IPollFunctions, message: string, description: string): void {
	context.logger.warn(`${context.getNode().name}: ${message}`);
	context.__emitError(new NodeOperationError(context.getNode(), message, { description }));
}

/** `reason` ends the sentence. */
export function reportRestart(context: IPollFunctions, reason: string): void {
	report(
		context,
		`The trigger starts from now: ${reason}`,
		"The trigger returns no event from before this moment, so some may be missing. To see them, use 'Get many events' in a Device Access node. New events start the workflow as usual. Unpublish the workflow and publish it again: n8n then remembers this moment also after a restart.",
	);
}

export function reportUnreadable(context: IPollFunctions): void {
	report(
		context,
		'The service listed events without an ID, a type or a time, and the trigger skipped them',
		"Each event needs 'event_id', 'event_type' and 'created_at'. To see what the service lists, use 'Get many events' in a Device Access node. Then contact the service's support team.",
	);
}

export function reportUnfinished(
	context: IPollFunctions,
	failure: unknown,
	givenUp: Required<EventWindow> | undefined,
): void {
	const { message, description } = describeError(failure, [], true);
	report(
		context,
		`The trigger could not read all events: ${message}`,
		joinSentences([
			givenUp
				? `The trigger no longer asks for the events from ${toTime(givenUp.afterMs)} to ${toTime(givenUp.beforeMs)}, because the service failed to list them at every check. To see them, use 'Get many events' in a Device Access node`
				: 'The events that it could read started the workflow. It asks for the others at every check',
			description,
		]),
	);
}

const toTime = (timeMs: number) => new Date(timeMs).toISOString();

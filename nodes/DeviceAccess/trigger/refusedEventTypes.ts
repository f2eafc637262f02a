import { describeError, joinSentences } from '../errors/describeError';
import { InvalidParameterError, ServiceError } from '../errors/errors';
import { EVENT_TYPES } from '../events/eventTypes';
import { isWireObject } from '../wire/records';

const KNOWN_TYPES: ReadonlySet<string> = new Set(EVENT_TYPES.map(({ value }) => value));
const isUnknown = (eventType: string) => !KNOWN_TYPES.has(eventType);

/**
 * Those that the service names by place or in its message, or else those that this package does not
 * know.
 */
export function findRefusedTypes(error: unknown, eventTypes: readonly string[]): string[] {
	if (!(error instanceof ServiceError) || error.answer.status !== 400) return [];
	const { type, serviceMessage, validationErrors = {} } = error.answer;
	const broken = validationErrors.event_types;
	const byPlace = isWireObject(broken)
		? eventTypes.filter((_, index) => Object.hasOwn(broken, String(index)))
		: [];
	if (byPlace.length > 0) return byPlace;
	const words = new Set(serviceMessage.split(/[^\w.*]+/).map((word) => word.replace(/\.+$/, '')));
	const named = eventTypes.filter((eventType) => words.has(eventType));
	// The message can also name the types that the service accepts.
	if (named.some(isUnknown)) return named.filter(isUnknown);
	const isAboutTypes = type === 'invalid_event_types' || broken !== undefined;
	return named.length > 0 || !isAboutTypes ? named : eventTypes.filter(isUnknown);
}

export function nameRefusedTypes(error: unknown, eventTypes: readonly string[]): unknown {
	const refused = findRefusedTypes(error, eventTypes);
	if (refused.length === 0) return error;
	return new InvalidParameterError(
		`The service does not accept the event types that you chose: ${refused.join(', ')}`,
		joinSentences([
			"Remove them from 'Trigger On', 'More Events' or 'Additional Event Types'",
			describeError(error).description,
		]),
	);
}

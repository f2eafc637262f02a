import { happenedAtMs } from '../../wire/events';
import type { ServiceEvent, WireObject } from '../../wire/records';
import { firstText } from '../../wire/values';

/** What the service says of every change of a code, next to an event about the kind of change. */
const ANY_CHANGE = 'access_code.changed';
const KINDS_OF_CHANGES = [
	'access_code.code_changed',
	'access_code.time_frame_changed',
	'access_code.modified_external_to_seam',
];
/** How far apart the service tells one change twice, in milliseconds. */
const SAME_CHANGE_MS = 10_000;

/** True for a change that another event tells better, or of which there is nothing to say. */
export const isToldBetter = (event: ServiceEvent, events: readonly ServiceEvent[]): boolean =>
	event.event_type === ANY_CHANGE &&
	(textsIn(event).length === 0 ||
		events.some(
			(other) => KINDS_OF_CHANGES.includes(other.event_type) && isSameChange(event, other),
		));

/** Who or what changed something, in sentences, if the events say. `hide` hides the PINs of one. */
export function whyChanged(
	event: ServiceEvent,
	events: readonly ServiceEvent[],
	hide: (event: ServiceEvent) => WireObject,
): string[] {
	const same = KINDS_OF_CHANGES.includes(event.event_type)
		? events.filter((other) => other.event_type === ANY_CHANGE && isSameChange(event, other))
		: [];
	return [...new Set([event, ...same].map(hide).flatMap(textsIn).map(asSentence))];
}

const textsIn = ({ description, change_reason: reason }: WireObject): string[] =>
	[description, reason].flatMap((text) => firstText(text)?.trim() ?? []);

const isSameChange = (one: ServiceEvent, other: ServiceEvent): boolean =>
	firstText(one.access_code_id) !== null &&
	one.access_code_id === other.access_code_id &&
	Math.abs(happenedAtMs(one) - happenedAtMs(other)) <= SAME_CHANGE_MS;

const asSentence = (text: string): string =>
	`${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;

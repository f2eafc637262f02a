import type { IHookFunctions, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';
import { InvalidParameterError } from '../errors/errors';
import type { ServiceEvent } from '../wire/events';
import type { WireObject } from '../wire/records';
import { optionalUuids } from '../operation/form/checkValues';
import { ACCESS_AT_RISK, ALL_EVENTS, EVENTS_OF_ACCESS_AT_RISK } from '../events/eventTypes';

export interface EventChoice {
	/** Wire types; `['*']` for all. */
	eventTypes: string[];
	/** Empty for all devices. */
	deviceIds: string[];
}

/** Values as a person chose them or an expression gives them. */
interface TriggerValues {
	triggerOn: unknown;
	moreEvents?: unknown;
	options: WireObject;
}

export const chosenEvents = (
	context: IHookFunctions | IPollFunctions | IWebhookFunctions,
): EventChoice =>
	readEventChoice({
		triggerOn: context.getNodeParameter('triggerOn'),
		moreEvents: context.getNodeParameter('moreEvents', []),
		options: context.getNodeParameter('options', {}) as WireObject,
	});

export function readEventChoice({ triggerOn, moreEvents, options }: TriggerValues): EventChoice {
	const chosen = [triggerOn, moreEvents, options.additionalEventTypes].flatMap(toTexts);
	const eventTypes = [
		...new Set(
			chosen.flatMap((type) => (type === ACCESS_AT_RISK ? EVENTS_OF_ACCESS_AT_RISK : [type])),
		),
	].sort();
	if (eventTypes.length === 0) {
		throw new InvalidParameterError(
			"'Trigger On' is empty",
			"Choose at least one event under 'Trigger On' or 'More Events'.",
		);
	}
	const deviceIds = optionalUuids('Device Names or IDs', options.deviceIds) ?? [];
	return { eventTypes: eventTypes.includes(ALL_EVENTS) ? [ALL_EVENTS] : eventTypes, deviceIds };
}

function toTexts(value: unknown): string[] {
	const entries = Array.isArray(value) ? value.map(String) : String(value ?? '').split(/[\s,]+/);
	return entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
}

export function isWanted({ eventTypes, deviceIds }: EventChoice, event: ServiceEvent): boolean {
	const isType = eventTypes[0] === ALL_EVENTS || eventTypes.includes(event.event_type);
	return isType && (deviceIds.length === 0 || deviceIds.includes(event.device_id ?? ''));
}

export function toEventFilters({ eventTypes, deviceIds }: EventChoice): WireObject {
	return {
		event_types: eventTypes[0] === ALL_EVENTS ? undefined : eventTypes,
		device_ids: deviceIds.length > 0 ? deviceIds : undefined,
	};
}

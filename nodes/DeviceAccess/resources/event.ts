import { ActionFailedError, InvalidParameterError } from '../errors/errors';
import { listNewestEvents } from '../lists/listEvents';
import {
	choiceField,
	dateTimeField,
	defineOperation,
	many,
	optionalUuids,
	records,
	type Resource,
	stringField,
} from '../operation';
import { takeObject } from '../transport/httpCall';
import type { SendRequest } from '../transport/request';
import type { WireObject } from '../wire/records';
import {
	accessCodeField,
	accessGrantField,
	accessGroupField,
	accessMethodField,
	deviceField,
	encoderField,
	severalDevicesField,
} from './fields/locators';
import {
	byAccessSystemUser,
	byConnectedAccount,
	byConnectWebview,
	byCredential,
	byCustomer,
	byEntrance,
	byPerson,
	filtersField,
	idFilter,
	oneOf,
	recordFilter,
	recordsFilter,
	severalOf,
} from './fields/filters';

/** The most IDs that a filter by grants, methods or spaces can have (docs/service.md#events-4). */
const MAX_FILTER_IDS = 100;

const DEPENDS_ON_TYPE = 'The fields of an item depend on [the type of the event](../events.md).';

export const event: Resource = {
	value: 'event',
	name: 'Event',
	description: 'Something that happened, such as a door being unlocked or a code being set',
	operations: [
		defineOperation({
			value: 'getAll',
			name: 'Get Many',
			action: 'Get many events',
			description: 'Retrieve a list of what happened to locks, codes and grants, newest first',
			endpoint: '/events/list',
			effect: 'read',
			reference: { items: DEPENDS_ON_TYPE, more: '[All events](../events.md)' },
			kind: many('events', { pages: () => listNewestEvents }),
			fields: {
				since: dateTimeField('Since', 'Only events after this time', {
					required: true,
					ifEmpty: ["'Since' is empty", 'Enter the time to list events from.'],
				}),
				until: dateTimeField(
					'Until',
					'Only events before this time. Leave empty for all events until now.',
					{ laterThan: 'since' },
				),
				filters: filtersField(
					recordsFilter(
						accessCodeField,
						'Access Codes',
						'accessCodeIds',
						'Only events of these codes',
					),
					{
						...recordsFilter(
							accessGrantField,
							'Access Grants',
							'accessGrantIds',
							'Only events of these grants, up to 100',
						),
						read: fewUuids,
					},
					recordFilter(accessGroupField, 'accessGroupId', 'Only events of this group'),
					{
						...recordsFilter(
							accessMethodField,
							'Access Methods',
							'accessMethodIds',
							'Only events of these PINs, cards and keys, up to 100',
						),
						read: fewUuids,
					},
					{ ...severalOf('Access System', 'getAccessSystems'), name: 'accessSystemIds' },
					byAccessSystemUser,
					byConnectedAccount,
					byConnectWebview,
					byCredential,
					byCustomer,
					{ ...severalDevicesField, name: 'deviceIds', default: [] as string[] },
					recordFilter(encoderField, 'encoderId', 'Only events of this encoder'),
					byEntrance,
					idFilter('Event IDs', 'eventIds', 'Only the events with these IDs, separated by commas'),
					{ ...severalOf('Event Type', 'getEventTypes'), name: 'eventTypes' },
					{ ...severalOf('Space', 'getSpaces'), name: 'spaceIds', read: fewUuids },
					byPerson,
				),
			},
			request: (_values, ofFields) => {
				const { since, until, ...filters } = ofFields();
				// The service takes exactly one of the two.
				return { ...(until === undefined ? { since } : { between: [since, until] }), ...filters };
			},
		}),
		defineOperation({
			value: 'get',
			name: 'Get',
			action: 'Get event',
			description: 'Get one event, by its ID, type or device',
			endpoint: '/events/get',
			effect: 'read',
			reference: { items: DEPENDS_ON_TYPE },
			kind: records('event', ({ send }) => async ({ body }) => [await readEvent(send, body)]),
			fields: {
				findBy: choiceField(
					'Find By',
					'How to find the event',
					[
						{ name: 'Device', value: 'device', description: 'By where it happened' },
						{ name: 'ID', value: 'id', description: 'By its ID' },
						{ name: 'Type', value: 'type', description: 'By what happened' },
						{
							name: 'Type and Device',
							value: 'typeAndDevice',
							description: 'By what happened, and where',
						},
					],
					'id',
					{ notSent: true },
				),
				eventId: stringField(
					'Event ID',
					"The 'event_id' from the output of a trigger or of 'Get many events'",
					{
						required: true,
						placeholder: 'e.g. 6a3f1c52-0f5e-4d0a-9a53-2f8f6f0e7b11',
						showWhen: { findBy: ['id'] },
					},
				),
				eventType: {
					...oneOf('Event Type', 'eventType', 'getEventTypes'),
					required: true,
					showWhen: { findBy: ['type', 'typeAndDevice'] },
				},
				deviceId: {
					...deviceField,
					description: 'The device where it happened',
					showWhen: { findBy: ['device', 'typeAndDevice'] },
				},
			},
		}),
	],
};

/**
 * Throws ActionFailedError if the answer has no event. The service may leave it out if it finds
 * none (OpenAPI).
 */
async function readEvent(send: SendRequest, body: WireObject): Promise<WireObject> {
	const answer = await send({ endpoint: '/events/get', body, effect: 'read' });
	if (answer.body.event !== undefined && answer.body.event !== null)
		return takeObject(answer, 'event');
	throw new ActionFailedError(
		'There is no such event in this workspace',
		{ type: 'event_not_found' },
		undefined,
		'Check the fields of the node, and that the credential is for the right workspace.',
	);
}

function fewUuids(label: string, value: unknown): string[] | undefined {
	const ids = optionalUuids(label, value);
	if (ids === undefined || ids.length <= MAX_FILTER_IDS) return ids;
	throw new InvalidParameterError(
		`'${label}' can hold ${MAX_FILTER_IDS} IDs at most`,
		'Use several items with fewer IDs each.',
	);
}

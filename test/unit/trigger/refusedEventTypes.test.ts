import { ServiceError } from '../../../nodes/DeviceAccess/errors/errors';
import {
	findRefusedTypes,
	nameRefusedTypes,
} from '../../../nodes/DeviceAccess/trigger/refusedEventTypes';

const KNOWN = 'lock.locked';
const NEW = 'access_code.issued';
const ODD = 'toString';

const refusal = (answer: Partial<ServiceError['answer']>) =>
	new ServiceError({
		endpoint: '/events/list',
		effect: 'read',
		status: 400,
		type: 'invalid_input',
		serviceMessage: '',
		...answer,
	});

describe('the event types that a service refuses', () => {
	it.each<[string, Partial<ServiceError['answer']>, string[]]>([
		[
			'whose place in the list it names',
			{
				validationErrors: {
					event_types: { 1: { _errors: [`Expected '${KNOWN}', received something else`] } },
				},
			},
			[NEW],
		],
		[
			'that stand in its message',
			{ type: 'invalid_event_types', serviceMessage: `Unknown event types: ${NEW}, ${ODD}.` },
			[NEW, ODD],
		],
		[
			'one of which is in its message next to those that it accepts',
			{ serviceMessage: `"${NEW}" is none of ${KNOWN}, lock.unlocked` },
			[NEW],
		],
		[
			'although all know it',
			{ type: 'invalid_event_types', serviceMessage: `Unknown event types: ${KNOWN}` },
			[KNOWN],
		],
		[
			'which it does not name',
			{ type: 'invalid_event_types', serviceMessage: 'Unknown event type' },
			[NEW, ODD],
		],
	])('are those %s', (_what, answer, refused) => {
		expect(findRefusedTypes(refusal(answer), [KNOWN, NEW, ODD])).toEqual(refused);
	});

	it.each<[string, unknown]>([
		[
			'about another field',
			refusal({
				validationErrors: { limit: { _errors: ['Too large'] } },
				serviceMessage: 'limit is too large',
			}),
		],
		['with another status', refusal({ status: 401, type: 'unauthorized', serviceMessage: NEW })],
		['of another kind', new Error(NEW)],
	])('are none if the error is one %s, which stays as it is', (_what, error) => {
		expect(findRefusedTypes(error, [KNOWN, NEW])).toEqual([]);
		expect(nameRefusedTypes(error, [KNOWN, NEW])).toBe(error);
	});

	it('are named in the error for a person', () => {
		const error = nameRefusedTypes(
			refusal({ type: 'invalid_event_types', serviceMessage: `Unknown event types: ${NEW}` }),
			[KNOWN, NEW],
		);
		expect(error).toMatchObject({
			code: 'INVALID_PARAMETER',
			message: expect.stringContaining(NEW),
			advice: expect.stringContaining("'Additional Event Types'"),
		});
	});
});

import { findHint } from '../../../nodes/DeviceAccess/errors/describeError';
import {
	ERROR_HINTS,
	UNAVAILABLE_HINT,
	UNKNOWN_HINT,
} from '../../../nodes/DeviceAccess/errors/errorHints';
import { mayHaveActedWarning, NETWORK_SENTENCES } from '../../../nodes/DeviceAccess/errors/hints';
import { resources } from '../../../nodes/DeviceAccess/resources';

const STATUSES = [200, 400, 401, 403, 404, 405, 409, 429, 500, 501, 502, 503, 504];

const TYPES = [
	'',
	'invalid_input',
	'unsupported_device',
	'mismatched_page_parameters',
	'missing_workspace_id',
	'invalid_client_session_token',
	'device_type_not_supported',
	'unauthorized',
	'device_not_found',
	'access_code_not_found',
	'action_attempt_not_found',
	'action_attempts_not_found',
	'webhook_not_found',
	'not_found',
	'duplicate_access_code',
	'duplicate_email_address',
	'internal_server_error',
	'invalid_event_types',
	'access_code_not_time_bound',
	'workspace_not_sandbox',
	'workspace_not_found',
];

const ENDPOINTS = [
	...new Set(
		resources.flatMap(({ operations }) => operations.flatMap(({ endpoint }) => endpoint ?? [])),
	),
];

const texts = [...ERROR_HINTS, UNAVAILABLE_HINT, UNKNOWN_HINT].flatMap(
	({ message, description }) => [message, description],
);

describe('the hints', () => {
	it('all reach the person: no earlier hint hides one', () => {
		const told = [
			undefined,
			{ says: 'The reservation has other doors.' },
			{ says: 'No door can belong to a reservation.', sent: ['reservation_key'] },
			{ isToken: true },
			{ refused: ['email_address: Already taken'] },
		];
		const reached = new Set(
			STATUSES.flatMap((status) =>
				TYPES.flatMap((type) =>
					ENDPOINTS.flatMap((endpoint) =>
						told.map((details) => findHint(status, type, endpoint, details)),
					),
				),
			),
		);
		expect(ERROR_HINTS.filter((hint) => !reached.has(hint))).toEqual([]);
	});

	it('never begin a message with a network code, which would make n8n show its own message instead', () => {
		for (const text of [...texts, ...Object.values(NETWORK_SENTENCES)])
			expect(text).not.toMatch(/\bE[A-Z]{4,}\b|\b[45]\d\d\b/);
	});
});

describe('the warning after a write whose answer proves nothing', () => {
	const writes = resources.flatMap(({ operations }) =>
		operations.flatMap(({ effect, endpoint }) =>
			effect === 'write' && endpoint ? [endpoint] : [],
		),
	);

	it('says for every write what to check', () => {
		expect(
			writes.filter(
				(endpoint) => mayHaveActedWarning(endpoint) === mayHaveActedWarning('/elsewhere'),
			),
		).toEqual([]);
	});

	it.each([
		['/access_codes/create', 'Check whether the access code exists'],
		['/user_identities/create', 'Check whether the person exists'],
	])('names what the write was about (%s)', (endpoint, words) => {
		expect(mayHaveActedWarning(endpoint)).toContain(words);
	});
});

describe('the advice for a contact that another person has', () => {
	const advice = "choose 'Existing Person' under 'Who Gets Access'";
	it.each([
		['409', 409, 'duplicate_phone_number', []],
		['400', 400, 'invalid_input', ['user_identity.phone_number: Must be unique']],
	])('names the choice, for HTTP %s', (_what, status, type, refused) => {
		expect(findHint(status, type, '/access_grants/create', { refused }).description).toContain(
			advice,
		);
	});

	it.each(['email_address: Not an email address', 'name: Already taken'])(
		'is not given for %s',
		(field) => {
			const { description } = findHint(400, 'invalid_input', '/access_grants/create', {
				refused: [field],
			});
			expect(description).not.toContain(advice);
		},
	);
});

describe('the hint for a call with a personal access token', () => {
	it.each([
		['401 unauthorized', 'The personal access token was not accepted'],
		['400 missing_workspace_id', 'The personal access token does not open this workspace'],
		['404 device_not_found', 'There is no such record in this workspace'],
	])('for %s says "%s"', (answer, message) => {
		const [status, type = ''] = answer.split(' ');
		expect(findHint(Number(status), type, '/devices/get', { isToken: true }).message).toBe(message);
	});
});

describe('the hint for a failed call', () => {
	it.each([
		['400 missing_workspace_id /workspaces/get', 'The API key was not accepted'],
		[
			'400 unsupported_device /access_codes/unmanaged/convert_to_managed',
			'The lock or its provider does not allow converting this access code',
		],
		['409 duplicate_access_code /access_codes/create', 'The lock already has a code with this PIN'],
		['400 unsupported_device /locks/lock_door', 'The device does not support this'],
		['404  /action_attempts/list', "The server at the 'Base URL' does not offer this operation"],
		['400 invalid_input /devices/list', 'The service did not accept the input'],
		['200  /devices/list', 'The service refused the request and gave no reason'],
		['409 some_conflict /devices/list', 'The service did not accept the request'],
		['599  /devices/list', 'The service is not available right now'],
	])('for HTTP %s is "%s"', (call, message) => {
		const [status, type = '', endpoint = ''] = call.split(' ');
		expect(findHint(Number(status), type, endpoint).message).toBe(message);
	});

	const REFUSED = 'None of these doors can belong to a reservation';
	const DEMANDED = 'These doors need a reservation key';
	const OTHER_DOORS = 'Other grants of this reservation have different doors or dates';
	const WITH_KEY = ['requested_access_methods', 'reservation_key'];

	it.each([
		{
			status: 400,
			says: 'reservation_key was given, but no targeted entrance has can_belong_to_reservation',
			sent: WITH_KEY,
			message: REFUSED,
		},
		{
			status: 400,
			says: 'This system needs a reservation key',
			sent: ['requested_access_methods'],
			message: DEMANDED,
		},
		{ status: 400, says: 'VISIONLINE needs reservation_key', sent: [], message: DEMANDED },
		{
			status: 409,
			says: 'Another set of entrances exists under this reservation.',
			sent: WITH_KEY,
			message: OTHER_DOORS,
		},
		{
			status: 409,
			says: 'The access grant key reservation-17 is taken',
			sent: WITH_KEY,
			message: 'The service did not accept the request',
		},
	])(
		'for a grant refused with HTTP $status and "$says" is "$message"',
		({ status, says, sent, message }) => {
			expect(findHint(status, '', '/access_grants/create', { says, sent }).message).toBe(message);
		},
	);

	it('does not mention reservations if nothing was created for one', () => {
		expect(
			findHint(400, '', '/access_methods/delete', {
				says: 'There is no such reservation',
				sent: WITH_KEY,
			}).message,
		).toBe('The service did not accept the request');
	});
});

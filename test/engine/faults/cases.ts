import type { Fault, FaultOptions } from '../../../sandbox/faults/faults';
import { fixtureId } from '../../../sandbox/fixtures/fixtureId';
import { hotel } from '../../../sandbox/fixtures/hotel';
import { byId } from '../../support/service/hotelSandbox';
import { until } from '../../support/clock/until';
import type { CodeState, Expected, FaultCase, Scene } from './faultCase';
import { startUntrustedServer } from './untrustedServer';

/** The codes of three guests, one on each lock. The fault hits the second. */
const CODES = [
	{
		access_code_id: hotel.unmanagedCodes.convertible,
		device_id: hotel.devices.room101,
		name: 'Guest 101',
	},
	{
		access_code_id: hotel.unmanagedCodes.timeBound,
		device_id: hotel.devices.room102,
		name: 'Guest 102',
	},
	{
		access_code_id: fixtureId('unmanagedCode', 1031),
		device_id: hotel.devices.room103,
		name: 'Guest 103',
	},
];
const FIVE_CODES = [
	...CODES,
	{ access_code_id: fixtureId('unmanagedCode', 1042), device_id: hotel.devices.room104 },
	{ access_code_id: fixtureId('unmanagedCode', 2013), device_id: hotel.devices.room201 },
];

const CONVERT = '/access_codes/unmanaged/convert_to_managed';
const LIST_ATTEMPTS = '/action_attempts/list';
const LIST_EVENTS = '/events/list';
const LOOK_UPS = ['/access_codes/list', '/access_codes/unmanaged/get'];

const CONTINUE = { onError: 'continueRegularOutput' } as const;
const SHORT_TIMEOUT = { options: { timeout: 0.2 } };
const SHORT_WAIT = { options: { waitTimeout: 0.3 } };
const INTERNAL_ERROR: Fault = { kind: 'internalError' };
const SLOW: Fault = { kind: 'slow', delayMs: 600 };
const MALFORMED: Fault = { kind: 'malformedJson' };
const UNAUTHORIZED: Fault = { kind: 'unauthorized' };
const LIMITED: Fault = { kind: 'tooManyRequests', retryAfter: 0 };
const JAMMED: Fault = {
	kind: 'attemptFails',
	type: 'device_disconnected',
	message: 'The lock did not answer.',
};
const REVOKED =
	'The key is revoked during the execution (401): after three refusals in a row, the node waits and tries once more, then sends nothing more';

const ALL_DONE: Expected = {
	run: 'success',
	items: ['converted', 'converted', 'converted'],
	atService: ['managed', 'managed', 'managed'],
	sent: ['200', '200', '200'],
	lookUps: [LIST_ATTEMPTS],
};
/** What becomes of the second code. The others are converted. */
const second = (result: string, state: CodeState, answer = '200'): Partial<Expected> => ({
	items: ['converted', result, 'converted'],
	atService: ['managed', state, 'managed'],
	sent: ['200', answer, '200'],
});

const convert = (
	fault: string,
	script: Fault,
	expected: Partial<Expected> = {},
	more: Partial<FaultCase> = {},
	hits: FaultOptions = {},
): FaultCase => ({
	fault,
	operation: 'unmanagedAccessCode.convertToManaged',
	input: CODES,
	provoke: ({ sandbox }) => sandbox.faults.next(CONVERT, script, { after: 1, ...hits }),
	expected: { ...ALL_DONE, ...expected },
	...more,
});

/** The node finds out that the service acted. */
const foundOut = (fault: string, script: Fault, answer: string, more: Partial<FaultCase> = {}) =>
	convert(
		`The service acts, and ${fault}`,
		script,
		{ ...second('converted', 'managed', answer), lookUps: [LIST_ATTEMPTS, LIST_EVENTS] },
		{ ...CONTINUE, ...more },
	);

/** The node looks for what became of the request, and nothing tells. */
const inDoubt = (fault: string, script: Fault, answer: string) =>
	convert(
		fault,
		script,
		{
			...second('in doubt', 'unmanaged', answer),
			lookUps: [...LOOK_UPS, LIST_ATTEMPTS, LIST_EVENTS],
		},
		{ ...CONTINUE, ...SHORT_WAIT },
	);

const submitting: FaultCase[] = [
	convert('The service limits requests (429, Retry-After 0)', LIMITED, {
		sent: ['200', '429, 200', '200'],
	}),
	{
		...convert('The service limits requests and refuses this one every time', LIMITED, {
			run: 'error',
			items: ['failed'],
			atService: ['unmanaged'],
			sent: ['429 x8'],
			lookUps: undefined,
		}),
		input: CODES.slice(0, 1),
		provoke: ({ sandbox }) => sandbox.faults.always(CONVERT, LIMITED),
	},
	convert(
		'The service asks clients to wait a day (429, Retry-After 86400)',
		{ kind: 'tooManyRequests', retryAfter: 86_400 },
		second('failed', 'unmanaged', '429'),
		CONTINUE,
	),
	inDoubt('The service has an internal error (500)', INTERNAL_ERROR, '500'),
	convert(
		'The service has an internal error (500)',
		INTERNAL_ERROR,
		{
			run: 'error',
			items: ['no result', 'in doubt', 'not sent'],
			atService: ['managed', 'unmanaged', 'unmanaged'],
			sent: ['200', '500', ''],
			lookUps: [...LOOK_UPS, LIST_EVENTS],
		},
		SHORT_WAIT,
	),
	inDoubt('The connection closes before the service reads the request', { kind: 'cut' }, 'cut'),
	foundOut('the connection closes before it answers', { kind: 'cut', isProcessed: true }, 'cut'),
	foundOut('its answer takes longer than the time limit', SLOW, 'cut', SHORT_TIMEOUT),
	foundOut('its answer breaks off (200, malformed JSON)', MALFORMED, '200'),
	convert(
		'The answer has no action attempt',
		{ kind: 'missingMember' },
		{
			lookUps: [LIST_ATTEMPTS, LIST_EVENTS],
		},
	),
	{
		...convert(
			REVOKED,
			UNAUTHORIZED,
			{
				items: ['pending', 'failed', 'failed', 'failed', 'failed'],
				atService: ['managed', 'unmanaged', 'unmanaged', 'unmanaged', 'unmanaged'],
				sent: ['200', '401', '401', '401 x2', ''],
				lookUps: undefined,
			},
			CONTINUE,
		),
		input: FIVE_CODES,
		provoke: ({ sandbox }) => sandbox.faults.always('*', UNAUTHORIZED, { after: 1 }),
	},
];

const waiting: FaultCase[] = [
	convert(
		'The action never ends',
		{ kind: 'attemptStaysPending' },
		second('pending', 'unmanaged'),
		{ ...CONTINUE, ...SHORT_WAIT },
	),
	convert('The action fails at the lock', JAMMED, second('failed', 'unmanaged'), CONTINUE),
	convert(
		'The service forgets the action attempt while the action runs (404)',
		{ kind: 'attemptVanishes' },
		{ lookUps: [LIST_ATTEMPTS, LIST_EVENTS] },
	),
	{
		...convert('The outcomes cannot be read for a short time (500)', INTERNAL_ERROR),
		provoke: ({ sandbox }) => sandbox.faults.next(LIST_ATTEMPTS, INTERNAL_ERROR, { times: 2 }),
	},
	{
		...convert(
			'The outcomes cannot be read at all (500)',
			INTERNAL_ERROR,
			{ items: ['pending', 'pending', 'pending'] },
			SHORT_WAIT,
		),
		provoke: ({ sandbox }) => sandbox.faults.always(LIST_ATTEMPTS, INTERNAL_ERROR),
	},
	{
		...convert('You stop the workflow while the node waits', JAMMED, {
			run: 'canceled',
			items: ['pending', 'pending', 'pending'],
		}),
		sandbox: { settings: { attemptDurationMs: 2_000 } },
		// Pauses too short to be skipped, and a wait that only Stop ends.
		options: { pollInterval: 0.25, maxPollInterval: 0.25, waitTimeout: 1_000 },
		provoke: () => undefined,
		meanwhile: async ({ sandbox, stop }) => {
			// Stops between the answer to the first lookup and the next lookup.
			await until(() =>
				sandbox.requests
					.of(LIST_ATTEMPTS)
					.some(({ endedAtMs = Infinity }) => endedAtMs < Date.now() - 50),
			);
			stop.abort();
		},
	},
	convert(
		'Someone removes the code at the lock in the meantime',
		{ kind: 'codeRemoved' },
		{ ...second('failed', 'gone'), lookUps: [...LOOK_UPS, LIST_ATTEMPTS] },
		CONTINUE,
	),
	{
		fault: 'Someone else removes the code at the lock in the meantime',
		operation: 'unmanagedAccessCode.delete',
		input: CODES,
		provoke: ({ sandbox }) =>
			sandbox.faults.next('/access_codes/unmanaged/delete', { kind: 'codeRemoved' }, { after: 1 }),
		expected: {
			...ALL_DONE,
			items: ['deleted', 'deleted', 'deleted'],
			atService: ['gone', 'gone', 'gone'],
			lookUps: ['/access_codes/get', '/access_codes/unmanaged/get', LIST_ATTEMPTS],
		},
		...CONTINUE,
	},
];

/** A list of 1,100 devices in which a fault hits the second request. */
const list = (
	fault: string,
	script: Fault,
	sent: string,
	more: Partial<FaultCase> = {},
): FaultCase => ({
	fault,
	operation: 'device.getAll',
	parameters: { returnAll: true },
	sandbox: { fixture: 'portfolio', devices: 1_100, codesPerDevice: 0 },
	provoke: ({ sandbox }) => sandbox.faults.always('/devices/list', script, { after: 1 }),
	expected: { run: 'error', items: ['failed'], sent: [sent] },
	...more,
});

const reading: FaultCase[] = [
	list('The service has an internal error (500), once', INTERNAL_ERROR, '', {
		provoke: ({ sandbox }) => sandbox.faults.next('/devices/list', INTERNAL_ERROR, { after: 1 }),
		expected: { run: 'success', items: ['1,100 records'], sent: ['200, 500, 200 x2'] },
	}),
	list('The answer takes longer than the time limit', SLOW, '200, cut x2', SHORT_TIMEOUT),
	list('The answer breaks off (200, malformed JSON)', MALFORMED, '200 x2'),
	list('The key is revoked between two pages (401)', UNAUTHORIZED, '200, 401'),
	list('The list never ends', { kind: 'endlessPages' }, '200 x6', { options: { maxPages: 6 } }),
	{
		fault: 'The service has an internal error (500) for one of three rooms',
		operation: 'unmanagedAccessCode.getAll',
		parameters: { deviceId: byId('={{ $json.device_id }}'), returnAll: true },
		input: CODES.map(({ device_id }) => ({ device_id })),
		provoke: ({ sandbox }) =>
			sandbox.faults.next('/access_codes/unmanaged/list', INTERNAL_ERROR, {
				holding: hotel.devices.room102,
				times: 2,
			}),
		expected: {
			run: 'success',
			items: ['3 records', 'failed', '3 records'],
			sent: ['200', '500 x2', '200'],
		},
		...CONTINUE,
	},
	{
		fault: REVOKED,
		operation: 'unmanagedAccessCode.get',
		input: FIVE_CODES,
		provoke: ({ sandbox }) =>
			sandbox.faults.next('/access_codes/unmanaged/get', UNAUTHORIZED, { times: 10, after: 1 }),
		expected: {
			run: 'success',
			items: ['read', 'failed', 'failed', 'failed', 'failed'],
			sent: ['200', '401', '401', '401 x2', ''],
		},
		...CONTINUE,
	},
];

const sendTo = ({ credentials }: Scene, baseUrl: string) =>
	void Object.assign(credentials.deviceAccessApi ?? {}, { baseUrl });
const NONE: Expected = {
	run: 'success',
	items: ['failed', 'failed', 'failed'],
	atService: ['unmanaged', 'unmanaged', 'unmanaged'],
	sent: ['', '', ''],
	lookUps: undefined,
};

const onTheWay: FaultCase[] = [
	{
		...convert('The host name of the service does not exist (DNS)', INTERNAL_ERROR, {
			...NONE,
			run: 'error',
			items: ['failed', 'not sent', 'not sent'],
		}),
		provoke: (scene) => sendTo(scene, 'https://device-access.invalid'),
	},
	{
		...convert(
			'The certificate of the service is not trusted (TLS)',
			INTERNAL_ERROR,
			NONE,
			CONTINUE,
		),
		provoke: async (scene) => {
			const server = await startUntrustedServer();
			scene.cleanUp.push(async () => await server.stop());
			scene.strangers.push(server.requestCount);
			sendTo(scene, server.url);
		},
	},
	{
		...convert(
			'The service redirects to another host (302)',
			INTERNAL_ERROR,
			{
				...NONE,
				items: ['in doubt', 'in doubt', 'in doubt'],
				sent: ['302', '302', '302'],
				lookUps: [...LOOK_UPS, LIST_EVENTS],
			},
			{ ...CONTINUE, ...SHORT_WAIT },
		),
		provoke: ({ sandbox, elsewhere }) =>
			sandbox.faults.always(CONVERT, { kind: 'redirect', location: elsewhere.url + CONVERT }),
	},
];

export const FAULT_CASES = { submitting, waiting, reading, onTheWay };

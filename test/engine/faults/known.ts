import type { Fault } from '../../../sandbox/faults/faults';
import { fixtureId } from '../../../sandbox/fixtures/fixtureId';
import { hotel } from '../../../sandbox/fixtures/hotel';

/** A fault that any request can meet. */
export interface KnownFault {
	title: string;
	script: Fault;
}

const DAY_SECONDS = 86_400;

export const KNOWN = {
	limited: {
		title: 'The service limits requests (429, Retry-After 0)',
		script: { kind: 'tooManyRequests', retryAfter: 0 },
	},
	limitedForADay: {
		title: 'The service limits requests and asks clients to wait a day (429, Retry-After 86400)',
		script: { kind: 'tooManyRequests', retryAfter: DAY_SECONDS },
	},
	internalError: {
		title: 'The service has an internal error (500)',
		script: { kind: 'internalError' },
	},
	badGateway: {
		title: 'A gateway answers with a web page (502, HTML)',
		script: { kind: 'badGateway', status: 502 },
	},
	gatewayTimeout: {
		title: 'A gateway stops waiting for the service (504, HTML)',
		script: { kind: 'badGateway', status: 504 },
	},
	outage: { title: 'The service is down (503, empty)', script: { kind: 'outage' } },
	cut: {
		title: 'The connection closes before the service reads the request',
		script: { kind: 'cut' },
	},
	slow: {
		title: 'The answer takes longer than the time limit',
		script: { kind: 'slow', delayMs: 600 },
	},
	drip: {
		title: 'The answer starts in time but never ends (a byte at a time)',
		script: { kind: 'drip' },
	},
	malformedJson: {
		title: 'The answer breaks off (200, malformed JSON)',
		script: { kind: 'malformedJson' },
	},
	notOk: { title: 'The service answers 200 with ok: false', script: { kind: 'notOk' } },
	unauthorized: { title: 'The key is refused (401)', script: { kind: 'unauthorized' } },
} as const satisfies Record<string, KnownFault>;

/** All ways in which a service limits requests. */
export const LIMITS: Array<[title: string, script: () => Fault]> = [
	[
		'The service limits requests and says how long to wait, in seconds (429, Retry-After 0)',
		() => ({ kind: 'tooManyRequests', retryAfter: 0 }),
	],
	[
		'The service limits requests and says until when to wait, as a date (429, Retry-After as HTTP date)',
		() => ({ kind: 'tooManyRequests', retryAfter: new Date(Date.now() + 1_000).toUTCString() }),
	],
	[
		'The service limits requests and does not say how long to wait (429)',
		() => ({ kind: 'tooManyRequests' }),
	],
	[
		'The service limits requests and asks clients to wait a negative time (429, Retry-After -5)',
		() => ({ kind: 'tooManyRequests', retryAfter: -5 }),
	],
	[
		'The service limits requests and names no valid time to wait (429, Retry-After soon)',
		() => ({ kind: 'tooManyRequests', retryAfter: 'soon' }),
	],
];

/** The codes of the guests of three rooms, as 'Get many unmanaged access codes' returns them: one on each lock. */
export const CODES = [
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

/** Five codes, for effects that need several failed requests. */
export const MORE_CODES = [
	...CODES,
	{
		access_code_id: fixtureId('unmanagedCode', 1042),
		device_id: hotel.devices.room104,
		name: 'Cleaning 104',
	},
	{
		access_code_id: fixtureId('unmanagedCode', 2013),
		device_id: hotel.devices.room201,
		name: 'Cleaning 201',
	},
];

export const CONTINUE = { onError: 'continueRegularOutput' } as const;
export const SHORT_TIMEOUT = { options: { timeout: 0.2 }, note: 'Timeout 0.2 s' };
export const SHORT_WAIT = { options: { waitTimeout: 0.3 }, note: 'Wait Timeout 0.3 s' };

import type { Fault, FaultOptions } from '../../../sandbox/faults/faults';
import { hotel } from '../../../sandbox/fixtures/hotel';
import { byId } from '../../support/service/hotelSandbox';
import type { Expected, FaultCase, FaultSection } from './faultCase';
import { CONTINUE, KNOWN, type KnownFault, LIMITS, SHORT_TIMEOUT } from './known';

const LIST = '/devices/list';
const LIST_CODES = '/access_codes/unmanaged/list';

type ListCase = Omit<FaultCase, 'operation' | 'provoke' | 'expected'>;

/** A list of 1,100 devices in which a fault hits some requests, starting with the second. */
function devices(
	fault: string,
	script: () => Fault,
	hits: FaultOptions | 'always',
	expected: Expected,
	more: Partial<ListCase> = {},
): FaultCase {
	return {
		fault,
		operation: 'device.getAll',
		parameters: { returnAll: true },
		sandbox: { fixture: 'portfolio', devices: 1_100, codesPerDevice: 0 },
		...more,
		provoke: ({ sandbox }) => {
			if (hits === 'always') sandbox.faults.always(LIST, script(), { after: 1 });
			else sandbox.faults.next(LIST, script(), { after: 1, ...hits });
		},
		expected,
	};
}

const complete = (answer: string): Expected => ({
	run: 'success',
	items: ['1,100 records'],
	sent: [`200, ${answer}, 200 x2`],
});

/** A temporary fault, after which the list continues. */
const passing = ({ title, script }: KnownFault, answer: string): FaultCase =>
	devices(`${title}, once`, () => script, {}, complete(answer));
/** A fault on every try, which ends the list. */
const stopped = (fault: string, script: Fault, sent: string, more?: Partial<ListCase>): FaultCase =>
	devices(fault, () => script, 'always', { run: 'error', items: ['failed'], sent: [sent] }, more);
const lasting = (
	{ title, script }: KnownFault,
	sent: string,
	more?: Partial<ListCase>,
): FaultCase => stopped(`${title}, every time`, script, sent, more);

/** The codes of three rooms; the second one fails. */
const rooms = (
	{ title, script }: KnownFault,
	expected: Expected,
	more: Partial<FaultCase> = {},
): FaultCase => ({
	fault: `${title} for one of three rooms`,
	operation: 'unmanagedAccessCode.getAll',
	parameters: { deviceId: byId('={{ $json.device_id }}'), returnAll: true },
	input: [hotel.devices.room101, hotel.devices.room102, hotel.devices.room103].map((device_id) => ({
		device_id,
	})),
	provoke: ({ sandbox }) =>
		sandbox.faults.next(LIST_CODES, script, { holding: hotel.devices.room102, times: 2 }),
	expected,
	...more,
});

export const lists: FaultSection = {
	title: 'Lists',
	cases: [
		...LIMITS.map(([title, script]) => devices(title, script, {}, complete('429'))),
		stopped(KNOWN.limitedForADay.title, KNOWN.limitedForADay.script, '200, 429'),
		passing(KNOWN.internalError, '500'),
		lasting(KNOWN.internalError, '200, 500 x2'),
		lasting(KNOWN.badGateway, '200, 502 x2'),
		lasting(KNOWN.gatewayTimeout, '200, 504 x2'),
		passing(KNOWN.outage, '503'),
		lasting(KNOWN.outage, '200, 503 x2'),
		passing(KNOWN.cut, 'cut'),
		lasting(KNOWN.cut, '200, cut x2'),
		lasting(KNOWN.slow, '200, cut x2', SHORT_TIMEOUT),
		lasting(KNOWN.drip, '200, cut x2', SHORT_TIMEOUT),
		lasting(KNOWN.malformedJson, '200 x2'),
		lasting(KNOWN.notOk, '200 x2'),
		stopped('The answer has no list', { kind: 'missingMember' }, '200 x2'),
		stopped('The service returns the same page cursor twice', { kind: 'repeatedCursor' }, '200 x3'),
		stopped(
			'The service says that there are more pages, but returns no cursor',
			{ kind: 'missingCursor' },
			'200 x2',
		),
		{
			...stopped(
				'The service returns a full page and does not say whether there are more (no pagination)',
				{ kind: 'missingPagination' },
				'200',
			),
			provoke: ({ sandbox }) => sandbox.faults.always(LIST, { kind: 'missingPagination' }),
		},
		stopped('The list never ends', { kind: 'endlessPages' }, '200 x6', {
			options: { maxPages: 6 },
			note: 'Maximum Pages 6',
		}),
		stopped('The key is revoked between two pages (401)', KNOWN.unauthorized.script, '200, 401'),
		rooms(KNOWN.internalError, {
			run: 'error',
			items: ['no result', 'failed', 'no result'],
			sent: ['200', '500 x2', '200'],
		}),
		rooms(
			KNOWN.internalError,
			{
				run: 'success',
				items: ['3 records', 'failed', '3 records'],
				sent: ['200', '500 x2', '200'],
			},
			CONTINUE,
		),
	],
};

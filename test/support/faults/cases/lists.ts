import type { Fault, FaultOptions } from '../../../../sandbox/faults/faults';
import { hotel } from '../../../../sandbox/fixtures/hotel';
import { byId } from '../../hotelSandbox';
import type { FaultCase, FaultSection, Outcome, Said } from '../faultCase';
import { type Call, CHECK_ADDRESS, KNOWN, type KnownFault, REQUEST_ID, sentences } from './known';

const LIST = '/devices/list';
const LIST_CODES = '/access_codes/unmanaged/list';
const CALL: Call = { path: LIST, isWrite: false };

/** Three pages: the fault strikes the second one unless a case says otherwise. */
const MANY_DEVICES = { fixture: 'portfolio', devices: 1_100, codesPerDevice: 0 } as const;
const SECOND_PAGE = { after: 1 };

type ListCase = Omit<FaultCase, 'operation' | 'provoke' | 'expected'>;

/** A list of 1,100 devices in which a fault strikes some requests. */
function devices(fault: string, script: Fault | (() => Fault), hits: FaultOptions | 'always', expected: Outcome, more: Partial<ListCase> = {}): FaultCase {
	return {
		fault,
		operation: 'device.getAll',
		parameters: { returnAll: true },
		sandbox: MANY_DEVICES,
		...more,
		provoke: ({ sandbox }) => {
			const made = typeof script === 'function' ? script() : script;
			if (hits === 'always') sandbox.faults.always(LIST, made, SECOND_PAGE);
			else sandbox.faults.next(LIST, made, { ...SECOND_PAGE, ...hits });
		},
		expected,
	};
}

const complete = (sent: string): Outcome => ({ run: 'success', says: [], items: ['1,100 records'], sent: [sent] });
const stopped = (said: Said, sent: string): Outcome => ({ run: 'error', says: [said], items: ['failed'], sent: [sent] });

/** A fault that passes: the list goes on. */
const passing = ({ title, script }: KnownFault, answer: string): FaultCase =>
	devices(`${title}, once`, script, {}, complete(`200, ${answer}, 200 x2`));
/** The same fault on every try. */
const lasting = ({ title, script, says }: KnownFault, sent: string, more?: Partial<ListCase>): FaultCase =>
	devices(`${title}, again and again`, script, 'always', stopped(says(CALL), sent), more);

const pageLoop = (message: string, advice: string): Said => [message, sentences(advice, `Call: ${LIST}`)];
const NOTHING_MISSED =
	'Nothing was returned, so that no record is missed unnoticed. Run the node again. If it happens again, tell the support of the service';

const roomsOfItems = [{ device_id: hotel.devices.room101 }, { device_id: hotel.devices.room102 }, { device_id: hotel.devices.room103 }];

/** The codes of three rooms, of which the second one fails. */
function rooms(fault: string, { script, says }: KnownFault, expected: Partial<Outcome>, more: Partial<FaultCase> = {}): FaultCase {
	const [message, description] = says({ path: LIST_CODES, isWrite: false });
	const said: Said = [message, description?.replace('. Call:', '. Device: {device ID}. Call:')];
	return {
		fault,
		operation: 'unmanagedAccessCode.getAll',
		parameters: { deviceId: byId('={{ $json.device_id }}'), returnAll: true },
		input: roomsOfItems,
		provoke: ({ sandbox }) => sandbox.faults.next(LIST_CODES, script, { after: 1, times: 2 }),
		expected: { run: 'success', says: [said], items: [], sent: [], ...expected },
		...more,
	};
}

export const lists: FaultSection = {
	title: 'Lists',
	intro: 'A list is returned whole or not at all. 1,100 devices are three pages of up to 500; the fault strikes the second one.',
	cases: [
		devices('The service limits requests and says when to come back, in seconds (429, Retry-After 0)', { kind: 'tooManyRequests', retryAfter: 0 }, {}, complete('200, 429, 200 x2')),
		devices('The service limits requests and says when to come back, as a date (429, Retry-After as HTTP date)', () => ({ kind: 'tooManyRequests', retryAfter: new Date(Date.now() + 1_000).toUTCString() }), {}, complete('200, 429, 200 x2')),
		devices('The service limits requests and does not say when to come back (429)', { kind: 'tooManyRequests' }, {}, complete('200, 429, 200 x2')),
		devices('The service limits requests and asks to come back in the past (429, Retry-After -5)', { kind: 'tooManyRequests', retryAfter: -5 }, {}, complete('200, 429, 200 x2')),
		devices('The service limits requests and what it says about when makes no sense (429, Retry-After soon)', { kind: 'tooManyRequests', retryAfter: 'soon' }, {}, complete('200, 429, 200 x2')),
		devices(KNOWN.limitedForADay.title, KNOWN.limitedForADay.script, 'always', stopped(KNOWN.limitedForADay.says(CALL), '200, 429')),
		passing(KNOWN.internalError, '500'),
		lasting(KNOWN.internalError, '200, 500 x2'),
		lasting(KNOWN.badGateway, '200, 502 x2'),
		lasting(KNOWN.gatewayTimeout, '200, 504 x2'),
		passing(KNOWN.outage, '503'),
		lasting(KNOWN.outage, '200, 503 x2'),
		passing(KNOWN.cut, 'cut'),
		lasting(KNOWN.cut, '200, cut x2'),
		lasting(KNOWN.slow, '200, cut x2', { options: { timeout: 0.2 }, note: 'Timeout 0.2 s' }),
		lasting(KNOWN.malformedJson, '200 x2'),
		lasting(KNOWN.notOk, '200 x2'),
		devices('The answer lacks the list', { kind: 'missingMember' }, 'always', stopped(
			["The answer of the service has no 'devices' list", sentences(CHECK_ADDRESS, `Call: ${LIST}`, REQUEST_ID)],
			'200 x2',
		)),
		devices('The service hands out the same page cursor twice', { kind: 'repeatedCursor' }, 'always', stopped(
			pageLoop('The service points back to a page that was read already, so the list would never end', NOTHING_MISSED), '200 x3',
		)),
		devices('The service says that there are more pages, and gives no cursor', { kind: 'missingCursor' }, 'always', stopped(
			pageLoop('The service says that the list goes on, but not how to get the rest', NOTHING_MISSED), '200 x2',
		)),
		devices('The list never ends', { kind: 'endlessPages' }, 'always', stopped(
			pageLoop('The list has more than 6 pages', "Narrow the list with filters or 'Limit', or raise 'Maximum Pages' under Options"), '200 x6',
		), { options: { maxPages: 6 }, note: 'Maximum Pages 6' }),
		devices('The key is withdrawn between two pages (401)', KNOWN.unauthorized.script, 'always', stopped(KNOWN.unauthorized.says(CALL), '200, 401')),
		rooms(`${KNOWN.internalError.title} for one of three rooms`, KNOWN.internalError, { run: 'error', items: ['no result', 'failed', 'not sent'], sent: ['200', '500 x2', ''] }),
		rooms(`${KNOWN.internalError.title} for one of three rooms`, KNOWN.internalError, { items: ['3 records', 'failed', '3 records'], sent: ['200', '500 x2', '200'] }, { onError: 'continueRegularOutput' }),
	],
};

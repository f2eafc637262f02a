import { hotel } from '../../sandbox/fixtures/hotel';
import { type InstantTrigger, startInstantTrigger } from '../support/engine/instantTrigger';
import { listSearch } from '../support/engine/listSearch';
import { moveTimeTo } from '../support/clock/moveTimeTo';
import { pollTrigger } from '../support/engine/pollTrigger';
import { shortenTimeLimits } from '../support/clock/shortenTimeLimits';
import { skipPauses } from '../support/clock/skipPauses';
import { keptSecret, signDelivery } from '../support/service/triggerSandbox';
import { until } from '../support/clock/until';

// The table of faults tests that the action node stops waiting for an answer that never ends.

const TOO_LATE = { message: 'The service took too long to answer' };

let instant: InstantTrigger;
let pausesMs: number[];
beforeEach(async () => {
	instant = await startInstantTrigger({
		parameters: {
			triggerOn: ['*'],
			registration: 'automatic',
			options: { includeAccessCode: true },
		},
	});
	pausesMs = skipPauses();
});
afterEach(async () => {
	jest.restoreAllMocks();
	jest.useRealTimers();
	await instant.stop();
});

/** Whether the node has ended every request to the path. */
async function isOver(path: string): Promise<boolean> {
	const isClosed = () =>
		instant.service.sandbox.requests.of(path).every(({ endedOrder }) => endedOrder !== undefined);
	await until(isClosed);
	return isClosed();
}

describe('an answer that begins and never ends', () => {
	/** Makes the path answer in drips from now on, and shortens the node's time limits to a moment. */
	function drip(path: string): void {
		instant.service.sandbox.faults.always(path, { kind: 'drip' });
		shortenTimeLimits(300);
	}

	it('fails the poll that waits for it, and the next poll asks again', async () => {
		const { service } = instant;
		const poll = async () =>
			await pollTrigger('deviceAccessPollingTrigger', {
				parameters: { triggerOn: ['*'], options: {} },
				credentials: service.credentials,
				staticData: instant.staticData,
			});
		expect(await poll()).toBeNull();
		await service.clock.advanceBy(60_000);
		const event = service.sandbox.emitEvent(service.newEvent());
		drip('/events/list');
		const hanging = poll();
		expect(await poll()).toBeNull();
		await expect(hanging).rejects.toMatchObject({ name: 'NodeApiError', ...TOO_LATE });
		service.sandbox.faults.clear();
		jest.restoreAllMocks();
		expect(await poll()).toEqual([{ json: event }]);
		expect(await isOver('/events/list')).toBe(true);
	});

	it('costs a delivery no more than the access code', async () => {
		const { service } = instant;
		const trigger = await instant.open();
		await trigger.activate();
		drip('/access_codes/get');
		const event = service.newEvent({ access_code_id: hotel.managedCodes.frontDesk });
		const { status, items } = await trigger.receive(
			signDelivery(keptSecret(instant.staticData), event),
		);
		expect({ status, items }).toEqual({
			status: 200,
			items: [{ json: { ...event, access_code: null, access_code_message: TOO_LATE.message } }],
		});
		expect(await isOver('/access_codes/get')).toBe(true);
	});

	it('fails a list in the editor', async () => {
		drip('/devices/list');
		await expect(
			listSearch('deviceAccess', 'searchDevices', { credentials: instant.service.credentials }),
		).rejects.toMatchObject(TOO_LATE);
		expect(await isOver('/devices/list')).toBe(true);
	});
});

it('a poll that gets no answer ends within the 45 seconds that n8n gives it', async () => {
	const limitsMs: number[] = [];
	const timeout = AbortSignal.timeout.bind(AbortSignal);
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((limitMs) => {
		limitsMs.push(limitMs);
		moveTimeTo(Date.now() + limitMs);
		return timeout(30);
	});
	instant.service.sandbox.faults.always('/events/list', { kind: 'drip' });
	await expect(
		pollTrigger('deviceAccessPollingTrigger', {
			parameters: { triggerOn: ['*'], options: {} },
			credentials: instant.service.credentials,
		}),
	).rejects.toMatchObject(TOO_LATE);
	expect([...limitsMs, ...pausesMs].reduce((sum, ms) => sum + ms)).toBeLessThan(45_000);
});

/** Makes each request take nearly as long as it may, and returns how long all have taken together, in milliseconds. */
function takeTheLongestTime(): () => number {
	let tookMs = 0;
	const timeout = AbortSignal.timeout.bind(AbortSignal);
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((limitMs) => {
		tookMs += limitMs;
		moveTimeTo(Date.now() + limitMs - 1);
		return timeout(5_000);
	});
	return () => tookMs;
}

/** The service waits this long for the answer to a delivery. */
const SENDER_WAITS_MS = 15_000;

it('a delivery is answered before its sender gives up, however slow the service is', async () => {
	const { service } = instant;
	const trigger = await instant.open({
		parameters: {
			options: { includeAccessCode: true, includeDeviceName: true, includePerson: true },
		},
	});
	await trigger.activate();
	const delivery = signDelivery(
		keptSecret(instant.staticData),
		service.newEvent({
			access_code_id: hotel.managedCodes.frontDesk,
			device_id: hotel.devices.frontDoor,
		}),
	);
	const tookMs = takeTheLongestTime();
	expect((await trigger.receive(delivery)).status).toBe(200);
	expect(tookMs()).toBeGreaterThan(0);
	expect(tookMs()).toBeLessThan(SENDER_WAITS_MS);
});

it('a delivery with a wrong signature is answered before its sender gives up, even if the service does not answer', async () => {
	const trigger = await instant.open();
	await trigger.activate();
	instant.service.sandbox.faults.always('*', { kind: 'cut' });
	const tookMs = takeTheLongestTime();
	const { status } = await trigger.receive(
		signDelivery('whsec_YW5vdGhlci1zZWNyZXQtb2YtdGhlLXNhbmRib3g=', instant.service.newEvent()),
	);
	expect(status).toBe(401);
	expect(tookMs()).toBeGreaterThan(0);
	expect(tookMs()).toBeLessThan(SENDER_WAITS_MS);
});

it('a poll that is refused because of the rate limit ends within the time that n8n gives it', async () => {
	instant.service.sandbox.faults.always('/events/list', { kind: 'tooManyRequests', retryAfter: 1 });
	const poll = pollTrigger('deviceAccessPollingTrigger', {
		parameters: { triggerOn: ['*'], options: {} },
		credentials: instant.service.credentials,
		budgetMs: 4_000,
	});
	await expect(poll).rejects.toMatchObject({ httpCode: '429' });
	expect(pausesMs.reduce((sum, pauseMs) => sum + pauseMs)).toBeLessThan(4_000);
});

import { RateLimitPacer } from '../../../nodes/DeviceAccess/transport/rateLimitPacer';

const DELETE = '/access_codes/unmanaged/delete';
const START_MS = 1_700_000_000_000;
const ANSWER_TIME_MS = 20;
/** So long after its sending a request counts as taken: the answer time less half the shortest one, and a timer's grain. */
const TAKEN_AFTER_MS = 12;

/** Plays requests to the pacer, `atMs` after the start; each is answered 20 ms later. */
function play() {
	const pacer = new RateLimitPacer();
	const answered = (atMs: number) => ({ sentAtMs: START_MS + atMs, nowMs: START_MS + atMs + ANSWER_TIME_MS });
	const take = (atMs: number, count: number, key = 'A') => {
		for (let request = 0; request < count; request++) {
			pacer.sent(DELETE, key);
			pacer.taken(DELETE, key, answered(atMs));
		}
	};
	const refuse = (atMs: number, { delayMs = 1_000, retryAfterMs, key = 'A' }: { delayMs?: number; retryAfterMs?: number; key?: string }) => {
		pacer.sent(DELETE, key);
		pacer.refused(DELETE, key, answered(atMs), retryAfterMs ?? delayMs, retryAfterMs);
	};
	/** Milliseconds after the start at which the next request may go, asked at `atMs`. */
	const ready = (atMs: number, key = 'A', endpoint = DELETE) => pacer.readyAtMs(endpoint, key, START_MS + atMs) - START_MS;
	return { pacer, take, refuse, ready };
}

describe('RateLimitPacer', () => {
	it('holds nothing up as long as nothing is refused', () => {
		const { take, ready } = play();
		take(0, 1_000);
		expect(ready(20)).toBe(20);
	});

	it('waits as long as the refusal asks for, then sends one request alone', () => {
		const { pacer, take, refuse, ready } = play();
		take(0, 3);
		refuse(100, { delayMs: 5_000 });
		expect(ready(200)).toBe(5_120);
		expect(ready(5_120)).toBe(5_120);
		pacer.sent(DELETE, 'A');
		expect(ready(5_121)).toBe(Infinity);
	});

	it('holds up neither other devices nor other endpoints', () => {
		const { take, refuse, ready } = play();
		take(0, 20);
		refuse(100, { retryAfterMs: 60_000 });
		expect([ready(200, 'B'), ready(200, 'A', '/locks/lock_door')]).toEqual([200, 200]);
	});

	it('keeps to the limit that two refusals have shown: the next request goes when the oldest one leaves the window', () => {
		const { take, refuse, ready } = play();
		take(0, 20);
		refuse(100, { retryAfterMs: 60_000 });
		take(60_120, 20);
		refuse(60_200, { retryAfterMs: 60_000 });
		take(120_220, 19);
		expect(ready(120_300)).toBe(120_300);
		take(120_300, 1);
		expect(ready(120_400)).toBe(120_220 + TAKEN_AFTER_MS + 60_000);
	});

	it('tries one request more, alone, in the second window, for the first may have been used by somebody else', () => {
		const { pacer, take, refuse, ready } = play();
		take(0, 20);
		refuse(100, { retryAfterMs: 60_000 });
		take(60_120, 20);
		expect(ready(60_300)).toBe(60_300);
		pacer.sent(DELETE, 'A');
		expect(ready(60_300)).toBe(Infinity);
	});

	it('takes what one device has shown for a guess for the others', () => {
		const { take, refuse, ready } = play();
		take(0, 20);
		refuse(100, { retryAfterMs: 60_000 });
		take(200, 20, 'B');
		expect(ready(300, 'B')).toBe(200 + TAKEN_AFTER_MS + 60_000);
	});

	it('learns nothing from the other refusals of the same burst', () => {
		const { take, refuse, ready } = play();
		take(0, 20);
		refuse(100, { retryAfterMs: 60_000 });
		refuse(101, { retryAfterMs: 60_000 });
		take(200, 20, 'B');
		expect(ready(300, 'B')).toBe(200 + TAKEN_AFTER_MS + 60_000);
	});

	it('keeps the limit when a request came too early by a hair, and counts from the answer from then on', () => {
		const { take, refuse, ready } = play();
		take(0, 20);
		refuse(100, { retryAfterMs: 60_000 });
		take(60_120, 20);
		refuse(60_200, { retryAfterMs: 60_000 });
		take(120_220, 20);
		refuse(180_225, { retryAfterMs: 1_000 });
		take(181_245, 19);
		expect(ready(181_300)).toBe(181_300);
		take(181_300, 1);
		expect(ready(181_400)).toBe(181_245 + ANSWER_TIME_MS + 60_000);
	});

	it('finds the window without Retry-After: it ended between the last refusal and the first request taken after it', () => {
		const { take, refuse, ready } = play();
		take(0, 20);
		refuse(100, { delayMs: 30_000 });
		refuse(30_120, { delayMs: 30_000 });
		take(60_140, 1);
		take(60_200, 19);
		expect(ready(60_300)).toBe(60_140 + TAKEN_AFTER_MS + 60_000);
	});

	it('tries one request more, alone, where somebody else may have used the limit up', () => {
		const { pacer, take, refuse, ready } = play();
		// Three were taken, and the place comes free earlier than any usual window after them.
		take(0, 3);
		refuse(100, { retryAfterMs: 25_000 });
		take(25_120, 3);
		expect(ready(25_200)).toBe(25_200);
		pacer.sent(DELETE, 'A');
		expect(ready(25_200)).toBe(Infinity);
	});

	it('tries after ten windows whether the service takes more by now', () => {
		const { take, refuse, ready } = play();
		take(0, 5);
		refuse(100, { retryAfterMs: 1_000 });
		take(1_120, 5);
		expect(ready(1_200)).toBe(1_120 + TAKEN_AFTER_MS + 1_000);
		take(10_400, 5);
		expect(ready(10_500)).toBe(10_500);
	});

	it('learns nothing from a refusal that asks for no wait', () => {
		const { take, refuse, ready } = play();
		take(0, 3);
		refuse(100, { retryAfterMs: 0 });
		take(130, 10);
		expect(ready(200)).toBe(200);
	});

	it('moves a request under way to the device that its refusal names', () => {
		const { pacer, ready } = play();
		pacer.sent(DELETE, '');
		pacer.moved(DELETE, '', 'A');
		pacer.refused(DELETE, 'A', { sentAtMs: START_MS, nowMs: START_MS + 20 }, 5_000, 5_000);
		expect([ready(100, ''), ready(100, 'A')]).toEqual([100, 5_020]);
	});
});

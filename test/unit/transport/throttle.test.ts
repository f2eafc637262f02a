import { type EndpointLimit, Throttle } from '../../../nodes/DeviceAccess/transport/throttle';

/** A throttle, with requests that are answered at the moment they are sent. */
function startThrottle(limit: EndpointLimit = {}, firstBurst = Infinity) {
	const throttle = new Throttle(limit, firstBurst);
	const take = (count: number, atMs: number) => {
		for (let request = 0; request < count; request++) {
			throttle.sent();
			throttle.answered(atMs);
		}
	};
	const refuse = (atMs: number, delayMs: number) => {
		throttle.sent();
		throttle.refused(atMs, atMs, delayMs);
	};
	/** Sends all requests that may go now, without answering them. */
	const sendAll = (nowMs: number, most = 100) => {
		let sent = 0;
		for (; sent < most && throttle.readyAtMs(nowMs) === nowMs; sent++) throttle.sent();
		return sent;
	};
	return { throttle, limit, take, refuse, sendAll };
}

describe('Throttle', () => {
	it('slows nothing before the first refusal if no limit is expected', () => {
		const { take, sendAll } = startThrottle();
		take(1_000, 0);
		expect(sendAll(0)).toBe(100);
	});

	it('sends as many before the first refusal as any limit accepts, and one more, which shows whether there is a limit', () => {
		const { throttle, sendAll } = startThrottle({}, 10);
		expect(sendAll(0)).toBe(11);
		for (let request = 0; request < 10; request++) throttle.answered(0);
		expect(sendAll(0)).toBe(0);
		throttle.answered(0);
		expect(sendAll(0)).toBe(2);
	});

	it('waits as long as told, then sends as many as were accepted before, and one more', () => {
		const { throttle, take, refuse, sendAll } = startThrottle();
		take(20, 0);
		refuse(100, 5_000);
		expect(throttle.readyAtMs(100)).toBe(5_100);
		expect(sendAll(5_100)).toBe(21);
	});

	it('sends more, faster and faster, when the one more is accepted', () => {
		const { throttle, take, refuse, sendAll } = startThrottle();
		take(3, 0);
		refuse(10, 1_000);
		take(4, 1_010);
		const sent: number[] = [];
		for (let round = 0; round < 3; round++) {
			sent.push(sendAll(1_010));
			for (let request = 0; request < (sent.at(-1) ?? 0); request++) throttle.answered(1_010);
		}
		expect(sent).toEqual([2, 4, 8]);
	});

	it('tries with a single request after a wait that was too short, and keeps the number', () => {
		const { throttle, take, refuse, sendAll } = startThrottle();
		take(20, 0);
		refuse(100, 500);
		refuse(600, 500);
		expect(sendAll(1_100)).toBe(1);
		throttle.answered(1_100);
		expect(sendAll(1_100)).toBe(20);
	});

	it('learns nothing from requests sent before the refusal, except that they were accepted', () => {
		const { throttle, limit, take } = startThrottle();
		take(5, 0);
		for (let request = 0; request < 4; request++) throttle.sent();
		throttle.refused(10, 60, 1_000);
		throttle.answered(10);
		throttle.refused(10, 60, 2_000);
		throttle.refused(10, 60, 1_000);
		expect({ burst: limit.burst, readyAtMs: throttle.readyAtMs(60) }).toEqual({
			burst: 6,
			readyAtMs: 2_035,
		});
	});

	it('sends no more in the second period than the first accepted, also if the refusals came first', () => {
		const { throttle, sendAll } = startThrottle({}, 10);
		expect(sendAll(0)).toBe(11);
		for (let request = 0; request < 6; request++) throttle.refused(0, 10, 4_000);
		for (let request = 0; request < 5; request++) throttle.answered(0);
		expect(sendAll(4_010)).toBe(1);
		throttle.answered(4_010);
		expect(sendAll(4_010)).toBe(5);
	});

	it('lets another device of the endpoint send as many before one goes by itself', () => {
		const { limit, take, refuse } = startThrottle();
		take(20, 0);
		refuse(100, 60_000);
		expect(startThrottle(limit).sendAll(100)).toBe(21);
	});
});

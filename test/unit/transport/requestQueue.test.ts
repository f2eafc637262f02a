import {
	type QueuedRequest,
	type RateLimited,
	RequestQueue,
} from '../../../nodes/DeviceAccess/transport/requestQueue';
import { manualClock, settle } from '../manualClock';

const DELETE = '/access_codes/unmanaged/delete';

function startQueue(limit: number) {
	const clock = manualClock();
	const queue = new RequestQueue(limit, clock);
	const started: string[] = [];
	const failed: string[] = [];
	const request = (name: string, deviceId = name, rest: Partial<QueuedRequest> = {}) => {
		const queued: QueuedRequest = {
			endpoint: DELETE,
			effect: 'write',
			deviceId,
			mayWait: true,
			...rest,
		};
		const enter = () => {
			void queue.enter(queued).then(
				() => started.push(name),
				(error: Error) => failed.push(`${name}: ${error.message}`),
			);
		};
		enter();
		return {
			queued,
			enter,
			leave: (refusal?: RateLimited) => queue.leave(queued, refusal),
		};
	};
	return { clock, queue, started, failed, request };
}

const refused = (delayMs: number | undefined, rest: Partial<RateLimited> = {}): RateLimited => ({
	error: new Error('limited'),
	delayMs,
	...rest,
});

describe('RequestQueue', () => {
	it('starts no more than the limit, and the rest in the order in which it came', async () => {
		const { started, request } = startQueue(2);
		const [a, b] = ['a', 'b', 'c', 'd'].map((name) => request(name));
		await settle();
		expect(started).toEqual(['a', 'b']);
		b?.leave();
		await settle();
		expect(started).toEqual(['a', 'b', 'c']);
		a?.leave();
		await settle();
		expect(started).toEqual(['a', 'b', 'c', 'd']);
	});

	it('lets the requests of other devices pass those of a limited one', async () => {
		const { clock, started, request } = startQueue(1);
		const first = request('first of A', 'A');
		request('second of A', 'A');
		request('first of B', 'B');
		await clock.advance(20);
		first.leave(refused(5_000));
		first.enter();
		await clock.advance(20);
		expect(started).toEqual(['first of A', 'first of B']);
	});

	it('sends the requests of one device as fast as all others, until the service refuses one', async () => {
		const { clock, started, request } = startQueue(25);
		const requests = Array.from({ length: 40 }, (_, index) => request(`${index + 1}`, 'A'));
		await settle();
		expect(started.length).toBe(25);
		requests[0]?.leave(refused(5_000));
		for (const { leave } of requests.slice(1, 25)) leave();
		await clock.advance(5_000);
		expect(started.length).toBe(26);
	});

	it('sends one request after another once a limited device has waited, the oldest first', async () => {
		const { clock, started, request } = startQueue(10);
		const requests = ['first', 'second', 'third'].map((name) => request(name, 'A'));
		await clock.advance(20);
		for (const { leave } of requests) leave(refused(5_000));
		for (const { enter } of [...requests].reverse()) enter();
		await clock.advance(4_999);
		expect(started).toEqual(['first', 'second', 'third']);
		await clock.advance(1);
		expect(started.slice(3)).toEqual(['first']);
		requests[0]?.leave();
		await settle();
		expect(started.slice(3)).toEqual(['first', 'second']);
	});

	it('gives a request the key of the device that its refusal names, and lets the others of unknown devices go', async () => {
		const { clock, started, request } = startQueue(1);
		const first = request('first', '');
		request('second', '');
		await clock.advance(20);
		first.leave(refused(5_000, { deviceId: 'A' }));
		first.enter();
		await settle();
		expect({ started, deviceId: first.queued.deviceId }).toEqual({
			started: ['first', 'second'],
			deviceId: 'A',
		});
	});

	it('treats all requests of unknown devices as those of one device if the refusal names none', async () => {
		const { clock, started, request } = startQueue(1);
		const first = request('first', '');
		request('second', '');
		await clock.advance(20);
		first.leave(refused(5_000));
		await clock.advance(4_999);
		expect(started).toEqual(['first']);
		await clock.advance(1);
		expect(started).toEqual(['first', 'second']);
	});

	it('fails what waits for a device when its refusal is not waited for, and what comes before the time that the service named', async () => {
		const { clock, started, failed, request } = startQueue(1);
		const first = request('first', 'A');
		request('second', 'A');
		request('other', 'B');
		await clock.advance(20);
		first.leave(refused(undefined, { retryAfterMs: 86_400_000 }));
		request('third', 'A');
		await clock.advance(20);
		expect({ started, failed: failed.sort() }).toEqual({
			started: ['first', 'other'],
			failed: ['second: limited', 'third: limited'],
		});
	});

	it('fails a request that must not wait while its limit lasts, and lets it wait for others later', async () => {
		const { clock, started, failed, request } = startQueue(2);
		const first = request('first', 'A', { mayWait: false });
		await clock.advance(20);
		first.leave(refused(5_000));
		request('look-up', 'A', { mayWait: false });
		const write = request('write', 'A');
		await clock.advance(4_000);
		expect({ started, failed }).toEqual({ started: ['first'], failed: ['look-up: limited'] });
		await clock.advance(1_000);
		request('later look-up', 'A', { mayWait: false });
		await settle();
		expect(started).toEqual(['first', 'write']);
		write.leave();
		await settle();
		expect(started).toEqual(['first', 'write', 'later look-up']);
		expect(failed).toHaveLength(1);
	});

	it('has room while requests wait only for a limited device, and when it is closed', async () => {
		const { clock, queue, request } = startQueue(1);
		let resolved = 0;
		const ask = () => void queue.awaitRoom().then(() => resolved++);
		const [first, second] = [request('first', 'A'), request('second', 'A')];
		ask();
		await settle();
		expect(resolved).toBe(0);
		first.leave(refused(5_000));
		await settle();
		expect(resolved).toBe(1);
		await clock.advance(5_000);
		request('third', 'B');
		ask();
		await settle();
		expect(resolved).toBe(1);
		queue.close(() => new Error('cancelled'));
		await settle();
		expect(resolved).toBe(2);
		second.leave();
	});

	it('starts reads but no writes, and has no room, while writes are held', async () => {
		const { queue, started, request } = startQueue(3);
		let end = () => {};
		const held = queue.holdWrites(
			async () => await new Promise<void>((resolve) => (end = resolve)),
		);
		request('write');
		request('read', 'A', { endpoint: '/events/list', effect: 'read' });
		let hasRoom = false;
		void queue.awaitRoom().then(() => (hasRoom = true));
		await settle();
		expect({ started, hasRoom }).toEqual({ started: ['read'], hasRoom: false });
		end();
		await held;
		await settle();
		expect({ started, hasRoom }).toEqual({ started: ['read', 'write'], hasRoom: true });
	});

	it('fails everything that waits or comes once it is closed, with the first reason, and lets what is under way end', async () => {
		const { clock, queue, started, failed, request } = startQueue(1);
		const first = request('first');
		request('second');
		await settle();
		queue.close(() => new Error('cancelled'));
		queue.close(() => new Error('stopped'));
		request('third');
		await settle();
		first.leave();
		await clock.advance(100_000);
		expect({ started, failed: failed.sort() }).toEqual({
			started: ['first'],
			failed: ['second: cancelled', 'third: cancelled'],
		});
	});

	it('sends, closed or not, what finishes something already begun, and still keeps it to the limit', async () => {
		const { clock, queue, started, failed, request } = startQueue(1);
		const first = request('first');
		request('creation', 'A', { uncancellable: true });
		await settle();
		queue.close(() => new Error('cancelled'));
		request('late creation', 'B', { uncancellable: true });
		request('other', 'B');
		await settle();
		expect({ started, failed }).toEqual({ started: ['first'], failed: ['other: cancelled'] });
		first.leave();
		await clock.advance(100);
		expect(started).toEqual(['first', 'creation']);
	});

	it('wakes up, closed or not, for what waits for a limit', async () => {
		const { clock, queue, started, request } = startQueue(2);
		const creation = request('creation', 'A', { uncancellable: true });
		await clock.advance(20);
		creation.leave(refused(5_000));
		creation.enter();
		await settle();
		queue.close(() => new Error('cancelled'));
		await clock.advance(5_000);
		expect(started).toEqual(['creation', 'creation']);
	});

	it('wakes up for a device that becomes ready while the queue looks', async () => {
		const { clock, started, request } = startQueue(1);
		const first = request('first', 'A');
		request('second', 'A');
		const other = request('other', 'B');
		await clock.advance(20);
		first.leave(refused(5_000));
		await settle();
		const readyMs = clock.now() + 5_000;
		const now = jest.spyOn(clock, 'now');
		now.mockReturnValueOnce(readyMs - 1).mockReturnValue(readyMs);
		other.leave();
		now.mockRestore();
		await clock.advance(5_000);
		expect(started).toEqual(['first', 'other', 'second']);
	});

	it('wakes up for the device whose wait is over first', async () => {
		const { clock, started, request } = startQueue(3);
		const [slow, quick] = [request('slow', 'A'), request('quick', 'B')];
		await clock.advance(20);
		slow.leave(refused(9_000));
		slow.enter();
		quick.leave(refused(2_000));
		quick.enter();
		await clock.advance(2_000);
		expect(started).toEqual(['slow', 'quick', 'quick']);
		await clock.advance(7_000);
		expect(started).toEqual(['slow', 'quick', 'quick', 'slow']);
	});
});

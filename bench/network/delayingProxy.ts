import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * Forwards TCP connections to a port of this machine and delays every byte by half a round trip in each direction. A local
 * connection opens immediately, so the client's first bytes also wait one round trip, as they would for a TCP handshake.
 * It does not imitate bandwidth, packet loss or TCP slow start.
 */
export function createDelayingProxy(port: number, roundTripMs: number): Server {
	return createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
		const service = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
		passOn(client, service, { latencyMs: roundTripMs / 2, handshakeMs: roundTripMs });
		passOn(service, client, { latencyMs: roundTripMs / 2, handshakeMs: 0 });
	});
}

function passOn(
	from: Socket,
	to: Socket,
	{ latencyMs, handshakeMs }: { latencyMs: number; handshakeMs: number },
): void {
	const openAtMs = performance.now() + handshakeMs;
	const onTheWay: Array<() => void> = [];
	const arriveLater = (arrive: () => void) => {
		onTheWay.push(arrive);
		// Timers can fire in a different order than they were set, but the data must keep its order.
		setTimeout(() => onTheWay.shift()?.(), Math.max(openAtMs - performance.now(), 0) + latencyMs);
	};
	from.on('data', (chunk: Buffer) => arriveLater(() => to.write(chunk)));
	from.on('end', () => arriveLater(() => to.end()));
	from.on('error', () => {}); // 'close' follows
	from.on('close', () => arriveLater(() => to.destroySoon()));
}

import * as fc from 'fast-check';
import { Fifo } from '../../../nodes/DeviceAccess/transport/fifo';

const drain = (fifo: Fifo<{ order: number }>) => {
	const orders: number[] = [];
	for (let entry = fifo.shift(); entry; entry = fifo.shift()) orders.push(entry.order);
	return orders;
};

describe('Fifo', () => {
	it('returns the entries in order, whenever they came, without those that were taken out', () => {
		fc.assert(
			fc.property(
				fc.uniqueArray(fc.nat({ max: 50 })),
				fc.uniqueArray(fc.nat({ max: 50 })),
				fc.nat({ max: 5 }),
				(early, late, divisor) => {
					const fifo = new Fifo<{ order: number }>();
					const ascending = (orders: number[]) => [...orders].sort((a, b) => a - b);
					for (const order of early) fifo.insert({ order });
					const first = fifo.shift()?.order;
					const taken = fifo
						.take(({ order }) => order % (divisor + 1) === 0)
						.map(({ order }) => order);
					for (const order of late) fifo.insert({ order });
					const left = early.filter((order) => order !== first);
					const isTaken = (order: number) => order % (divisor + 1) === 0;
					expect({ first, taken }).toEqual({
						first: ascending(early)[0],
						taken: ascending(left.filter(isTaken)),
					});
					expect(drain(fifo)).toEqual(
						ascending([...left.filter((order) => !isTaken(order)), ...late]),
					);
				},
			),
		);
	});
});

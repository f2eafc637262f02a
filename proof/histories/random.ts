/** Numbers drawn from a seed: the same seed gives the same numbers. */
export class Random {
	constructor(private state: number) {}

	/** From 0 to below 1. */
	next(): number {
		this.state = (this.state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	}

	chance(probability: number): boolean {
		return this.next() < probability;
	}

	whole(from: number, to: number): number {
		return from + Math.floor(this.next() * (to - from + 1));
	}

	pick<Value>(values: readonly Value[]): Value {
		return values[this.whole(0, values.length - 1)] as Value;
	}

	/** By weight. */
	weighted<Value>(choices: ReadonlyArray<readonly [weight: number, value: Value]>): Value {
		let left = this.next() * choices.reduce((sum, [weight]) => sum + weight, 0);
		for (const [weight, value] of choices) {
			left -= weight;
			if (left < 0) return value;
		}
		return (choices.at(-1) as readonly [number, Value])[1];
	}
}

import { seededRandom } from '../cluster/seededRandom';

/** Draws that look random and are the same for the same seed. */
export class Random {
	/** At least 0 and below 1. */
	readonly next: () => number;

	constructor(seed: number) {
		this.next = seededRandom(seed);
	}

	whole(min: number, max: number): number {
		return min + Math.floor(this.next() * (max - min + 1));
	}

	chance(probability: number): boolean {
		return this.next() < probability;
	}

	pick<T>(values: readonly T[]): T {
		return values[Math.floor(this.next() * values.length)] as T;
	}
}

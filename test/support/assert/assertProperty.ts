import * as fc from 'fast-check';

const PROPERTY_SEED = Number(process.env.PROPERTY_SEED ?? 20_300_131);

/**
 * `fc.assert` with the same cases in every run, so that failures are reproducible. Another seed gives other cases:
 * `PROPERTY_SEED=7 npx jest ...`. The nightly run takes another one each night, and prints it.
 */
export function assertProperty<Case>(
	property: fc.IAsyncProperty<Case>,
	runs?: number,
): Promise<void>;
export function assertProperty<Case>(property: fc.IProperty<Case>, runs?: number): void;
export function assertProperty(
	property: fc.IRawProperty<unknown>,
	numRuns = 100,
): Promise<void> | void {
	return fc.assert(property as fc.IProperty<unknown>, { numRuns, seed: PROPERTY_SEED });
}

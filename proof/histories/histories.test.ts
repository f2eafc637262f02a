import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MUTATIONS } from '../mutants/mutations';
import { COUNT, SEED } from './ci';
import { generate } from './generate';
import { play } from './play';
import { runHistories } from './run';
import { HouseService } from './service';

async function traceOf(seed: number): Promise<string> {
	const lines: unknown[] = [];
	const { answer } = HouseService.prototype;
	const spy = jest.spyOn(HouseService.prototype, 'answer');
	spy.mockImplementation(async function (this: HouseService, path, body, line) {
		const nowMs = Date.now();
		const answered = await answer.call(this, path, body, line);
		lines.push([nowMs, path, body, Date.now(), answered]);
		return answered;
	});
	lines.push(await play(generate(seed)));
	spy.mockRestore();
	return JSON.stringify(lines);
}

// With a retry, and PINs that locks choose.
test.each([7, 326])('the history of seed %i plays the same way each time', async (seed) => {
	const first = await traceOf(seed);
	await play(generate(seed + 1));
	expect(await traceOf(seed)).toBe(first);
});

test(`${COUNT} histories hold to every rule, and each dimension occurs`, async () => {
	const { missing, unjudged, tally, text } = await runHistories({
		count: COUNT,
		seed: SEED,
	});
	const { seconds = 0 } = tally.sums;
	process.stdout.write(`${COUNT} histories took ${seconds.toFixed(1)} s of one core\n`);
	expect(tally.found).toEqual([]);
	expect(tally.unplayable).toEqual([]);
	expect(missing).toEqual([]);
	expect(unjudged).toEqual([]);
	expect(text).toContain('Dimensions');
}, 600_000);

test.each(MUTATIONS)('the line to change is there once: $name', ({ file, from }) => {
	const source = readFileSync(join(__dirname, '../../nodes/DeviceAccess', file), 'utf8');
	expect(source.split(from)).toHaveLength(2);
});

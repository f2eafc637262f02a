import { timeRatio } from '../../../bench/figures';
import { judge } from '../../../bench/judge';
import type { Target } from '../../../bench/targets';
import { asResults, sampleMeasurement, sampleWork } from './sampleResults';

const target: Target = {
	work: 'row',
	promise: 'time against the bare client',
	figure: timeRatio('row', 'bareClient'),
	limit: 1.15,
	quickLimit: 2,
	floor: timeRatio('row', 'bareClient', 'floor'),
};

const run = (timeMs: number) =>
	asResults(
		sampleWork({
			deviceAccess: [sampleMeasurement({ timeMs })],
			floor: [sampleMeasurement({ timeMs: 1_050 })],
			bareClient: [sampleMeasurement()],
		}),
	);

it.each([
	['a figure at the limit', 1_150, false, true],
	['a figure that is shown as the limit', 1_154, false, true],
	['a figure above the limit', 1_156, false, false],
	['the wider limit of the quick mode', 1_160, true, true],
	['a figure above the limit of the quick mode', 2_100, true, false],
])('judges %s', (_what, timeMs, isQuick, isMet) => {
	expect(judge([target], run(timeMs), { isQuick })).toEqual([
		{ target, limit: isQuick ? 2 : 1.15, measured: { value: timeMs / 1_000 }, floor: 1.05, isMet },
	]);
});

it('takes a figure that is no number for missed', () => {
	const [verdict] = judge([{ ...target, figure: () => ({ value: NaN }) }], run(1_000), { isQuick: true });
	expect(verdict?.isMet).toBe(false);
});

it('leaves out what was not measured', () => {
	expect(judge([target], new Map(), { isQuick: false })).toEqual([]);
});

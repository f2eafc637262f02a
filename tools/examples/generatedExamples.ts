import { resolve } from 'node:path';
import { bookingWorkflow } from './bookingWorkflow';
import * as systems from './pms';

export const EXAMPLES = resolve(__dirname, '../../examples');

/** The path in `examples` and the text of each generated workflow. */
export const generatedExamples = (): ReadonlyMap<string, string> =>
	new Map(
		Object.values(systems).map((system) => [`pms/${system.from}.json`, bookingWorkflow(system)]),
	);

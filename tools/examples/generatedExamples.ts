import { bookingWorkflow } from './bookingWorkflow';
import { beds24 } from './pms/beds24';
import { hospitable } from './pms/hospitable';
import { hostaway } from './pms/hostaway';
import { smoobu } from './pms/smoobu';

const SYSTEMS = [beds24, hospitable, hostaway, smoobu];

/** The path in `examples` and the text of each generated workflow. */
export const generatedExamples = (): ReadonlyMap<string, string> =>
	new Map(SYSTEMS.map((system) => [`pms/${system.from}.json`, bookingWorkflow(system)]));

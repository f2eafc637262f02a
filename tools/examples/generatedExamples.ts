import { bookingWorkflow } from './bookingWorkflow';
import { EXAMPLES, ownWorkflows } from './ownWorkflows';
import { apaleo } from './pms/apaleo';
import { beds24 } from './pms/beds24';
import { cloudbeds } from './pms/cloudbeds';
import { guesty } from './pms/guesty';
import { hospitable } from './pms/hospitable';
import { hostaway } from './pms/hostaway';
import { lodgify } from './pms/lodgify';
import { mews } from './pms/mews';
import { ownerRez } from './pms/ownerRez';
import { smoobu } from './pms/smoobu';
import { uplisting } from './pms/uplisting';

export { EXAMPLES };

const SYSTEMS = [
	apaleo,
	beds24,
	cloudbeds,
	guesty,
	hospitable,
	hostaway,
	lodgify,
	mews,
	ownerRez,
	smoobu,
	uplisting,
];

/** The path in `examples` and the text of each generated workflow. */
export const generatedExamples = (): ReadonlyMap<string, string> =>
	new Map([
		...SYSTEMS.map((system): [string, string] => [
			`pms/${system.from}.json`,
			bookingWorkflow(system),
		]),
		...ownWorkflows(),
	]);

import { resolve } from 'node:path';
import { bookingWorkflow } from './bookingWorkflow';
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

export const EXAMPLES = resolve(__dirname, '../../examples');

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
	new Map(SYSTEMS.map((system) => [`pms/${system.from}.json`, bookingWorkflow(system)]));

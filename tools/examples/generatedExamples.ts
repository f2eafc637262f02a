import { resolve } from 'node:path';
import { bookingWorkflow } from './bookingWorkflow';
import { climate } from './climate';
import { guestMessages } from './guestMessages';
import { whoCame } from './whoCame';
import * as systems from './pms';

export const EXAMPLES = resolve(__dirname, '../../examples');

/** The path in `examples` and the text of each generated workflow. */
export const generatedExamples = (): ReadonlyMap<string, string> =>
	new Map([
		['climate.json', climate()],
		['guest-messages.json', guestMessages()],
		['who-came.json', whoCame()],
		...Object.values(systems).map((system): [string, string] => [
			`pms/${system.from}.json`,
			bookingWorkflow(system),
		]),
	]);

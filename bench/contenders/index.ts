import { runBareClient } from './bareClient';
import type { Contender, ContenderName } from './contender';
import { runDeviceAccess } from './deviceAccess';
import { runFloor } from './floor';
import { runHttpRequest, runHttpRequestBatched } from './httpRequest';

/** The columns of the benchmark in their order. */
export const contenders = {
	deviceAccess: { title: 'this node', run: runDeviceAccess },
	httpRequest: { title: 'HTTP Request', run: runHttpRequest },
	httpRequestBatched: { title: 'HTTP Request, batched', run: runHttpRequestBatched },
	floor: { title: 'floor in n8n', run: runFloor },
	bareClient: { title: 'bare client', run: runBareClient },
} as const satisfies Record<ContenderName, { title: string; run: Contender }>;

export const contenderNames = Object.keys(contenders) as ContenderName[];

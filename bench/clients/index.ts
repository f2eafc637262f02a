import type { ClientName } from '../scenarios/scenario';
import { runBareClient } from './bareClient';
import type { Client } from './client';
import { runDeviceAccess } from './deviceAccess';
import { runFloor } from './floor';
import { runHttpRequest, runHttpRequestBatched } from './httpRequest';

/** The columns of the benchmark, in order. */
export const clients = {
	deviceAccess: { title: 'this node', run: runDeviceAccess },
	httpRequest: { title: 'HTTP Request', run: runHttpRequest },
	httpRequestBatched: { title: 'HTTP Request, batched', run: runHttpRequestBatched },
	floor: { title: 'floor in n8n', run: runFloor },
	bareClient: { title: 'bare client', run: runBareClient },
} as const satisfies Record<ClientName, { title: string; run: Client }>;

export const clientNames = Object.keys(clients) as ClientName[];

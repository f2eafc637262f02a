// npm run wire: writes the types of the vendor's endpoints, and what the requests of the sandbox may have.
import { writeFileSync } from 'node:fs';
import { endpointTypes, ENDPOINTS_FILE } from './endpointTypes';
import { REQUESTS_FILE, requestSchemas } from './requestSchemas';

async function main(): Promise<void> {
	writeFileSync(ENDPOINTS_FILE, await endpointTypes());
	writeFileSync(REQUESTS_FILE, await requestSchemas());
}

void main();

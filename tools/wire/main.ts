import { writeFileSync } from 'node:fs';
import { endpointTypes, ENDPOINTS_FILE } from './endpointTypes';
import { REQUESTS_FILE, requestSchemas } from './requestSchemas';

async function main(): Promise<void> {
	writeFileSync(ENDPOINTS_FILE, await endpointTypes());
	writeFileSync(REQUESTS_FILE, await requestSchemas());
}

void main();

import { writeFileSync } from 'node:fs';
import { endpointTypes, ENDPOINTS_FILE } from './endpointTypes';

void endpointTypes().then((text) => {
	writeFileSync(ENDPOINTS_FILE, text);
});

import { requireCurrentBuild } from '../../../host/process/buildStamp.js';
import cutOpenapi from './cutOpenapi.mjs';

/** For tests that load dist/ and compare with the vendor's OpenAPI. */
export default async function setUp() {
	requireCurrentBuild();
	await cutOpenapi();
}

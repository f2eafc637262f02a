import { startHotelSandbox } from '../hotelSandbox';
import { runNode } from '../runNode';
import type { StoredNode, StoredRequest } from './storedRelease';

/** Any UUID that is not one of the sandbox's own fixture (sandbox/fixtures/fixtureId.ts): those are drawn anew in every run. */
const DRAWN_ID = /[0-9a-f]{8}-(?!0000-4000-8000-)[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** What a stored node sends to a fresh sandbox, each request once: waits repeat them. */
export async function sentRequests({ type, typeVersion, parameters }: StoredNode): Promise<StoredRequest[]> {
	const hotel = await startHotelSandbox();
	try {
		await runNode(type, { typeVersion, parameters, credentials: hotel.credentials });
		const sent = hotel.sandbox.requests.entries.map(({ path, body }) => JSON.stringify({ path, body: body ?? null }).replace(DRAWN_ID, 'an id drawn in the run'));
		return [...new Set(sent)].map((request) => JSON.parse(request) as StoredRequest);
	} finally {
		await hotel.stop();
	}
}

/**
 * Throws what was caught, unchanged. Only `toNodeError`, at the edge of the node, turns it into an
 * error of n8n; n8n's lint rule `require-node-api-error` asks every catch block to do so.
 */
export function rethrow(error: unknown): never {
	throw error;
}

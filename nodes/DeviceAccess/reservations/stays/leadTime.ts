/**
 * How long before the start of a stay its locks matter: a code may be on its lock since then
 * (docs/service.md#codes-4). In milliseconds.
 */
export const LEAD_MS = 72 * 3_600_000;

/** n8n opens a connection for each request: 25 are as fast as ten that are kept alive (bench). */
export const DEFAULT_REQUESTS_IN_FLIGHT = 25;
export const MAX_REQUESTS_IN_FLIGHT = 100;

export const DEFAULT_REQUEST_TIMEOUT_MS = 30_000;

/** Whoever asked for a door to open may be gone later, and somebody else could walk in. */
export const OPEN_WITHIN_MS = 30_000;

export const DEFAULT_MAX_RETRIES = 3;

/** With the default retries and no Retry-After, all together take two minutes or more. */
export const RATE_LIMIT_EXTRA_RETRIES = 6;

const MINUTE_MS = 60_000;

/** The window of each documented limit per device (docs/service.md#limits-1). */
export const DOCUMENTED_RATE_LIMIT_WINDOWS_MS: Readonly<Record<string, number>> = {
	'/access_codes/create': MINUTE_MS,
	'/access_codes/update': MINUTE_MS,
	'/access_codes/delete': MINUTE_MS,
	'/locks/lock_door': MINUTE_MS,
	'/locks/unlock_door': MINUTE_MS,
};

export const FIRST_RETRY_DELAY_MS = 500;
export const MAX_BACKOFF_DELAY_MS = 30_000;

/** If the service asks for a longer wait, the request fails. */
export const DEFAULT_MAX_RATE_LIMIT_WAIT_MS = 120_000;

/** After so many refusals in a row, nothing more is sent, because the key stays refused. */
export const REFUSED_KEYS_BEFORE_GIVING_UP = 3;
export const REFUSED_KEY_PAUSE_MS = 2_000;

export const LOOK_UPS_BEFORE_FORGOTTEN = 3;

/** docs/service.md#lists-4 */
export const PAGE_SIZE = 500;

export const DEFAULT_MAX_PAGES = 10_000;
export const MAX_RECORDS = 2_000_000;

/** How long Wait for Completion waits (docs/service.md#attempts-5). */
export const DEFAULT_WAIT_TIMEOUT_MS = 120_000;

export const FIRST_POLL_INTERVAL_MS = 1_000;
export const MAX_POLL_INTERVAL_MS = 10_000;
export const POLL_INTERVAL_GROWTH = 1.5;

export const LONGEST_GRACE_MS = 3_000;

/** docs/service.md#events-4 */
export const LOOK_UP_BATCH_SIZE = 100;

export const EVENT_PAGE_SIZE = 500;

/** More events in one millisecond count as an endless list. */
export const MAX_EVENTS_OF_A_MOMENT = 50_000;

/**
 * Default requests in flight. n8n opens a new connection for each request, so over a network this
 * is only as fast as ten keep-alive connections (bench).
 */
export const DEFAULT_REQUESTS_IN_FLIGHT = 25;
export const MAX_REQUESTS_IN_FLIGHT = 100;

export const DEFAULT_REQUEST_TIMEOUT_MS = 30_000;

export const DEFAULT_MAX_RETRIES = 3;

/**
 * Retries after a rate limit, in addition to the usual ones. With the default retries and no
 * Retry-After, all retries together take about two minutes or more.
 */
export const RATE_LIMIT_EXTRA_RETRIES = 6;

const MINUTE_MS = 60_000;

/**
 * Endpoints with a documented limit per device, and the length of its window in milliseconds
 * (docs/service.md#limits-1).
 */
export const DOCUMENTED_RATE_LIMIT_WINDOWS_MS: Readonly<Record<string, number>> = {
	'/access_codes/create': MINUTE_MS,
	'/access_codes/update': MINUTE_MS,
	'/access_codes/delete': MINUTE_MS,
	'/locks/lock_door': MINUTE_MS,
	'/locks/unlock_door': MINUTE_MS,
};

/** The first pause between two tries, and the longest, if the service names none. */
export const FIRST_RETRY_DELAY_MS = 500;
export const MAX_BACKOFF_DELAY_MS = 30_000;

/** Longest Retry-After that the node waits for. Beyond it, the request fails. */
export const DEFAULT_MAX_RATE_LIMIT_WAIT_MS = 120_000;

/**
 * After the service refuses the key this many times in a row, nothing more is sent, because the key
 * stays refused.
 */
export const REFUSED_KEYS_BEFORE_GIVING_UP = 3;
/** How long to wait before the key is tried once more. */
export const REFUSED_KEY_PAUSE_MS = 2_000;

/**
 * If this many lookups in a row do not find an action attempt, the node treats it as forgotten by
 * the service.
 */
export const LOOK_UPS_BEFORE_FORGOTTEN = 3;

/** Records per page, the service's default for devices (docs/service.md#lists-4). */
export const PAGE_SIZE = 500;

/** Limits of a list, far above any real workspace. */
export const DEFAULT_MAX_PAGES = 10_000;
export const MAX_RECORDS = 2_000_000;

/**
 * How long Wait for Completion waits. Locks behind a hub take tens of seconds
 * (docs/service.md#attempts-5).
 */
export const DEFAULT_WAIT_TIMEOUT_MS = 120_000;

/** First pause between two lookups while waiting, and the longest one. */
export const FIRST_POLL_INTERVAL_MS = 1_000;
export const MAX_POLL_INTERVAL_MS = 10_000;
export const POLL_INTERVAL_GROWTH = 1.5;

/** After the deadline, failed lookups are retried for at most this long. */
export const LONGEST_GRACE_MS = 3_000;

/**
 * IDs per lookup. The service documents no limit for attempts and codes, and 100 for others
 * (docs/service.md#events-4).
 */
export const LOOK_UP_BATCH_SIZE = 100;

export const EVENT_PAGE_SIZE = 500;

/** The most events in one millisecond. More count as an endless list. */
export const MAX_EVENTS_OF_A_MOMENT = 50_000;

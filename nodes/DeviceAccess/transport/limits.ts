/** Requests that may be under way at once: over a network as many as ten connections that stay open would take, for n8n opens a new one for each request (bench). */
export const DEFAULT_REQUESTS_IN_FLIGHT = 25;
export const MAX_REQUESTS_IN_FLIGHT = 100;

/** Longest time one request may take, milliseconds. */
export const DEFAULT_REQUEST_TIMEOUT_MS = 30_000;

/** How often a request is tried again after the first try. */
export const DEFAULT_MAX_RETRIES = 3;

/** Further retries of a request that the service refuses for its rate limit: with the default, two minutes in all. */
export const RATE_LIMIT_EXTRA_RETRIES = 6;

const MINUTE_MS = 60_000;

/** Endpoints whose limit per device is documented, and how long its window is, milliseconds (facts 8). */
export const DOCUMENTED_RATE_LIMIT_WINDOWS_MS: Readonly<Record<string, number>> = {
	'/access_codes/create': MINUTE_MS,
	'/access_codes/update': MINUTE_MS,
	'/access_codes/delete': MINUTE_MS,
	'/locks/lock_door': MINUTE_MS,
	'/locks/unlock_door': MINUTE_MS,
};

/** First and longest pause between two tries that the service did not ask for, milliseconds. */
export const FIRST_RETRY_DELAY_MS = 500;
export const MAX_BACKOFF_DELAY_MS = 30_000;

/** Longest pause that a Retry-After header is followed for, milliseconds; past it the request is given up. */
export const DEFAULT_MAX_RATE_LIMIT_WAIT_MS = 120_000;

/** Refused keys in a row after which nothing more is sent: a key that is refused stays refused. */
export const REFUSED_KEYS_BEFORE_GIVING_UP = 3;

/** Look-ups in a row that do not know an action attempt, after which it counts as forgotten by the service. */
export const LOOK_UPS_BEFORE_FORGOTTEN = 3;

/** Records asked for per page; the service's own default for devices (facts 3). */
export const PAGE_SIZE = 500;

/** Pages and records after which a list is given up: far above any real workspace. */
export const DEFAULT_MAX_PAGES = 10_000;
export const MAX_RECORDS = 2_000_000;

/** How long Wait for Completion waits, milliseconds; locks behind a hub take tens of seconds (facts 2). */
export const DEFAULT_WAIT_TIMEOUT_MS = 120_000;

/** First pause between two look-ups while waiting, and the longest one, milliseconds. */
export const FIRST_POLL_INTERVAL_MS = 1_000;
export const MAX_POLL_INTERVAL_MS = 10_000;
export const POLL_INTERVAL_GROWTH = 1.5;

/** After the deadline, what could not be read at the last look-up is tried so much longer at most, milliseconds. */
export const LONGEST_GRACE_MS = 3_000;

/** Ids in one look-up. The service names no limit for attempts and codes, 100 for others (facts 2, 6). */
export const LOOK_UP_BATCH_SIZE = 100;

/** Events asked for at once: the service's own default (facts 6). */
export const EVENT_PAGE_SIZE = 500;

/** Most events with one and the same millisecond that can be told apart from an endless list. */
export const MAX_EVENTS_OF_A_MOMENT = 50_000;

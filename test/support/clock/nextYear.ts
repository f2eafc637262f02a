/** The year of dates that are still to come whenever a test runs, also in n8n's server, which has the machine's clock. */
export const NEXT_YEAR = new Date().getUTCFullYear() + 1;

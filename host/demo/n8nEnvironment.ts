/** The environment of the demo's n8n. Its time zone is the computer's, because n8n's own is New York. */
export const n8nEnvironment = (): { GENERIC_TIMEZONE: string } => ({
	GENERIC_TIMEZONE: Intl.DateTimeFormat().resolvedOptions().timeZone,
});

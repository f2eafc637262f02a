/** The number at the end of an event ID; tests number their events to find lost or repeated ones. */
export const eventNumber = (eventId: unknown): number => Number(String(eventId).slice(-12));

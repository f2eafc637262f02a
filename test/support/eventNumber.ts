/** The number at the end of an event id of the tests; they number their events so that what is lost or repeated shows. */
export const eventNumber = (eventId: unknown): number => Number(String(eventId).slice(-12));

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for a text in the form of the service's IDs. */
export const isUuid = (text: string): boolean => UUID.test(text);

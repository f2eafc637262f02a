const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for an ID as the service makes them. */
export const isUuid = (text: string): boolean => UUID.test(text);

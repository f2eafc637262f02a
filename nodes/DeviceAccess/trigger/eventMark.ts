import { createHash } from 'crypto';

export const MARK_LENGTH = 9;

/** 54 bits of a hash of the event's id: short to store, and two of 5,000 events share one once in a billion such sets. */
export const toMark = (eventId: string) => createHash('sha256').update(eventId).digest('base64url').slice(0, MARK_LENGTH);

import { createHash } from 'crypto';

export const MARK_LENGTH = 9;

/** 54 bits of a hash of an ID: short to store, and two of 5,000 share one once in a billion such sets. */
export const toMark = (id: string) => createHash('sha256').update(id).digest('base64url').slice(0, MARK_LENGTH);

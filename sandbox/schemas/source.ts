import { Type } from 'typebox';
import type { Static } from 'typebox';

/** The vendor's sources that a service can follow: the OpenAPI (1.977) or the later SDK (2.32). */
export type Source = Static<typeof Source>;
export const Source = Type.Enum(['openapi', 'sdk']);

import { Type } from 'typebox';
import type { Static } from 'typebox';

/** The vendor's sources: the OpenAPI (1.977), the later SDK (2.32), and the prose of the guide. */
export type Source = Static<typeof Source>;
export const Source = Type.Enum(['openapi', 'sdk', 'guide']);

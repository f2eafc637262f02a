import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Nullable, Text } from './primitives';

export type Pagination = Static<typeof Pagination>;
export const Pagination = Type.Object({
	has_next_page: Type.Boolean(),
	next_page_cursor: Nullable(Text),
	next_page_url: Nullable(Type.String({ format: 'uri' })),
});

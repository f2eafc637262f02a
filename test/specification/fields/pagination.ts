import { tableOf } from './field';
import { boolean, nullable, text, uri } from './types';

const field = tableOf('pagination');

/** Specification, "pagination object"; cursor and URL are null on the last page (facts C10). */
export const paginationFields = [
	field('next_page_cursor', 'string, null on the last page', nullable(text), { isRequired: true, isNullable: true }),
	field('has_next_page', 'boolean', boolean, { isRequired: true }),
	field('next_page_url', 'string, URI, null on the last page', nullable(uri), { isRequired: true, isNullable: true }),
];

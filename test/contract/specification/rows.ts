import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { nameOfRow, parseSpecification, type SpecificationRow } from './parseSpecification';

/** Where the specification lies when it is at hand: beside the repository, or where the environment says. */
const SPECIFICATION = process.env.DEVICE_ACCESS_SPECIFICATION ?? resolve(__dirname, '../../../../shared/interface/device-access-interface.md');

/** The rows and rules of the specification as they were taken over from it. */
export const rows = JSON.parse(readFileSync(resolve(__dirname, 'rows.json'), 'utf8')) as readonly SpecificationRow[];

/** The fingerprint of the rows, by which a change of the list is noticed where the specification is not at hand. */
export const fingerprint = createHash('sha256').update(JSON.stringify(rows)).digest('hex');

/** The rows of the specification itself; undefined where it is not at hand. */
export function rowsOfSpecification(): SpecificationRow[] | undefined {
	return existsSync(SPECIFICATION) ? parseSpecification(readFileSync(SPECIFICATION, 'utf8')) : undefined;
}

/** The fields that the specification lists as required, of a record or of `access_grant.requested_access_methods`. */
export function requiredFieldsOf(record: string): string[] {
	const [owner = '', member] = record.split('.');
	const list = rows
		.filter(({ heading }) => heading.endsWith(`> ${owner}`))
		.map((row) => /^(.*?)\(?[Rr]equired(?: fields)?: ([^).]+)/.exec(nameOfRow(row)))
		.find((match) => match?.[1]?.startsWith(member ?? '') && (match[1] === '') === (member === undefined));
	if (!list) throw new Error(`The specification lists no required fields of ${record}`);
	return (list[2] ?? '').split(', ');
}

import { nameOfRow, type SpecificationRow } from '../specification/parseSpecification';
import type { DeclaredTest } from '../../support/collectTitles';
import type { Proof, Proofs, ProofsOfHeading } from './proofs';

/** A row with the tests that prove it; without tests and without a reason it is a gap. */
export interface ProvenRow extends SpecificationRow {
	readonly tests: readonly DeclaredTest[];
	readonly nothingToProve?: string;
	/** What of the row the tests leave out. */
	readonly unproven: readonly string[];
	/** Tests that the proofs name and no file has. */
	readonly missing: readonly string[];
}

const matches = (key: string, name: string) => (key.endsWith('…') ? name.startsWith(key.slice(0, -1)) : name === key);

/** What the proofs say of a row; undefined when they do not name it. */
export function proofsOf(row: SpecificationRow, proofs: Readonly<Record<string, ProofsOfHeading>>): Proofs | undefined {
	const here = proofs[row.heading];
	if (here === undefined || typeof here === 'function') return here?.(nameOfRow(row));
	return Object.entries(here).find(([key]) => matches(key, nameOfRow(row)))?.[1];
}

/** Keys of the proofs that fit no row: leftovers of words that the specification no longer has. */
export function unusedProofs(rows: readonly SpecificationRow[], proofs: Readonly<Record<string, ProofsOfHeading>>): string[] {
	return Object.entries(proofs).flatMap(([heading, here]) => {
		const names = rows.filter((row) => row.heading === heading).map(nameOfRow);
		if (names.length === 0) return [heading];
		if (typeof here === 'function') return [];
		return Object.keys(here).filter((key) => names.filter((name) => matches(key, name)).length !== 1).map((key) => `${heading}: ${key}`);
	});
}

/** Joins each row with the tests that its proofs name. */
export function provenRows(
	rows: readonly SpecificationRow[],
	proofs: Readonly<Record<string, ProofsOfHeading>>,
	testsOf: (file: string) => readonly DeclaredTest[],
): ProvenRow[] {
	const found = ({ file, titles }: Proof) =>
		titles.map((title) => ({ name: `${title} (${file})`, tests: testsOf(file).filter((test) => test.title.startsWith(title)) }));
	return rows.map((row) => {
		const proof = proofsOf(row, proofs);
		if (proof === undefined) return { ...row, tests: [], missing: [], unproven: [] };
		if ('nothingToProve' in proof) return { ...row, ...proof, tests: [], missing: [], unproven: [] };
		const named = proof.flatMap((part) => ('file' in part ? found(part) : []));
		return {
			...row,
			tests: [...new Set(named.flatMap(({ tests }) => tests))],
			unproven: proof.flatMap((part) => ('unproven' in part ? [part.unproven] : [])),
			missing: named.filter(({ tests }) => tests.length === 0).map(({ name }) => name),
		};
	});
}
